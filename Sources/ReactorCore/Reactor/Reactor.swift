/// A unit of logic that turns actions into mutations and mutations into state.
///
/// A view sends an ``Action``. `mutate` performs the side effects and returns a stream of mutations, and `reduce`, a
/// pure function, applies each mutation to the ``State``. Every method has a default implementation.
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
/// Isolated to the main actor. Releasing the reactor cancels every effect that it started, so an effect must not retain
/// its reactor, and an effect that must outlive a screen belongs in a service.
@MainActor
public protocol Reactor: AnyObject {
  /// A request from the user or from a parent.
  associatedtype Action: Sendable
  /// A change to the state, emitted by the side effects of an action.
  associatedtype Mutation: Sendable = Action
  /// The data that the view displays.
  associatedtype State: Sendable
  /// An event that the reactor reports besides its state, such as a message or a request to navigate. See ``outputs``.
  associatedtype Output: Sendable = Never
  /// The class that declares ``store``. Inferred. It differs from `Self` only in subclasses.
  associatedtype Base: Reactor = Self
  where Base.Action == Action, Base.Mutation == Mutation, Base.State == State

  /// The storage of the state and the pipeline: `let store = Store<CounterReactor>(State())`.
  var store: Store<Base> { get }

  /// Transforms the stream of actions, for example to merge other actions. Called once, at first use.
  func transform(action: Observable<Action>) -> Observable<Action>
  /// Performs the side effects of an action and returns their mutations. By default, returns the action if mutations
  /// are actions, and no mutation otherwise.
  func mutate(action: Action) -> Observable<Mutation>
  /// Transforms the stream of mutations, for example to merge global state. Called once, at first use.
  ///
  /// Elements that a merged stream emits while ``mutate(action:)`` runs are reduced after the earlier elements of that
  /// stream and before the mutations that `mutate` returns.
  func transform(mutation: Observable<Mutation>) -> Observable<Mutation>
  /// Returns the state after a mutation. A pure function. By default, returns the state unchanged.
  func reduce(state: State, mutation: Mutation) -> State
  /// Applies a mutation to the state in place, without side effects. The store calls this method. By default, calls
  /// ``reduce(state:mutation:)``.
  func reduce(into state: inout State, mutation: Mutation)
  /// Transforms the stream of states, including the initial state. The results are not reduced again. Called once, at
  /// first use.
  func transform(state: Observable<State>) -> Observable<State>
}

extension Reactor {
  /// Returns the actions unchanged.
  public func transform(action: Observable<Action>) -> Observable<Action> { action }
  /// Returns no mutation.
  public func mutate(action: Action) -> Observable<Mutation> { .empty }
  /// Returns the mutations unchanged.
  public func transform(mutation: Observable<Mutation>) -> Observable<Mutation> { mutation }
  /// Returns the state unchanged.
  public func reduce(state: State, mutation: Mutation) -> State { state }
  /// Assigns the result of ``reduce(state:mutation:)``.
  @inlinable
  public func reduce(into state: inout State, mutation: Mutation) {
    state = reduce(state: state, mutation: mutation)
  }
  /// Returns the states unchanged.
  public func transform(state: Observable<State>) -> Observable<State> { state }
}

extension Reactor where Mutation == Action {
  /// Returns the action as its own mutation.
  @inlinable
  public func mutate(action: Action) -> Observable<Mutation> { .just(action) }
}

extension Reactor {
  /// The relay to which actions are sent.
  @inlinable
  public var action: Relay<Action> {
    store.connect(to: self)
    return store.action
  }

  /// A stream of the current state, then the state after every mutation, whether equal or not.
  ///
  /// If ``transform(state:)`` is implemented, subscribers receive only the transformed states, from the first one on.
  public var state: Observable<State> {
    store.connect(to: self)
    return store.states.asObservable()
  }

  /// The current state. During a delivery, this is the state being delivered. While a debugger shows a past state, a
  /// view that handles input or draws reads the past state, and the reactor reads its own.
  @inlinable
  public var currentState: State { store.past == nil ? store.states.value : store.presentValue }

  /// The state before the first action.
  public var initialState: State { store.initialState }

  /// Returns a stream of one property of the state: its current value, then each value that differs from the previous
  /// one.
  ///
  /// In a module with main-actor default isolation, declare the types of such properties `nonisolated`, as
  /// `nonisolated struct Car: Equatable`; otherwise their `==` is isolated to the main actor and does not satisfy
  /// `Equatable & Sendable`. The same applies to ``ObservableConvertible/distinctUntilChanged()``.
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

  /// Replaces the logic of the reactor, for tests of a view.
  ///
  /// From now on, actions are only recorded, and the test sets the state. Neither `mutate` nor `reduce` nor a transform
  /// runs, and running effects are canceled.
  ///
  /// - Returns: The stub, which is the same object for every call.
  public func stub() -> Stub<Base> {
    store.stubbed()
  }
}

// swift-format-ignore: AllPublicDeclarationsHaveDocumentation
extension Reactor {
  // The compiler shows the message if a reactor declares `initialState`, as in ReactorKit, but no store. `fatalError`
  // is never reached, because the compiler rejects every use.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "declare 'let store = Store<…>(State())', and no 'initialState'")
  public var store: Store<Base> { fatalError() }
}

/// An object that is equal only to itself, such as a reactor inside the `Equatable` state of another.
public protocol IdentityEquatable: AnyObject, Equatable {}

extension IdentityEquatable {
  /// Returns whether both are the same object.
  public static func == (left: Self, right: Self) -> Bool { left === right }
}

/// An object hashed by identity, such as a reactor in a set or as a key.
public protocol IdentityHashable: IdentityEquatable, Hashable {}

extension IdentityHashable {
  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

/// The action type of a reactor that receives no actions, because all its mutations come from merged streams.
///
/// ```swift
/// final class ClockReactor: Reactor {
///   typealias Action = NoAction
///   enum Mutation { case tick }
///   …
/// }
/// ```
public enum NoAction: Sendable {}
