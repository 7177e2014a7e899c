extension Observable {
  /// Returns the elements of the streams one after another. Each stream is subscribed to when the previous one has
  /// finished.
  ///
  /// An element is fully delivered (a reactor has reduced it) before the next stream is subscribed to. A failure or a
  /// cancellation ends the sequence; use ``bracketed(by:and:)`` for a last element that must follow a failure.
  public static func concat(_ streams: Observable...) -> Observable {
    concat(streams)
  }

  /// Returns the elements of the streams one after another. Each stream is subscribed to when the previous one has
  /// finished.
  public static func concat(_ streams: [Observable]) -> Observable {
    Observable { observer in
      ConcatSink(streams, observer).advance()
    }
  }

  /// Returns this stream between two elements: `first` before it, and `last` when it finishes or fails. A failure is
  /// delivered after `last`.
  ///
  /// ```swift
  /// load().bracketed(by: .setLoading(true), and: .setLoading(false))
  ///   .catch { .just(.setFailure("\($0)")) }
  ///   .cancellable(id: Effect.load)
  /// ```
  ///
  /// An effect that is canceled by its ID does not emit `last`, because its successor has emitted `first` by then. To
  /// cancel without a successor, emit `last` explicitly:
  ///
  /// ```swift
  /// .concat(.cancel(id: Effect.load), .just(.setLoading(false)))
  /// ```
  public func bracketed(by first: Element, and last: Element) -> Observable {
    .concat(.just(first), self.catch { .concat(.just(last), .error($0)) }, .just(last))
  }

  /// Returns the elements of all streams as they arrive. Ends when the last stream has ended, or with the first
  /// failure.
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

  /// Returns the elements of this stream and another as they arrive.
  public func merge(with other: Observable) -> Observable {
    .merge(self, other)
  }

  /// Returns `elements`, then the elements of this stream.
  public func startWith(_ elements: Element...) -> Observable {
    .concat(.from(elements), self)
  }

  /// Returns pairs of the latest elements, as soon as both streams have emitted one.
  ///
  /// Ends when both streams have ended, or when one has ended without an element, because no pair can follow. (RxSwift
  /// waits for one more element of the other stream.)
  public static func combineLatest<A: Sendable, B: Sendable>(
    _ first: Observable<A>, _ second: Observable<B>
  ) -> Observable where Element == (A, B) {
    Observable { observer in
      let sink = CombineSink(observer)
      sink.follow(first) {
        sink.first = $0
      } isMissing: {
        sink.first == nil
      }
      sink.follow(second) {
        sink.second = $0
      } isMissing: {
        sink.second == nil
      }
    }
  }

  /// Returns each element of this stream with the latest element of `other`. Elements that arrive before the first of
  /// `other` are dropped. A failure of either stream fails the result.
  public func withLatestFrom<Other: Sendable>(_ other: Observable<Other>) -> Observable<(Element, Other)> {
    Observable<(Element, Other)> { observer in
      var latest: Other?
      other.connect(
        observer.child(next: { latest = $0 }, end: { if case .failed = $0 { observer.end($0) } }))
      self.connect(observer.upstream(next: { element in if let latest { observer.next((element, latest)) } }))
    }
  }
}

/// The subscription to the current stream of a `concat`. Synchronous ends loop instead of recursing, so any number of
/// `.just` streams needs a constant amount of stack.
@MainActor
final class ConcatSink<Element: Sendable> {
  private let streams: [Observable<Element>]
  private let observer: Observer<Element>
  private var index = 0
  private var isWaiting = false
  private var isAdvancing = false

  init(_ streams: [Observable<Element>], _ observer: Observer<Element>) {
    self.streams = streams
    self.observer = observer
  }

  func advance() {
    guard !isAdvancing else { return }
    isAdvancing = true
    defer { isAdvancing = false }
    while !isWaiting {
      guard index < streams.count else { return observer.end(.finished) }
      let stream = streams[index]
      index += 1
      if case .just(let element) = stream.source {
        observer.next(element)
        continue
      }
      isWaiting = true
      stream.connect(observer.child(next: { [observer] in observer.next($0) }, end: { [self] in ended($0) }))
    }
  }

  private func ended(_ completion: Completion) {
    guard case .finished = completion else { return observer.end(completion) }
    isWaiting = false
    advance()
  }
}

/// The subscriptions to the streams of a `merge` or `flatMap`. Ends when the last of them has ended.
@MainActor
final class MergeSink<Element: Sendable> {
  private let observer: Observer<Element>
  /// The number of open streams, plus one until all streams are known.
  private var openCount = 1
  private var wasCanceled = false

  init(_ observer: Observer<Element>) {
    self.observer = observer
  }

  /// Subscribes to a stream.
  func subscribe(to stream: Observable<Element>) {
    if case .just(let element) = stream.source { return observer.next(element) }
    openCount += 1
    stream.connect(observer.child(next: { [observer] in observer.next($0) }, end: { [self] in ended($0) }))
  }

  /// Subscribes to the outer stream of a `flatMap`. No stream follows its end.
  func follow<Outer: Sendable>(_ stream: Observable<Outer>, _ next: @escaping @MainActor (Outer) -> Void) {
    stream.connect(observer.child(next: next, end: { [self] in ended($0) }))
  }

  /// Records that no more streams follow.
  func allSubscribed() {
    ended(.finished)
  }

  private func ended(_ completion: Completion) {
    openCount -= 1
    switch completion {
    case .failed: return observer.end(completion)
    case .canceled: wasCanceled = true
    case .finished: break
    }
    if openCount == 0 { observer.end(wasCanceled ? .canceled : .finished) }
  }
}

/// The subscriptions to both streams of a `combineLatest`, with their latest elements.
@MainActor
final class CombineSink<First: Sendable, Second: Sendable> {
  var first: First?
  var second: Second?
  private let observer: Observer<(First, Second)>
  private var openCount = 2
  private var wasCanceled = false

  init(_ observer: Observer<(First, Second)>) {
    self.observer = observer
  }

  func follow<Element: Sendable>(
    _ stream: Observable<Element>, _ store: @escaping @MainActor (Element) -> Void,
    isMissing: @escaping @MainActor () -> Bool
  ) {
    stream.connect(
      observer.child(
        next: { [self] element in
          store(element)
          if let first, let second { observer.next((first, second)) }
        },
        end: { [self] completion in ended(completion, isMissing: isMissing()) }))
  }

  private func ended(_ completion: Completion, isMissing: Bool) {
    openCount -= 1
    switch completion {
    case .failed: return observer.end(completion)
    case .canceled: wasCanceled = true
    case .finished: break
    }
    if openCount == 0 || isMissing { observer.end(wasCanceled ? .canceled : .finished) }
  }
}
