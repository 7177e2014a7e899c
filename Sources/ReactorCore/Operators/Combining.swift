extension Observable {
  /// The streams one after the other: each is subscribed when the one before has finished.
  ///
  /// An element is fully delivered (a reactor has reduced it) before the next stream is subscribed. A failure or a
  /// cancellation ends the whole.
  public static func concat(_ streams: Observable...) -> Observable {
    concat(streams)
  }

  /// The streams one after the other: each is subscribed when the one before has finished.
  public static func concat(_ streams: [Observable]) -> Observable {
    Observable { observer in
      let sink = ConcatSink(streams, observer)
      sink.advance()
      return sink
    }
  }

  /// The streams side by side. Ends when the last has ended; the first failure ends the whole.
  public static func merge(_ streams: Observable...) -> Observable {
    merge(streams)
  }

  /// The streams side by side. Ends when the last has ended; the first failure ends the whole.
  public static func merge(_ streams: [Observable]) -> Observable {
    Observable { observer in
      let sink = MergeSink(observer)
      sink.opened()
      for stream in streams { sink.subscribe(to: stream) }
      sink.closed(.finished)
      return sink
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
  public static func combineLatest<A: Sendable, B: Sendable>(
    _ first: Observable<A>, _ second: Observable<B>
  ) -> Observable where Element == (A, B) {
    Observable { observer in
      var a: A?
      var b: B?
      let sink = MergeSink(observer)
      let tell = { @MainActor in
        if let a, let b { sink.deliver((a, b)) }
      }
      sink.opened()
      let merged: [Observable<@MainActor @Sendable () -> Void>] = [
        first.map { element in { @MainActor in a = element } },
        second.map { element in { @MainActor in b = element } },
      ]
      for stream in merged where !sink.isDone {
        sink.opened()
        sink.add(
          stream.subscribe(
            observer.upstream(
              next: { assign in
                assign()
                tell()
              }, end: { sink.closed($0) })))
      }
      sink.closed(.finished)
      return sink
    }
  }

  /// Each element of this stream with the latest of `other`; dropped while `other` has none. A failure of either fails
  /// the whole.
  public func withLatestFrom<Other: Sendable>(_ other: Observable<Other>) -> Observable<(Element, Other)> {
    Observable<(Element, Other)> { observer in
      var latest: Other?
      let gate = Gate(observer)
      let others = other.subscribe(
        observer.upstream(next: { latest = $0 }, end: { if case .failed = $0 { gate.end($0) } }))
      guard gate.isOpen else { return EmptyDisposable.instance }
      let elements = self.subscribe(
        observer.upstream(
          next: { element in if let latest { gate.next((element, latest)) } },
          end: { gate.end($0) }))
      gate.upstream.set(
        ActionDisposable {
          others.dispose()
          elements.dispose()
        })
      return gate
    }
  }
}

/// Walks the streams of a `concat`. Synchronous ends loop instead of recursing, so a thousand `.just` need no stack.
@MainActor
final class ConcatSink<Element: Sendable>: Disposable {
  private let streams: [Observable<Element>]
  private let observer: Observer<Element>
  private let current = SerialDisposable()
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
    while !current.isDisposed {
      guard index < streams.count else {
        current.dispose()
        return observer.end(.finished)
      }
      let stream = streams[index]
      index += 1
      if case .just(let element) = stream.source {
        observer.next(element)
        continue
      }
      isWaiting = true
      let step = index
      let subscription = stream.subscribe(
        observer.upstream(
          next: { [self] in if !current.isDisposed { observer.next($0) } }, end: { [self] in ended($0) }))
      guard isWaiting, step == index else { continue }
      current.set(subscription)
      return
    }
  }

  private func ended(_ completion: Completion) {
    guard !current.isDisposed else { return }
    isWaiting = false
    guard case .finished = completion else {
      current.dispose()
      return observer.end(completion)
    }
    advance()
  }

  func dispose() {
    current.dispose()
  }
}

/// Counts the streams of a `merge` or `flatMap` that are still open, and ends when the last has.
@MainActor
final class MergeSink<Element: Sendable>: Disposable {
  private let observer: Observer<Element>
  private var subscriptions: [Int: any Disposable] = [:]
  private var nextKey = 0
  private var open = 0
  private var wasCancelled = false
  private(set) var isDone = false

  init(_ observer: Observer<Element>) {
    self.observer = observer
  }

  func deliver(_ element: Element) {
    if !isDone { observer.next(element) }
  }

  func opened() {
    open += 1
  }

  func add(_ subscription: any Disposable) {
    if isDone { return subscription.dispose() }
    subscriptions[nextKey] = subscription
    nextKey += 1
  }

  func subscribe(to stream: Observable<Element>) {
    guard !isDone else { return }
    if case .just(let element) = stream.source { return observer.next(element) }
    opened()
    let key = nextKey
    nextKey += 1
    var hasEnded = false
    let subscription = stream.subscribe(
      observer.upstream(
        next: { [self] in deliver($0) },
        end: { [self] completion in
          hasEnded = true
          subscriptions[key] = nil
          closed(completion)
        }))
    if isDone {
      subscription.dispose()
    } else if !hasEnded {
      subscriptions[key] = subscription
    }
  }

  func closed(_ completion: Completion) {
    guard !isDone else { return }
    open -= 1
    switch completion {
    case .failed:
      dispose()
      observer.end(completion)
    case .cancelled, .finished:
      if case .cancelled = completion { wasCancelled = true }
      guard open == 0 else { return }
      dispose()
      observer.end(wasCancelled ? .cancelled : .finished)
    }
  }

  func dispose() {
    isDone = true
    let held = subscriptions
    subscriptions = [:]
    for subscription in held.values { subscription.dispose() }
  }
}
