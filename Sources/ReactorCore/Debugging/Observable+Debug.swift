extension Observable {
  /// Returns the stream unchanged, and writes each of its events to ``DebugOutput``.
  ///
  /// ```swift
  /// reactor.state(\.query).debug("query").bind(to: field, \.text)
  /// // query: subscribed
  /// // query: next kia
  /// // query: disposed
  /// ```
  ///
  /// A stream that ends writes `finished`, `failed` with the error, or `canceled`; one that is disposed of before that
  /// writes `disposed`.
  ///
  /// - Parameters:
  ///   - name: The name at the start of each line. By default, the position of the call in the source.
  ///   - fileID: The file of the call.
  ///   - line: The line of the call.
  public func debug(_ name: String? = nil, fileID: String = #fileID, line: Int = #line) -> Observable {
    let name = name ?? "\(fileID):\(line)"
    return Observable { observer in
      let lifetime = observer.lifetime
      DebugOutput.write("\(name): subscribed")
      lifetime.insert(
        ActionDisposable { [weak lifetime] in
          if lifetime?.isDisposed == true { DebugOutput.write("\(name): disposed") }
        })
      self.connect(
        Observer(
          lifetime: lifetime,
          next: { element in
            DebugOutput.write("\(name): next \(element)")
            observer.next(element)
          },
          end: { completion in
            DebugOutput.write("\(name): \(completion.text)")
            observer.finish(completion)
          }))
    }
  }
}

extension Completion {
  fileprivate var text: String {
    switch self {
    case .finished: "finished"
    case .failed(let error): "failed: \(error)"
    case .canceled: "canceled"
    }
  }
}
