import ReactorCore
import ReactorFlow
import ShowroomTestSupport
import Testing

@MainActor
@Suite(.serialized)
struct DeepLinkTests {
  let coordinator = FlowCoordinator()
  let journal = Journal()
  let parent: ScriptedFlow<Named>
  let child: ScriptedFlow<Numbered>

  /// Creates a parent that opens its child, which has its own type of steps, at "open".
  init() {
    let parent = ScriptedFlow<Named>("parent", journal: journal)
    let child = ScriptedFlow<Numbered>("child", journal: journal)
    parent.onNavigate = {
      guard $0 == "open" else { return .none }
      return .one(
        flowContributor: .contribute(
          withNextPresentable: child, withNextStepper: OneStepper(withSingleStep: 0), mapping: { _ in nil }))
    }
    self.parent = parent
    self.child = child
  }

  private func coordinate(_ initial: Named? = "start") {
    coordinator.coordinate(flow: parent, with: ScriptedStepper(initial))
  }

  private func follow(_ path: any Step...) {
    coordinator.navigate(to: path) { [journal] in journal.note("outcome: \($0.text)") }
  }

  @Test func `navigate(to:) delivers a step to every flow, the topmost first, including one that it just created`() {
    let flows = (0..<3).map { ScriptedFlow<Named>("flow \($0)", journal: journal) }
    flows[0].onNavigate = {
      switch $0.name {
      case "start":
        .one(
          flowContributor: .contribute(
            withNextPresentable: flows[1], withNextStepper: OneStepper(withSingleStep: "first of 1")))
      case "link":
        .one(
          flowContributor: .contribute(
            withNextPresentable: flows[2], withNextStepper: OneStepper(withSingleStep: "first of 2")))
      default: .none
      }
    }
    coordinator.coordinate(flow: flows[0], with: OneStepper(withSingleStep: "start"))
    _ = journal.take()
    coordinator.navigate(to: Named("link"))
    #expect(journal.lines == ["flow 0: link", "flow 2: first of 2", "flow 1: link", "flow 2: link"])
  }

  @Test func `a path crosses flows with different steps, and each step reaches the flow that handles it`() {
    coordinate()
    follow(Named("open"), Numbered(7))
    #expect(child.handled == [0, 7])
    #expect(journal.lines.last == "outcome: completed")
  }

  @Test func `a path requested before there is a flow is followed when the flow is ready`() {
    follow(Named("open"), Numbered(7))
    #expect(journal.lines == [])
    coordinate()
    #expect(parent.handled == ["start", "open"])
    #expect(child.handled == [0, 7])
  }

  @Test func `a path waits while the flow adapts its first step`() async {
    let permission = Signal()
    parent.onAdapt = { step in
      if step == "start" { await permission.wait() }
      return step
    }
    coordinate()
    follow(Named("open"), Numbered(7))
    #expect(parent.handled == [])
    permission.open()
    await eventually { child.handled.count == 2 }
    #expect(parent.handled == ["start", "open"])
    #expect(child.handled == [0, 7])
  }

  @Test func `a path waits for the first step of a child created by the flow's first step`() async {
    let permission = Signal()
    child.onAdapt = { step in
      if step == 0 { await permission.wait() }
      return step
    }
    coordinate("open")
    follow(Numbered(7))
    #expect(child.handled == [])
    permission.open()
    await eventually { child.handled.count == 2 }
    #expect(child.handled == [0, 7])
  }

  @Test func `a path waits for the child that the flow's own first step will create`() async {
    let permission = Signal()
    parent.onAdapt = { step in
      await permission.wait()
      return step
    }
    coordinate("open")
    follow(Numbered(7))
    #expect(journal.lines == [])
    permission.open()
    await eventually { journal.lines.count == 4 }
    #expect(journal.lines == ["parent: open", "child: 0", "child: 7", "outcome: completed"])
  }

  @Test func `a flow without an initial step follows a path immediately, because nothing else would make it ready`() {
    coordinate(nil)
    follow(Named("open"), Numbered(7))
    #expect(child.handled == [0, 7])
  }

  @Test func `a flow that ignored its initial step follows a path immediately`() {
    parent.onAdapt = { $0 == "start" ? nil : $0 }
    coordinate()
    follow(Named("open"))
    #expect(parent.handled == ["open"])
  }

