/// Operations of a debugger on a reactor. They have no effect if the source is not a reactor, if the reactor was
/// released, or if a value has another type.
extension ProgramEvent.Source {
  /// Delivers a state to the subscribers of the reactor in place of the current one, until ``showPresent()``.
  ///
  /// The reactor keeps its own state: mutations are reduced but not delivered. Actions that subscribers send to this
  /// reactor in response to the shown state are dropped, and pulses do not emit. Actions sent to other reactors are
  /// dropped inside ``droppingActions(of:while:)``. Actions that are sent later, for example by `debounce`, are
  /// performed.
  ///
  /// - Parameter state: A state of the reactor, such as that of an earlier ``ProgramEvent/Kind/state(_:)``.
  /// - Returns: Whether the state is shown.
  @discardableResult
  public func showPast(_ state: any Sendable) -> Bool {
    func show<R: Reactor>(_ reactor: R) -> Bool {
      guard let state = state as? R.State else { return false }
      reactor.store.showPast(state)
      return true
    }
    return (object as? any Reactor).map { show($0) } ?? false
  }

  /// Delivers the current state of the reactor to its subscribers again, after ``showPast(_:)``. Pulses emit if they
  /// were assigned in the meantime.
  public func showPresent() {
    func show<R: Reactor>(_ reactor: R) { reactor.store.showPresent() }
    (object as? any Reactor).map { show($0) }
  }

  /// Calls a closure, and drops the actions that are sent to reactors while it runs, such as those that views send in
  /// response to a past state. Pulses and outputs that have waited are delivered afterward.
  ///
  /// - Parameters:
  ///   - sources: The reactors. Other sources are ignored.
  ///   - body: The closure.
  public static func droppingActions(of sources: [ProgramEvent.Source], while body: () -> Void) {
    func hold<R: Reactor>(_ reactor: R) { reactor.store.holdActions() }
    func drop<R: Reactor>(_ reactor: R) { reactor.store.dropActions() }
    func deliverOutputs<R: Reactor>(_ reactor: R) { reactor.store.deliverOutputs() }
    let reactors = sources.compactMap { $0.object as? any Reactor }
    for reactor in reactors { hold(reactor) }
    body()
    for reactor in reactors { drop(reactor) }
    for reactor in reactors { deliverOutputs(reactor) }
  }

  /// Returns the state that results from applying mutations to a state, without changing the reactor. Reducers are
  /// pure, so a history can be recomputed without some of its mutations.
  ///
  /// - Parameters:
  ///   - start: The state before the mutations.
  ///   - mutations: The mutations, in order.
  public func state(from start: any Sendable, applying mutations: [any Sendable]) -> (any Sendable)? {
    func state<R: Reactor>(_ reactor: R) -> (any Sendable)? {
      guard let start = start as? R.State else { return nil }
      let typed = mutations.compactMap { $0 as? R.Mutation }
      return typed.count == mutations.count ? reactor.store.state(from: start, applying: typed) : nil
    }
    return (object as? any Reactor).flatMap { state($0) }
  }

  /// The current state of the reactor, even while a past state is shown.
  public var presentState: (any Sendable)? {
    func state<R: Reactor>(_ reactor: R) -> any Sendable { reactor.store.reduced ?? reactor.store.states.storage }
    return (object as? any Reactor).map { state($0) }
  }

  /// Cancels an effect of the reactor whose start was observed.
  public func cancelEffect(_ number: Int) {
    func cancel<R: Reactor>(_ reactor: R) { reactor.store.effects.cancel(number) }
    (object as? any Reactor).map { cancel($0) }
  }
}
