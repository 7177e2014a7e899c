/// The time for which a shared stream keeps its elements for later subscribers.
public enum SharingScope: Sendable {
  /// As long as there is a subscriber. The next one starts the stream again.
  case whileConnected
  /// For as long as the shared stream exists. A subscriber after the end receives the kept elements and the end.
  case forever
}

extension ObservableConvertible {
  /// Returns a stream that subscribes to this one once on behalf of all its subscribers, from the first subscription
  /// until the last subscriber leaves.
  ///
  /// ```
  /// self                        -a-b-c-|
  /// first subscriber            -a-b-c-|
  /// second subscriber               -c-|
  /// second, with replay: 1          bc-|
  /// ```
  ///
  /// Without sharing, each subscription runs the stream again, for example a request:
  ///
  /// ```swift
  /// let result = action.flatMapLatest { search($0) }.share()
  /// ```
  ///
  /// Within a reactor, effects with an ID in the shared stream belong to the reactor that subscribes first.
  ///
  /// - Parameters:
  ///   - replay: The number of latest elements that a new subscriber receives first.
  ///   - scope: The time for which these elements are kept.
  public func share(replay: Int = 0, scope: SharingScope = .whileConnected) -> Observable<Element> {
    let source = asObservable()
    let shared = SharedStream<Element>(replay: max(replay, 0), scope)
    return Observable { shared.connect($0, to: source) }
  }
}

/// The subscribers of a shared stream, and the one subscription for all of them.
///
/// It does not retain the shared stream. If that is a relay, it retains this object through the subscription.
@MainActor
final class SharedStream<Element: Sendable> {
  private let replay: Int
  private let scope: SharingScope
  /// The subscribers of the current run.
  private var subscribers = Relay<StreamEvent<Element>>()
  private var kept: [Element] = []
  private var completion: Completion?
  private var run: Lifetime?

  nonisolated init(replay: Int, _ scope: SharingScope) {
    self.replay = replay
    self.scope = scope
  }

  func connect(_ observer: Observer<Element>, to source: Observable<Element>) {
    replayKept(to: observer)
    if let completion { return observer.end(completion) }
    guard observer.isOpen else { return }
    let isFirst = run == nil
    let run = run ?? Lifetime(context: observer.lifetime.context)
    self.run = run
    subscribers.subscriptions.add(observer.upstream(next: { observer.deliver($0) }))
    // The reference is weak, because this object retains the subscribers. Once it is released, the stream delivers
    // nothing more.
    observer.lifetime.insert(
      ActionDisposable { [weak self] in if let self { subscriberLeft() } else { run.dispose() } })
    if isFirst { start(source, run) }
  }

  /// Delivers the kept elements, including those that arrive during the delivery.
  private func replayKept(to observer: Observer<Element>) {
    guard !kept.isEmpty else { return }
    var waiting = WorkQueue<StreamEvent<Element>>()
    for element in kept { waiting.append(.next(element)) }
    let arrivals = Lifetime()
    subscribers.subscriptions.add(Observer(lifetime: arrivals, next: { waiting.append($0) }, end: { _ in }))
    while let event = waiting.popFirst() { observer.deliver(event) }
    arrivals.dispose()
    // The other subscribers may have left during the delivery.
    if !observer.isOpen { subscriberLeft() }
  }

  private func start(_ source: Observable<Element>, _ run: Lifetime) {
    source.connect(
      Observer(
        lifetime: run,
        next: { [self] element in
          if replay > 0 {
            kept.append(element)
            if kept.count > replay { kept.removeFirst() }
          }
          subscribers.send(.next(element))
        },
        end: { [self] in ended($0) }))
  }

  /// Ends the subscribers. A subscriber that subscribes again in response starts a new run or receives the kept
  /// elements.
  private func ended(_ completion: Completion) {
    let ended = subscribers
    subscribers = Relay()
    run = nil
    if scope == .forever { self.completion = completion } else { kept = [] }
    ended.send(.ended(completion))
  }

  private func subscriberLeft() {
    guard let run, subscribers.observerCount == 0 else { return }
    if scope == .whileConnected { kept = [] }
    self.run = nil
    run.dispose()
  }
}
