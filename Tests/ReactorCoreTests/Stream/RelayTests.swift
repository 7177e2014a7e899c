import ReactorTesting
import ShowroomTestSupport
import Testing

@testable import ReactorCore

@MainActor
@Suite struct RelayTests {
  @Test func `a relay delivers to its subscribers in order, and only elements sent after they subscribed`() {
    let relay = Relay<Int>()
    let calls = Box<[String]>([])
    let bag = DisposeBag()
    relay.send(0)
    relay.subscribe { calls.value.append("a\($0)") }.disposed(by: bag)
    relay.send(1)
    relay.subscribe { calls.value.append("b\($0)") }.disposed(by: bag)
    relay.send(2)
    #expect(calls.value == ["a1", "a2", "b2"])
  }

  @Test func `observerCount counts the active subscriptions, even during a delivery`() {
    let relay = Relay<Int>()
    #expect(relay.observerCount == 0)
    let subscriptions = (0..<5).map { _ in relay.subscribe { _ in } }
    #expect(relay.observerCount == 5)
    let counts = Box<[Int]>([])
    let last = relay.subscribe { _ in
      subscriptions[0].dispose()
      subscriptions[0].dispose()
      counts.value.append(relay.observerCount)
    }
    relay.send(1)
    #expect(counts.value == [5])
    for subscription in subscriptions { subscription.dispose() }
    #expect(relay.observerCount == 1)
    last.dispose()
    #expect(relay.observerCount == 0)
  }

  @Test func `a new subscriber receives the next element, and an ended subscription is skipped immediately`() {
    let relay = Relay<Int>()
    let calls = Box<[String]>([])
    let bag = DisposeBag()
    let victim = SerialDisposable()
    relay.subscribe { number in
      calls.value.append("first \(number)")
      guard number == 1 else { return }
      victim.dispose()
      relay.subscribe { calls.value.append("new \($0)") }.disposed(by: bag)
    }.disposed(by: bag)
    victim.set(relay.subscribe { calls.value.append("victim \($0)") })
    relay.send(1)
    relay.send(2)
    #expect(calls.value == ["first 1", "first 2", "new 2"])
  }

  @Test func `a subscriber may dispose of itself, and of what only it retains, from inside its own call`() {
    let relay = Relay<Int>()
    let live = LiveCount()
    let own = SerialDisposable()
    let calls = Box(0)
    own.set(
      relay.subscribe { [token = live.token()] _ in
        own.dispose()
        // The closure, which retains the token, is still running.
        calls.value += live.alive
        withExtendedLifetime(token) {}
      })
    relay.send(1)
    relay.send(2)
    #expect(calls.value == 1)
    #expect(live.alive == 0)
  }

  @Test func `ten thousand subscriptions that end one by one leave nothing behind`() {
    let relay = Relay<Int>()
    let live = LiveCount()
    let subscriptions = (0..<10_000).map { _ in
      let token = live.token()
      return relay.subscribe { _ in withExtendedLifetime(token) {} }
    }
    for subscription in subscriptions { subscription.dispose() }
    relay.send(1)
    #expect(relay.observerCount == 0)
    #expect(relay.subscriptions.entries.isEmpty)
    #expect(live.alive == 0)
  }

  @Test func `a state relay delivers its current value to a new subscriber first`() {
    let relay = StateRelay(1)
    let first = Recorder(relay.asObservable())
    relay.accept(2)
    let second = Recorder(relay.asObservable())
    #expect(first.elements == [1, 2])
    #expect(second.elements == [2])
    #expect(relay.value == 2)
  }

  @Test func `a state relay does not end its stream when it is released`() {
    var relay: StateRelay<Int>? = StateRelay(1)
    let recorder = relay.map { Recorder($0.asObservable()) }
    weak let released = relay
    relay = nil
    #expect(released == nil)
    #expect(recorder?.completion == nil)
  }

  @Test func `a value accepted during a delivery follows the current one, in the same order for all subscribers`() {
    let relay = StateRelay(0)
    let values = Box<[Int]>([])
    let subscription = relay.asObservable().bind { number in
      if number == 1 { relay.accept(2) }
      if number == 2 { relay.accept(3) }
      values.value.append(relay.value)
    }
    let late = Recorder(relay.asObservable())
    relay.accept(1)
    #expect(values.value == [0, 1, 2, 3])
    #expect(late.elements == [0, 1, 2, 3])
    #expect(relay.value == 3)
    subscription.dispose()
  }

  @Test func `a reactor's action relay delivers to every observer, and removes those that end`() {
    let reactor = ScriptedReactor()
    let before = reactor.action.observerCount
    let actions = Recorder(reactor.action.asObservable())
    #expect(reactor.action.observerCount == before + 1)
    reactor.action.send("a")
    #expect(actions.elements == ["a"])
    actions.dispose()
    #expect(reactor.action.observerCount == before)
  }
}
