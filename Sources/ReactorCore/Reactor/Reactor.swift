/// Turns actions into mutations and mutations into state.
///
/// A view sends an ``Action``; `mutate` answers with a stream of mutations, where the side effects live; `reduce` makes
/// the next ``State`` from each, purely. What is not needed is left out: every method has a default.
///
/// ```swift
/// final class CounterReactor: Reactor {
///   enum Action { case increase, decrease }
///   struct State { var value = 0 }
///   let store = Store<CounterReactor>(State())
///
///   func reduce(into state: inout State, mutation: Action) {
///     switch mutation {
///     case .increase: state.value += 1
///     case .decrease: state.value -= 1
///     }
///   }
/// }
/// ```
///
/// Everything happens on the main actor. Releasing the reactor cancels every effect it started, so an effect that must
/// outlive a screen belongs to a service, and an effect must not hold its reactor strongly.
@MainActor
public protocol Reactor: AnyObject {
  /// What a person (or a parent) can ask for.
  associatedtype Action: Sendable
  /// A step of change: the bridge between an action's side effects and the state.
  associatedtype Mutation: Sendable = Action
  /// What the view shows.
  associatedtype State: Sendable
  /// The class that declares ``store``; inferred. It differs from `Self` only in subclasses.
  associatedtype Base: Reactor = Self
  where Base.Action == Action, Base.Mutation == Mutation, Base.State == State

  /// Holds the state and the pipeline: `let store = Store<CounterReactor>(State())`.
  var store: Store<Base> { get }

  /// Transforms the stream of actions, for instance merging actions of its own. Called once, at first use.
  func transform(action: Observable<Action>) -> Observable<Action>
  /// Starts the side effects of an action and answers with their mutations. Default: the action itself where mutations
  /// are actions, else nothing.
  func mutate(action: Action) -> Observable<Mutation>
  /// Transforms the stream of mutations: this is where global state is merged in. Called once, at first use.
  func transform(mutation: Observable<Mutation>) -> Observable<Mutation>
  /// The state after a mutation; pure. Default: the state as it is.
  func reduce(state: State, mutation: Mutation) -> State
  /// Changes the state by a mutation, in place; pure. This is what the store calls. Default: ``reduce(state:mutation:)``.
  func reduce(into state: inout State, mutation: Mutation)
  /// Transforms the stream of states, the initial one included; what it makes of them is not reduced again. Called once.
  func transform(state: Observable<State>) -> Observable<State>
}

extension Reactor {
  /// The actions as they came.
  @inlinable
  public func transform(action: Observable<Action>) -> Observable<Action> { action }
  /// No mutation.
  @inlinable
  public func mutate(action: Action) -> Observable<Mutation> { .empty }
  /// The mutations as they came.
  @inlinable
  public func transform(mutation: Observable<Mutation>) -> Observable<Mutation> { mutation }
  /// The state as it is.
  @inlinable
  public func reduce(state: State, mutation: Mutation) -> State { state }
  /// The answer of the other spelling.
  @inlinable
  public func reduce(into state: inout State, mutation: Mutation) {
    state = reduce(state: state, mutation: mutation)
  }
  /// The states as they came.
  @inlinable
  public func transform(state: Observable<State>) -> Observable<State> { state }
}

extension Reactor where Mutation == Action {
  /// The action is the mutation.
  @inlinable
  public func mutate(action: Action) -> Observable<Mutation> { .just(action) }
}

extension Reactor {
  /// Where actions are sent. Ends nothing and fails nothing: it only takes elements.
  @inlinable
  public var action: Relay<Action> {
    store.connect(to: self)
    return store.action
  }

  /// The current state, then the state after every mutation, equal or not. Where ``transform(state:)`` makes something
  /// else of the states, subscribers hear only that, from the first one on.
  @inlinable
  public var state: Observable<State> {
    store.connect(to: self)
    return store.states.asObservable()
  }

  /// The state now; inside a subscriber, the state that it is being told of.
  @inlinable
  public var currentState: State { store.states.value }

  /// The state before any action.
  public var initialState: State { store.initialState }

  /// One property of the state: its current value, then each value that differs from the one before.
  ///
  /// In a module that is isolated to the main actor by default, a property's type of your own is to be declared
  /// `nonisolated`: else its `==` belongs to the main actor, and cannot be lent to a stream.
  @inlinable
  public func state<Value: Equatable & Sendable>(_ keyPath: KeyPath<State, Value>) -> Observable<Value> {
    let states = state
    return Observable<Value> { observer in
      var last: Value?
      states.connect(
        observer.upstream(next: { state in
          let value = state[keyPath: keyPath]
          if value == last { return }
          last = value
          observer.next(value)
        }))
    }
  }

  /// Replaces the reactor's logic for a view's test: from now on actions are only recorded, and the test sets the state.
  /// Neither `mutate` nor `reduce` nor a transform runs; effects in flight are cancelled.
  public func stub() -> Stub<Base> {
    store.stubbed()
  }
}
