import ReactorCore
import ReactorFlow
import Testing

@MainActor
@Suite("Deep links", .serialized)
struct DeepLinkTests {
  let coordinator = FlowCoordinator()
  let journal = Journal()
  let parent: ScriptedFlow<Named>
  let child: ScriptedFlow<Numbered>

  /// A parent that opens its child, which has steps of its own, at "open".
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

  @Test("a step is received in every flow on navigate(to:), the top one first, also in one that it has just created")
  func everyFlow() {
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

  @Test("a path leads across flows of different steps, each step given to the flow that takes it")
  func acrossFlows() {
    coordinate()
    follow(Named("open"), Numbered(7))
    #expect(child.handled == [0, 7])
    #expect(journal.lines.last == "outcome: arrived")
  }

  @Test("at cold start: a path that comes before there is a flow is followed once the flow is ready")
  func coldStart() {
    follow(Named("open"), Numbered(7))
    #expect(journal.lines == [])
    coordinate()
    #expect(parent.handled == ["start", "open"])
    #expect(child.handled == [0, 7])
  }

  @Test("a path waits while the flow still decides on its first step")
  func queuedUntilReady() async {
    let permission = Signal()
    parent.onAdapt = { step in
      if step == "start" { await permission.wait() }
      return step
    }
    coordinate()
    follow(Named("open"), Numbered(7))
    #expect(parent.handled == [])
    permission.open()
    await turns { child.handled.count == 2 }
    #expect(parent.handled == ["start", "open"])
    #expect(child.handled == [0, 7])
  }

  @Test("a path waits for the first step of a child that comes of the flow's own")
  func queuedUntilChildIsReady() async {
    let permission = Signal()
    child.onAdapt = { step in
      if step == 0 { await permission.wait() }
      return step
    }
    coordinate("open")
    follow(Numbered(7))
    #expect(child.handled == [])
    permission.open()
    await turns { child.handled.count == 2 }
    #expect(child.handled == [0, 7])
  }

  @Test("a path waits for the child that the flow's own first step is going to open")
  func queuedUntilChildExists() async {
    let permission = Signal()
    parent.onAdapt = { step in
      await permission.wait()
      return step
    }
    coordinate("open")
    follow(Numbered(7))
    #expect(journal.lines == [])
    permission.open()
    await turns { journal.lines.count == 4 }
    #expect(journal.lines == ["parent: open", "child: 0", "child: 7", "outcome: arrived"])
  }

  @Test("a flow without an initial step takes a path at once: nothing else would make it ready")
  func withoutInitialStep() {
    coordinate(nil)
    follow(Named("open"), Numbered(7))
    #expect(child.handled == [0, 7])
  }

  @Test("so does one that has refused its initial step")
  func refusedInitialStep() {
    parent.onAdapt = { $0 == "start" ? nil : $0 }
    coordinate()
    follow(Named("open"))
    #expect(parent.handled == ["open"])
  }

  @Test("each step is awaited before the next, with its adapt and with everything that it sets off")
  func eachIsAwaited() async {
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
    await turns { journal.lines.count == 5 }
    #expect(
      journal.lines == [
        "parent: detour", "parent: later", "child: 0", "child: 7",
        "outcome: arrived",
      ])
  }

  @Test("a step that is refused ends its path, and who asked is told which; the next path is followed")
  func refused() {
    parent.onAdapt = { $0 == "secret" ? nil : $0 }
    coordinate()
    follow(Named("secret"), Named("open"))
    #expect(journal.lines == ["parent: start", "outcome: refused secret"])
    follow(Named("open"))
    #expect(journal.lines.last == "outcome: arrived")
  }

  @Test("a step that an adapt replaces counts as handled")
  func replaced() {
    parent.onAdapt = { $0 == "old" ? "open" : $0 }
    coordinate()
    follow(Named("old"), Numbered(7))
    #expect(child.handled == [0, 7])
  }

  @Test("a step that no flow takes ends its path: who asked is told, and if nobody did it is reported")
  func noFlow() {
    let before = UnhandledErrors.handler
    defer { UnhandledErrors.handler = before }
    UnhandledErrors.handler = { [journal] error, _ in journal.note("\(error)") }
    coordinate()
    follow(Numbered(7), Named("open"))
    #expect(journal.take() == ["parent: start", "outcome: no flow for 7"])
    coordinator.navigate(to: [Numbered(7), Named("open")])
    #expect(
      journal.lines == [
        "No flow on the screen takes the step Numbered.7: put the step that opens its flow before it."
      ])
    #expect(parent.handled == ["start"])
  }

  @Test("paths follow one another: the second begins when the first has come out")
  func inTurn() async {
    let permission = Signal()
    parent.onAdapt = { step in
      if step == "slow" { await permission.wait() }
      return step
    }
    coordinate()
    follow(Named("slow"), Named("end of first"))
    follow(Named("second"))
    permission.open()
    await turns { parent.handled.count == 4 }
    #expect(parent.handled == ["start", "slow", "end of first", "second"])
  }

  @Test("a path whose flow ends comes out as ended")
  func ended() {
    parent.onNavigate = { $0 == "bye" ? .end(forwardToParentFlowWithStep: $0) : .none }
    coordinate()
    follow(Named("bye"), Named("open"))
    #expect(journal.lines == ["parent: start", "parent: bye", "outcome: ended"])
  }

  @Test("a path whose child flow ends while it decides goes on")
  func childEndsWhileDeciding() async {
    let never = Signal()
    child.onAdapt = { step in
      if step == 7 { await never.wait() }
      return step
    }
    coordinate("open")
    follow(Numbered(7), Named("after"))
    #expect(never.arrivals == 1)
    child.root.presence.dismissed()
    #expect(journal.lines.last == "outcome: refused 7")
    never.open()
    await turns { false }
    #expect(child.handled == [0])
  }

  @Test("an empty path has arrived")
  func empty() {
    coordinate()
    follow()
    #expect(journal.lines == ["parent: start", "outcome: arrived"])
  }

  @Test("a path that is asked for while navigating waits until that step is done")
  func fromInside() {
    let navigate = parent.onNavigate
    parent.onNavigate = { [coordinator] in
      if $0 == "start" { coordinator.navigate(to: [Named("open"), Numbered(7)]) }
      return navigate($0)
    }
    coordinate()
    #expect(parent.handled == ["start", "open"])
    #expect(child.handled == [0, 7])
  }

  @Test("a coordinator that is released with paths waiting lets go of them")
  func released() {
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
    case .arrived: "arrived"
    case .refused(let step): "refused \(step)"
    case .noFlow(let step): "no flow for \(step)"
    case .ended: "ended"
    }
  }
}
