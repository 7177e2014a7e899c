import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct SubclassingTests {
  /// A generic base class, such as a list that several types of items share.
  class ListReactor<Item: Sendable & Equatable>: Reactor {
    enum Action: Sendable { case add(Item), clear }
    struct State: Sendable, Equatable { var items: [Item] = [] }
    let store = Store<ListReactor<Item>>(State())

    func mutate(action: Action) -> Observable<Action> { .just(action) }

    func reduce(into state: inout State, mutation: Action) {
      switch mutation {
      case .add(let item): state.items.append(item)
      case .clear: state.items = []
      }
    }
  }

  final class DoublingReactor: ListReactor<Int> {
    override func mutate(action: Action) -> Observable<Action> {
      if case .add(let item) = action { return .concat(super.mutate(action: action), .just(.add(item * 2))) }
      return super.mutate(action: action)
    }
  }

  @Test func `a generic base class and its subclass are both reactors, and overrides are called`() {
    let base = ListReactor<String>()
    base.action.send(.add("a"))
    #expect(base.currentState.items == ["a"])
    let derived = DoublingReactor()
    let items = Recorder(derived.state(\.items))
    derived.action.send(.add(3))
    #expect(items.elements == [[], [3], [3, 6]])
    let asBase: ListReactor<Int> = derived
    asBase.action.send(.clear)
    #expect(derived.currentState.items == [])
  }

  @Test func `a subclass can be stubbed`() {
    let derived = DoublingReactor()
    let stub = derived.stub()
    derived.action.send(.add(1))
    stub.state.items = [9]
    #expect(stub.actions.count == 1)
    #expect(derived.currentState.items == [9])
  }

  final class Child: Reactor, IdentityHashable {
    typealias Action = Int
    struct State: Equatable { var value = 0 }
    let store = Store<Child>(State())
    func reduce(into state: inout State, mutation: Int) { state.value += mutation }
  }

  final class Parent: Reactor {
    enum Action { case open, close }
    struct State: Equatable { var child: Child? }
    let store = Store<Parent>(State())
    func reduce(into state: inout State, mutation: Action) {
      state.child = mutation == .open ? Child() : nil
    }
  }

  @Test func `a nested reactor is part of the state and is compared by identity`() {
    let parent = Parent()
    let children = Recorder(parent.state(\.child))
    parent.action.send(.open)
    let child = parent.currentState.child
    child?.action.send(5)
    #expect(child?.currentState.value == 5)
    #expect(children.elements == [nil, child])
    parent.action.send(.open)
    #expect(parent.currentState.child != child)
    #expect(children.elements.count == 3)
  }

  @Test func `closing a nested reactor cancels its effects`() {
    let parent = Parent()
    parent.action.send(.open)
    weak let child = parent.currentState.child
    parent.action.send(.close)
    #expect(child == nil)
  }

  @Test func `identity comparison makes an object equal only to itself and hashes it by identity`() {
    let one = Child()
    let other = Child()
    #expect(one == one)
    #expect(one != other)
    #expect(Set([one, other, one]).count == 2)
    #expect(one.hashValue == one.hashValue)
  }

  @Test func `global state merged in transform(mutation:) reaches every reactor, and is released with it`() {
    let session = StateRelay("nobody")
    func screen() -> ScriptedReactor {
      let reactor = ScriptedReactor()
      reactor.onTransformMutation = { .merge($0, session.asObservable()) }
      return reactor
    }
    let first = screen()
    var second: ScriptedReactor? = screen()
    _ = first.state
    _ = second?.state
    first.action.send("own")
    session.accept("ada")
    #expect(first.log == ["nobody", "own", "ada"])
    #expect(second?.log == ["nobody", "ada"])
    second = nil
    #expect(session.observerCount == 1)
  }

  /// An enum that contains an object. Replacing it releases the object, whose `deinit` reads the state.
  final class Looking: Reactor {
    enum Action { case next }
    enum Content: Sendable { case one(Witness), two(Witness, Int) }
    struct State: Sendable {
      var content: Content
      var count = 0
    }
    let store: Store<Looking>
    init(_ content: Content) { store = Store(State(content: content)) }
    var makeContent: () -> Content = { .two(Witness {}, 0) }
    func reduce(into state: inout State, mutation: Action) {
      state.content = makeContent()
      state.count += 1
    }
  }

  @MainActor
  final class Witness {
    let onDeinit: @MainActor () -> Void
    init(_ onDeinit: @escaping @MainActor () -> Void) { self.onDeinit = onDeinit }
    isolated deinit { onDeinit() }
  }

  @Test func `an object released with an old state may read the new one`() {
    let holder = Box<Looking?>(nil)
    let seen = Box<[Int]>([])
    let witness: @MainActor () -> Witness = {
      Witness { if let state = holder.value?.currentState { seen.value.append(state.count) } }
    }
    let reactor = Looking(.one(witness()))
    holder.value = reactor
    reactor.makeContent = { .two(witness(), 1) }
    for _ in 0..<5 { reactor.action.send(.next) }
    // `initialState` retains the first content.
    #expect(seen.value == [2, 3, 4, 5])
    holder.value = nil
  }
}
