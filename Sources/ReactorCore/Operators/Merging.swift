extension Observable {
  /// Returns the elements of all streams as they arrive. Ends when the last stream has ended, or with the first
  /// failure.
  ///
  /// ```
  /// first               a---b-|
  /// second              --x---y-|
  /// merge               a-x-b-y-|
  /// ```
  ///
  /// Synchronous streams (`.from`, `.just`) are delivered one after another, in the order in which they are written,
  /// because there is no scheduler. In RxSwift, `from` uses a scheduler and alternates with the other streams.
  public static func merge(_ streams: Observable...) -> Observable {
    merge(streams)
  }

  /// Returns the elements of all streams as they arrive. Ends when the last stream has ended, or with the first
  /// failure.
  public static func merge(_ streams: [Observable]) -> Observable {
    Observable { observer in
      let sink = MergeSink(observer)
      for stream in streams { sink.subscribe(to: stream) }
      sink.allSubscribed()
    }
  }
}

extension ObservableConvertible {
  /// Returns the elements of this stream and another as they arrive.
  public func merge(with other: Observable<Element>) -> Observable<Element> {
    .merge(asObservable(), other)
  }

  /// Returns the elements of this stream and another, such as a relay, as they arrive.
  public func merge(with other: some ObservableConvertible<Element>) -> Observable<Element> {
    .merge(asObservable(), other.asObservable())
  }
}

/// The number of streams that have not ended, and how the others ended.
struct OpenStreams {
  private var count: Int
  private var wasCanceled = false

  init(_ count: Int) {
    self.count = count
  }

  mutating func add() {
    count += 1
  }

  /// Records the end of a stream.
  ///
  /// - Parameter isLast: Whether no element can follow, even though other streams are open.
  /// - Returns: The end of the operator, or `nil` if it has not ended.
  mutating func ended(_ completion: Completion, isLast: Bool = false) -> Completion? {
    count -= 1
    switch completion {
    case .failed: return completion
    case .canceled: wasCanceled = true
    case .finished: break
    }
    return count == 0 || isLast ? end : nil
  }

  /// The end of the operator when no element can follow.
  var end: Completion { wasCanceled ? .canceled : .finished }
}

/// The subscriptions to the streams of a `merge` or `flatMap`. Ends when the last of them has ended.
///
/// Streams beyond a limit wait. Streams that end synchronously are handled in a loop rather than by recursion.
@MainActor
final class MergeSink<Element: Sendable> {
  private let observer: Observer<Element>
  private let maxConcurrent: Int
  private var runningCount = 0
  private var waiting = WorkQueue<Observable<Element>>()
  private var isConnecting = false
  /// The open and waiting streams, plus one until all streams are known.
  private var open = OpenStreams(1)

  init(_ observer: Observer<Element>, maxConcurrent: Int = .max) {
    self.observer = observer
    self.maxConcurrent = maxConcurrent
  }

  /// Whether another stream would have to wait.
  var isFull: Bool { runningCount >= maxConcurrent }

  /// Subscribes to a stream immediately, or when the number of running streams falls below the limit.
  func subscribe(to stream: Observable<Element>) {
    if maxConcurrent == .max, case .just(let element) = stream.source { return observer.next(element) }
    open.add()
    if isFull { waiting.append(stream) } else { connect(to: stream) }
  }

  /// Subscribes to the outer stream of a `flatMap`, whose end means that no further stream follows.
  func follow<Outer: Sendable>(_ stream: Observable<Outer>, _ next: @escaping @MainActor (Outer) -> Void) {
    stream.connect(observer.child(next: next, end: { [self] in ended($0) }))
  }

  /// Records that no more streams follow.
  func allSubscribed() {
    ended(.finished)
  }

  private func connect(to stream: Observable<Element>) {
    runningCount += 1
    stream.connect(observer.child(next: { [observer] in observer.next($0) }, end: { [self] in innerEnded($0) }))
  }

  private func innerEnded(_ completion: Completion) {
    runningCount -= 1
    ended(completion)
    guard !isConnecting else { return }
    isConnecting = true
    while observer.isOpen, !isFull, let next = waiting.popFirst() { connect(to: next) }
    isConnecting = false
  }

  private func ended(_ completion: Completion) {
    if let completion = open.ended(completion) { observer.end(completion) }
  }
}