  @Test func `each step of a path waits for the previous one, its adapt, and everything that it caused`() async {
    let permission = Signal()
    parent.onAdapt = { step in
      if step == "later" { await permission.wait() }
      return step
    }
    parent.onNavigate = { [parentNavigate = parent.onNavigate] in
      $0 == "detour" ? .one(flowContributor: .forwardToCurrentFlow(withStep: "later")) : parentNavigate("open")
    }
    coordinate(nil)
    follow(Named("detour"), Numbered(7))
    #expect(journal.lines == ["parent: detour"])
    permission.open()
    await eventually { journal.lines.count == 5 }
    #expect(
      journal.lines == [
        "parent: detour", "parent: later", "child: 0", "child: 7",
        "outcome: completed",
      ])
  }

  @Test func `an ignored step ends its path with an outcome that names it, and the next path is followed`() {
    parent.onAdapt = { $0 == "secret" ? nil : $0 }
    coordinate()
    follow(Named("secret"), Named("open"))
    #expect(journal.lines == ["parent: start", "outcome: rejected secret"])
    follow(Named("open"))
    #expect(journal.lines.last == "outcome: completed")
  }

  @Test func `a step replaced by an adapt counts as handled`() {
    parent.onAdapt = { $0 == "old" ? "open" : $0 }
    coordinate()
    follow(Named("old"), Numbered(7))
    #expect(child.handled == [0, 7])
  }

  @Test func `a step that no flow handles ends its path, and is reported if there is no completion handler`() {
    let before = UnhandledErrors.handler
    defer { UnhandledErrors.handler = before }
    UnhandledErrors.handler = { [journal] error, _ in journal.note("\(error)") }
    coordinate()
    follow(Numbered(7), Named("open"))
    #expect(journal.take() == ["parent: start", "outcome: no flow for 7"])
    coordinator.navigate(to: [Numbered(7), Named("open")])
    #expect(
      journal.lines == [
        "No current flow handles the step Numbered.7. In the deep link, put the step that opens its flow before it."
      ])
    #expect(parent.handled == ["start"])
  }

  @Test func `paths are followed one at a time`() async {
    let permission = Signal()
    parent.onAdapt = { step in
      if step == "slow" { await permission.wait() }
      return step
    }
    coordinate()
    follow(Named("slow"), Named("end of first"))
    follow(Named("second"))
    permission.open()
    await eventually { parent.handled.count == 4 }
    #expect(parent.handled == ["start", "slow", "end of first", "second"])
  }

  @Test func `a path whose flow ends has the outcome ended`() {
    parent.onNavigate = { $0 == "bye" ? .end(forwardToParentFlowWithStep: $0) : .none }
    coordinate()
    follow(Named("bye"), Named("open"))
    #expect(journal.lines == ["parent: start", "parent: bye", "outcome: ended"])
  }

  @Test func `a path continues if its child flow ends during an adapt`() async {
    let never = Signal()
    child.onAdapt = { step in
      if step == 7 { await never.wait() }
      return step
    }
    coordinate("open")
    follow(Numbered(7), Named("after"))
    #expect(never.arrivals == 1)
    child.root.presence.dismissed()
    #expect(journal.lines.last == "outcome: rejected 7")
    never.open()
    await settle()
    #expect(child.handled == [0])
  }

  @Test func `a path continues if its step waits in a child flow that ends`() async {
    let never = Signal()
    let childStepper = DefaultStepper<Numbered>()
    parent.onNavigate = { [child] in
      guard $0 == "open" else { return .none }
      return .one(
        flowContributor: .contribute(
          withNextPresentable: child, withNextStepper: childStepper, mapping: { _ in nil }))
    }
    child.onAdapt = { step in
      if step == 1 { await never.wait() }
      return step
    }
    coordinate("open")
    childStepper.steps.send(1)
    follow(Numbered(7), Named("after"))

    child.root.presence.dismissed()

    #expect(journal.lines.last == "outcome: rejected 7")
    never.open()
    await settle()
  }

  @Test func `an empty path completes`() {
    coordinate()
    follow()
    #expect(journal.lines == ["parent: start", "outcome: completed"])
  }

  @Test func `a path requested during navigation waits until that step is complete`() {
    let navigate = parent.onNavigate
    parent.onNavigate = { [coordinator] in
      if $0 == "start" { coordinator.navigate(to: [Named("open"), Numbered(7)]) }
      return navigate($0)
    }
    coordinate()
    #expect(parent.handled == ["start", "open"])
    #expect(child.handled == [0, 7])
  }

  @Test func `a released coordinator ends the waiting paths and releases them`() {
    let live = LiveCount()
    var coordinator: FlowCoordinator? = FlowCoordinator()
    let token = live.token()
    coordinator?.navigate(to: [Named("open")]) { [journal] outcome in
      withExtendedLifetime(token) { journal.note("outcome: \(outcome.text)") }
    }
    _ = consume token
    coordinator = nil
    #expect(journal.lines == ["outcome: ended"])
    #expect(live.alive == 0)
  }
}

extension DeepLinkOutcome {
  fileprivate var text: String {
    switch self {
    case .completed: "completed"
    case .rejected(let step): "rejected \(step)"
    case .noFlow(let step): "no flow for \(step)"
    case .ended: "ended"
    }
  }
}
