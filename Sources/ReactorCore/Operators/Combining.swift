extension Observable {
  /// The streams one after the other: each is subscribed when the one before has finished.
  ///
  /// An element is fully delivered (a reactor has reduced it) before the next stream is subscribed. A failure or a
  /// cancellation ends the whole: a last element that must come in any case belongs in ``bracketed(by:and:)``.
  public static func concat(_ streams: Observable...) -> Observable {
    concat(streams)
  }

  /// The streams one after the other: each is subscribed when the one before has finished.
  public static func concat(_ streams: [Observable]) -> Observable {
    Observable { observer in
      ConcatSink(streams, observer).advance()
    }
  }

  /// This stream between two elements: `first` before it, and `last` when it is over, whether it finished or failed. A
  /// failure is passed on after `last`.
  ///
  /// ```swift
  /// load().bracketed(by: .setLoading(true), and: .setLoading(false))
  ///   .catch { .just(.setFailure("\($0)")) }
  ///   .cancellable(id: Effect.load)
  /// ```
  ///
  /// An effect that is cancelled by its id stays quiet: `last` would belong to its successor, which has sent its own
  /// `first` by then. Whoever cancels without a successor says what becomes of the state:
  /// `.concat(.cancel(id: Effect.load), .just(.setLoading(false)))`.
  public func bracketed(by first: Element, and last: Element) -> Observable {
    .concat(.just(first), self.catch { .concat(.just(last), .error($0)) }, .just(last))
  }

  /// The streams side by side. Ends when the last has ended; the first failure ends the whole.
  ///
  /// Streams that deliver at once (`.from`, `.just`) do so one after the other, in the order in which they are written,
  /// because nothing here waits for a scheduler. RxSwift's `from` does, and takes turns with the others.
  public static func merge(_ streams: Observable...) -> Observable {
    merge(streams)
  }

  /// The streams side by side. Ends when the last has ended; the first failure ends the whole.
  public static func merge(_ streams: [Observable]) -> Observable {
    Observable { observer in
      let sink = MergeSink(observer)
      for stream in streams where observer.isOpen { sink.subscribe(to: stream) }
      sink.allSubscribed()
    }
  }

  /// This stream and another, side by side.
  public func merge(with other: Observable) -> Observable {
    .merge(self, other)
  }

  /// `elements` first, then this stream.
  public func startWith(_ elements: Element...) -> Observable {
    .concat(.from(elements), self)
  }

  /// The latest of both, as soon as both have one.
  ///
  /// Ends when both have ended, and as soon as one has ended without an element: nothing can come then. (RxSwift waits
  /// for one more element of the other before it ends.)
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

  /// Each element of this stream with the latest of `other`; dropped while `other` has none. A failure of either fails
  /// the whole.
  public func withLatestFrom<Other: Sendable>(_ other: Observable<Other>) -> Observable<(Element, Other)> {
    Observable<(Element, Other)> { observer in
      var latest: Other?
      other.connect(
        observer.child(next: { latest = $0 }, end: { if case .failed = $0 { observer.end($0) } }))
      self.connect(observer.upstream(next: { element in if let latest { observer.next((element, latest)) } }))
    }
  }
}

/// Walks the streams of a `concat`. Synchronous ends loop instead of recursing, so a thousand `.just` need no stack.
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
    while !isWaiting, observer.isOpen {
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

/// Counts the streams of a `merge` or `flatMap` that are still open, and ends when the last has.
@MainActor
final class MergeSink<Element: Sendable> {
  private let observer: Observer<Element>
  /// One more than there are streams, until all are known.
  private var open = 1
  private var wasCancelled = false

  init(_ observer: Observer<Element>) {
    self.observer = observer
  }

  /// Subscribes to one of the streams.
  func subscribe(to stream: Observable<Element>) {
    if case .just(let element) = stream.source { return observer.next(element) }
    open += 1
    stream.connect(observer.child(next: { [observer] in observer.next($0) }, end: { [self] in ended($0) }))
  }

  /// Subscribes to the stream that the others come of: there will be no more when it has ended.
  func follow<Outer: Sendable>(_ stream: Observable<Outer>, _ next: @escaping @MainActor (Outer) -> Void) {
    stream.connect(observer.child(next: next, end: { [self] in ended($0) }))
  }

  /// There will be no more.
  func allSubscribed() {
    ended(.finished)
  }

  private func ended(_ completion: Completion) {
    open -= 1
    switch completion {
    case .failed: return observer.end(completion)
    case .cancelled: wasCancelled = true
    case .finished: break
    }
    if open == 0 { observer.end(wasCancelled ? .cancelled : .finished) }
  }
}

/// The latest elements of both streams of a `combineLatest`.
@MainActor
final class CombineSink<First: Sendable, Second: Sendable> {
  var first: First?
  var second: Second?
  private let observer: Observer<(First, Second)>
  private var open = 2
  private var wasCancelled = false

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
    open -= 1
    switch completion {
    case .failed: return observer.end(completion)
    case .cancelled: wasCancelled = true
    case .finished: break
    }
    if open == 0 || isMissing { observer.end(wasCancelled ? .cancelled : .finished) }
  }
}
