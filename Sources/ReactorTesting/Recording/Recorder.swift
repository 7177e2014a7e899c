import ReactorCore

/// A subscriber that records the events of a stream or a relay: `let values = Recorder(reactor.state(\.value))`.
///
/// Releasing the recorder disposes of the subscription.
@MainActor
public final class Recorder<Element: Sendable> {
  /// The delivered elements, in order.
  public private(set) var elements: [Element] = []
  /// The end of the stream, or `nil` if it has not ended.
  public private(set) var completion: Completion?
  private let subscription = SerialDisposable()

  /// Creates a recorder and subscribes it to a stream or a relay.
  public init(_ stream: some ObservableConvertible<Element>) {
    subscription.set(
      stream.subscribe(
        Observer(
          next: { [weak self] in self?.elements.append($0) },
          end: { [weak self] in self?.completion = $0 })))
  }

  isolated deinit {
    subscription.dispose()
  }

  /// Whether the stream finished.
  public var isFinished: Bool {
    if case .finished = completion { return true }
    return false
  }

  /// Whether the stream was canceled by its ID.
  public var isCanceled: Bool {
    if case .canceled = completion { return true }
    return false
  }

  /// The error of the stream, or `nil` if it has not failed.
  public var error: (any Error)? {
    if case .failed(let error) = completion { return error }
    return nil
  }

  /// Removes and returns the elements delivered since the last call.
  public func takeElements() -> [Element] {
    defer { elements = [] }
    return elements
  }

  /// Disposes of the subscription.
  public func dispose() {
    subscription.dispose()
  }
}
