import ReactorCore
import Testing

private final class TallyReactor: Reactor {
  enum Action { case increase }
  let store = Store<TallyReactor>(0)

  func reduce(into state: inout Int, mutation: Action) { state += 1 }
}

@MainActor
struct CollectingTests {
  private let relay = Relay<Int>()
  private let states = StateRelay(0)

  @Test func `a bag collects what is bound during the call, and nothing before or after`() {
    let bag = DisposeBag()
    relay.bind { _ in }
    bag.collect {
      relay.bind { _ in }
      relay.subscribe(onNext: { _ in })
      relay.subscribe { _ in }
      states.bind { _ in }
    }
    relay.bind { _ in }
    #expect(relay.observerCount == 5)

    bag.dispose()

    #expect(relay.observerCount == 2)
    #expect(states.observerCount == 0)
  }

  @Test func `an inner bag collects during its call, and then the outer one continues`() {
    let (outer, inner) = (DisposeBag(), DisposeBag())
    outer.collect {
      inner.collect { relay.bind { _ in } }
      relay.bind { _ in }
    }

    inner.dispose()
    #expect(relay.observerCount == 1)
    outer.dispose()
    #expect(relay.observerCount == 0)
  }

  @Test func `work caused by an element belongs to the receiver of the element`() {
    let bag = DisposeBag()
    let actions = Relay<Int>()
    actions.bind { [relay] _ in relay.bind { _ in } }
    bag.collect {
      states.bind { [relay] _ in relay.bind { _ in } }
      actions.send(1)
    }
    #expect(relay.observerCount == 2)

    bag.dispose()

    #expect(relay.observerCount == 2)
    #expect(states.observerCount == 0)
  }

  @Test func `a reactor that is first used during the call works after the bag is disposed of`() {
    let (bag, reactor) = (DisposeBag(), TallyReactor())
    bag.collect { reactor.state.bind { _ in } }

    bag.dispose()
    reactor.action.send(.increase)

    #expect(reactor.currentState == 1)
  }

  @Test func `a body that fails ends the collection`() {
    struct Failure: Error {}
    let bag = DisposeBag()
    #expect(throws: Failure.self) { try bag.collect { throw Failure() } }
    relay.bind { _ in }

    bag.dispose()

    #expect(relay.observerCount == 1)
  }
}
