import ReactorTesting
import Testing

@testable import ReactorCore

@MainActor
@Suite struct PulseTests {
  struct Owner {
    @Pulse var message: String?
    var other = 0
  }

  @Test func `the stamp is 0 until the first assignment, and different after each`() {
    var owner = Owner()
    #expect(owner.$message.stamp == 0)
    owner.message = "a"
    let first = owner.$message.stamp
    owner.message = "a"
    let second = owner.$message.stamp
    owner.other = 1
    #expect(first != 0)
    #expect(second != first)
    #expect(owner.$message.stamp == second)
  }

  @Test func `a stamp that wraps to 0 is skipped, because 0 means never assigned`() {
    #expect(PulseStamp.following(7) == 7)
    #expect(PulseStamp.following(.max) == .max)
    #expect(PulseStamp.following(0) != 0)
  }

  @Test func `two assignments of equal values are different pulses, and unassigned pulses are compared by value`() {
    var left = Pulse(wrappedValue: 1)
    let right = Pulse(wrappedValue: 1)
    #expect(left == right)
    #expect(left != Pulse(wrappedValue: 2))

    left.wrappedValue = 1
    #expect(left != right)
    let copy = left
    #expect(left == copy)
    left.wrappedValue = 1
    #expect(left != copy)
  }

  @Test func `an equal event is not lost when pulses or states are compared`() {
    let reactor = reactor()
    let pulses = Recorder(reactor.state(\.$event).map { $0.value })
    let states = Recorder(reactor.state.distinctUntilChanged().map { $0.event })
    for action in ["a", "a", "unrelated", "a"] { reactor.action.send(action) }
    #expect(pulses.elements == [nil, "a", "a", "a"])
    #expect(states.elements == [nil, "a", "a", "a", "a"])
  }

  private func reactor() -> ScriptedReactor {
    let reactor = ScriptedReactor()
    reactor.onReduce = { state, mutation in
      switch mutation {
      case "unrelated": state.log.append(mutation)
      case "replace": state = ScriptedReactor.State(log: ["replaced"])
      case "replace and fire":
        state = ScriptedReactor.State()
        state.event = "again"
      case "nil": state.event = nil
      default: state.event = mutation
      }
    }
    return reactor
  }

  @Test func `a pulse fires on every assignment, equal or not, and only then`() {
    let reactor = reactor()
    let events = Recorder(reactor.pulse(\.$event))
    for action in ["a", "unrelated", "a", "b", "unrelated", "nil", "nil"] { reactor.action.send(action) }
    #expect(events.elements == [nil, "a", "a", "b", nil, nil])
  }

  @Test func `a pulse assigned in a reduce that replaces the whole state is not lost`() {
    let reactor = reactor()
    let events = Recorder(reactor.pulse(unwrapping: \.$event))
    for action in ["again", "replace and fire", "replace and fire"] { reactor.action.send(action) }
    #expect(events.elements == ["again", "again", "again"])
  }

  @Test func `replacing the whole state without assigning the pulse is not an event`() {
    let reactor = reactor()
    let events = Recorder(reactor.pulse(\.$event, replay: .none))
    for action in ["a", "replace", "replace", "b"] { reactor.action.send(action) }
    #expect(events.elements == ["a", "b"])
  }

  @Test func `a late subscriber receives the last value again, or only later ones, as requested`() {
    let reactor = reactor()
    reactor.action.send("a")
    let latest = Recorder(reactor.pulse(\.$event))
    let none = Recorder(reactor.pulse(\.$event, replay: .none))
    let unwrapped = Recorder(reactor.pulse(unwrapping: \.$event))
    let unwrappedLatest = Recorder(reactor.pulse(unwrapping: \.$event, replay: .latest))
    reactor.action.send("b")
    #expect(latest.elements == ["a", "b"])
    #expect(none.elements == ["b"])
    #expect(unwrapped.elements == ["b"])
    #expect(unwrappedLatest.elements == ["a", "b"])
  }

  @Test func `a pulse without replay delivers the first event, even before any assignment`() {
    let reactor = reactor()
    let none = Recorder(reactor.pulse(\.$event, replay: .none))
    reactor.action.send("a")
    #expect(none.elements == ["a"])
  }

  @Test func `unwrapping omits assignments of nil`() {
    let reactor = reactor()
    let events = Recorder(reactor.pulse(unwrapping: \.$event))
    for action in ["nil", "a", "nil", "a"] { reactor.action.send(action) }
    #expect(events.elements == ["a", "a"])
  }
}
