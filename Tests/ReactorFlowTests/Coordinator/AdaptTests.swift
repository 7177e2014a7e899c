import ReactorCore
import ReactorFlow
import ShowroomTestSupport
import Testing

@MainActor
@Suite(.serialized)
struct AdaptTests {
  let coordinator = FlowCoordinator()
  let stepper = DefaultStepper<Named>()
  let flow = ScriptedFlow<Named>()

  @Test func `a flow without adapt handles every step immediately`() {
    final class Plain: Flow {
      let root = Panel()
      var handled: [Named] = []

      func navigate(to step: Named) -> FlowContributors<Named> {
        handled.append(step)
        return .none
      }
    }
    let plain = Plain()
    coordinator.coordinate(flow: plain, with: stepper)
    stepper.steps.send("a")
    #expect(plain.handled == ["a"])
  }

  @Test func `an adapt that does not suspend decides before send returns`() {
    flow.onAdapt = { step in
      switch step.name {
      case "upload": "destination"
      case "secret": nil
      default: step
      }
    }
    coordinator.coordinate(flow: flow, with: stepper)
    for name in ["upload", "secret", "list"] { stepper.steps.send(Named(name)) }
    #expect(flow.handled == ["destination", "list"])
  }

  @Test func `adapt filters the steps of the flow's stepper`() {
    flow.onAdapt = { $0 == "refused" ? nil : $0 }
    coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: "refused"))
    #expect(flow.handled == [])
  }

  @Test func `adapt filters the steps of a presentable's stepper`() {
    let screen = ScriptedStepper<Named>("refused")
    flow.onAdapt = { $0 == "refused" ? nil : $0 }
    flow.onNavigate = { $0 == "start" ? .screen(Panel(), screen) : .none }
    coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: "start"))
    screen.steps.send("refused")
    screen.steps.send("taken")
    #expect(flow.handled == ["start", "taken"])
  }

  @Test func `steps are adapted one at a time, so a slow adapt is not overtaken`() async {
    let slow = Signal()
    let journal = Journal()
    flow.onAdapt = { step in
      journal.note("begin \(step)")
      if step == "slow" { await slow.wait() }
      journal.note("end \(step)")
      return step
    }
    coordinator.coordinate(flow: flow, with: stepper)
    for name in ["slow", "quick", "last"] { stepper.steps.send(Named(name)) }
    #expect(journal.take() == ["begin slow"])
    #expect(flow.handled == [])
    slow.open()
    await eventually { flow.handled.count == 3 }
    #expect(flow.handled == ["slow", "quick", "last"])
    #expect(journal.lines == ["end slow", "begin quick", "end quick", "begin last", "end last"])
  }

  @Test func `a step that arrives after a slow adapt returns takes its place behind the waiting steps`() async {
    let slow = Signal()
    flow.onAdapt = { step in
      if step == "slow" { await slow.wait() }
      return step
    }
    flow.onNavigate = { [stepper] step in
      if step == "slow" { stepper.steps.send("late") }
      return .none
    }
    coordinator.coordinate(flow: flow, with: stepper)
    for name in ["slow", "second", "third"] { stepper.steps.send(Named(name)) }
    slow.open()
    await eventually { flow.handled.count == 4 }
    #expect(flow.handled == ["slow", "second", "third", "late"])
  }

  @Test func `a slow adapt of one flow does not delay the others`() async {
    let slow = Signal()
    let child = ScriptedFlow<Named>("child")
    let childStepper = DefaultStepper<Named>()
    child.onAdapt = { step in
      await slow.wait()
      return step
    }
    flow.onNavigate = {
      guard $0 == "start" else { return .none }
      return .one(flowContributor: .contribute(withNextPresentable: child, withNextStepper: childStepper))
    }
    coordinator.coordinate(flow: flow, with: stepper)
    stepper.steps.send("start")
    childStepper.steps.send("slow")
    stepper.steps.send("quick")
    #expect(flow.handled == ["start", "quick"])
    #expect(child.handled == [])
    slow.open()
    await eventually { !child.handled.isEmpty }
    #expect(child.handled == ["slow"])
  }

  @Test func `an adapt that throws drops its step and is reported once, and the next step is handled`() async {
    let journal = Journal()
    let before = UnhandledErrors.handler
    defer { UnhandledErrors.handler = before }
    UnhandledErrors.handler = { error, origin in journal.note("\(origin): \(error)") }
    flow.onAdapt = { step in
      if step == "late" { await Task.yield() }
      if step != "fine" { throw Failure("no permission") }
      return step
    }
    coordinator.coordinate(flow: flow, with: stepper)
    stepper.steps.send("at once")
    #expect(journal.lines == ["ScriptedFlow<Named>: no permission"])
    stepper.steps.send("late")
    stepper.steps.send("fine")
    await eventually { !flow.handled.isEmpty }
    #expect(flow.handled == ["fine"])
    #expect(journal.lines == Array(repeating: "ScriptedFlow<Named>: no permission", count: 2))
  }

  @Test func `an adapt that throws CancellationError drops its step without a report`() {
    let journal = Journal()
    let before = UnhandledErrors.handler
    defer { UnhandledErrors.handler = before }
    UnhandledErrors.handler = { error, _ in journal.note("\(error)") }
    flow.onAdapt = { _ in throw CancellationError() }
    coordinator.coordinate(flow: flow, with: stepper)
    stepper.steps.send("a")
    #expect(flow.handled == [])
    #expect(journal.lines == [])
  }

  @Test func `ending a flow cancels its current adapt, and nothing is navigated to or retained`() async {
    let live = LiveCount()
    let slow = Signal()
    let journal = Journal()
    var flow: ScriptedFlow<Named>? = ScriptedFlow(journal: journal, token: live.token())
    flow?.onAdapt = { step in
      await slow.wait()
      journal.note("canceled: \(Task.isCancelled)")
      return step
    }
    if let flow { coordinator.coordinate(flow: flow, with: stepper) }
    stepper.steps.send("a")
    stepper.steps.send("waiting")
    flow?.root.presence.dismissed()
    flow = nil
    slow.open()
    await eventually { live.alive == 0 }
    #expect(live.alive == 0)
    #expect(journal.lines == ["canceled: true"])
    #expect(slow.arrivals == 1)
  }
}
