/// The wiring of one reactor: three hot streams with the reactor's transform behind each.
///
/// The reactor itself is held weakly by the closures, so an action sent to the relay of a released one goes nowhere.
@MainActor
@usableFromInline
final class Pipeline<R: Reactor> {
  @usableFromInline let actions = Relay<R.Action>()
  @usableFromInline let mutations = Relay<R.Mutation>()
  @usableFromInline let states = Relay<R.State>()
  @usableFromInline let mutate: @MainActor (R.Action) -> Observable<R.Mutation>
  /// Answers false, and leaves the state alone, when the reactor is gone.
  @usableFromInline let reduce: @MainActor (inout R.State, R.Mutation) -> Bool
  @usableFromInline let name: String
  /// Whether the reactor has a transform of its own; where it has none, the store skips the relay.
  @exclusivity(unchecked) @usableFromInline var transformsAction = false
  @exclusivity(unchecked) @usableFromInline var transformsMutation = false
  @exclusivity(unchecked) @usableFromInline var transformsState = false
  private var subscriptions: [any Disposable] = []
  private var isDisposed = false

  @usableFromInline
  init(
    mutate: @escaping @MainActor (R.Action) -> Observable<R.Mutation>,
    reduce: @escaping @MainActor (inout R.State, R.Mutation) -> Bool, name: String
  ) {
    self.mutate = mutate
    self.reduce = reduce
    self.name = name
  }

  @usableFromInline
  func add(_ subscription: any Disposable) {
    if isDisposed { subscription.dispose() } else { subscriptions.append(subscription) }
  }

  /// Delivers `transformed` to the store for as long as the pipeline lives. Answers false, and does nothing, when it is
  /// the original, untouched.
  ///
  /// A transform that fails is reported and subscribed again, so one bad element of a merged stream does not kill the
  /// reactor. One that fails while it is subscribed to, or before anything went in or came out, would do so for ever:
  /// the untransformed stream takes its place.
  @usableFromInline
  func connect<Element: Sendable>(
    _ original: Relay<Element>, _ transformed: Observable<Element>, to store: Store<R>,
    deliver: @escaping @MainActor (Store<R>, Element) -> Void
  ) -> Bool {
    if case .relay(let relay) = transformed.source, relay === original { return false }
    let slot = SerialDisposable()
    add(slot)
    follow(original, transformed, in: slot, of: store) { [weak store] element in
      if let store { deliver(store, element) }
    }
    return true
  }

  private func follow<Element: Sendable>(
    _ original: Relay<Element>, _ transformed: Observable<Element>, in slot: SerialDisposable, of store: Store<R>,
    _ receive: @escaping @MainActor (Element) -> Void
  ) {
    let attempt = Attempt()
    let inputs = original.subscribe { _ in attempt.hasProgressed = true }
    let outputs = transformed.subscribe(
      Observer(
        scope: nil,
        next: { element in
          attempt.hasProgressed = true
          receive(element)
        },
        end: { [weak self, weak store] completion in
          guard case .failed(let error) = completion else { return }
          attempt.hasFailed = true
          inputs.dispose()
          guard let self, let store, !slot.isDisposed else { return }
          store.report(error)
          if attempt.isSubscribing || !attempt.hasProgressed {
            slot.set(original.subscribe(receive))
          } else {
            follow(original, transformed, in: slot, of: store, receive)
          }
        }))
    attempt.isSubscribing = false
    if attempt.hasFailed { return outputs.dispose() }
    slot.set(
      ActionDisposable {
        inputs.dispose()
        outputs.dispose()
      })
  }

  @usableFromInline
  func dispose() {
    isDisposed = true
    let held = subscriptions
    subscriptions = []
    for subscription in held { subscription.dispose() }
  }
}

/// One subscription to a transformed stream: what decides whether another would go better.
@MainActor
private final class Attempt {
  var isSubscribing = true
  var hasProgressed = false
  var hasFailed = false
}
