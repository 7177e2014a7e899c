import ReactorCore
import ReactorFlow
import ShowroomTestSupport
import Testing

@MainActor
@Suite struct FlowsUseTests {
  let coordinators = (0..<5).map { _ in FlowCoordinator() }
  let flows = (0..<5).map { ScriptedFlow<Named>("flow \($0)") }

  /// Lets the first `count` flows handle their first step, one after another, and returns when the block was called.
  private func makeReady(_ count: Int, _ calls: Journal) -> [Int] {
    (0..<count).map { index in
      coordinators[index].coordinate(flow: flows[index], with: OneStepper(withSingleStep: "first"))
      return calls.lines.count
    }
  }

  @Test func `created calls the block immediately with the roots, for one to five flows`() {
    let calls = Journal()
    Flows.use(flows[0], when: .created) { a in calls.note(names(a)) }
    Flows.use(flows[0], flows[1], when: .created) { a, b in calls.note(names(a, b)) }
    Flows.use(flows[0], flows[1], flows[2], when: .created) { a, b, c in calls.note(names(a, b, c)) }
    Flows.use(flows[0], flows[1], flows[2], flows[3], when: .created) { a, b, c, d in calls.note(names(a, b, c, d)) }
    Flows.use(flows[0], flows[1], flows[2], flows[3], flows[4], when: .created) { a, b, c, d, e in
      calls.note(names(a, b, c, d, e))
    }
    #expect(calls.lines == (1...5).map { "0 1 2 3 4".prefix(2 * $0 - 1) }.map(String.init))
  }

  @Test func `ready calls the block once when the first step of one flow has been handled`() {
    let calls = Journal()
    Flows.use(flows[0], when: .ready) { a in calls.note(names(a)) }
    #expect(makeReady(1, calls) == [1])
    #expect(calls.lines == ["0"])
  }

  @Test func `ready calls the block when both of two flows are ready`() {
    let calls = Journal()
    Flows.use(flows[0], flows[1], when: .ready) { a, b in calls.note(names(a, b)) }
    #expect(makeReady(2, calls) == [0, 1])
    #expect(calls.lines == ["0 1"])
  }

  @Test func `ready calls the block when all three flows are ready`() {
    let calls = Journal()
    Flows.use(flows[0], flows[1], flows[2], when: .ready) { a, b, c in calls.note(names(a, b, c)) }
    #expect(makeReady(3, calls) == [0, 0, 1])
    #expect(calls.lines == ["0 1 2"])
  }

  @Test func `ready calls the block when all four flows are ready`() {
    let calls = Journal()
    Flows.use(flows[0], flows[1], flows[2], flows[3], when: .ready) { a, b, c, d in calls.note(names(a, b, c, d)) }
    #expect(makeReady(4, calls) == [0, 0, 0, 1])
    #expect(calls.lines == ["0 1 2 3"])
  }

  @Test func `ready calls the block when all five flows are ready, in any order`() {
    let calls = Journal()
    Flows.use(flows[4], flows[3], flows[2], flows[1], flows[0], when: .ready) { a, b, c, d, e in
      calls.note(names(a, b, c, d, e))
    }
    #expect(makeReady(5, calls) == [0, 0, 0, 0, 1])
    #expect(calls.lines == ["4 3 2 1 0"])
  }

  @Test func `an array of flows of different types can be used when created and when ready`() {
    let calls = Journal()
    let numbered = ScriptedFlow<Numbered>("5")
    let mixed: [any Flow] = [flows[0], numbered]
    Flows.use(mixed, when: .created) { calls.note("created \($0.count)") }
    Flows.use(mixed, when: .ready) { calls.note("ready \($0.map { ($0 as? Panel)?.name ?? "?" })") }
    #expect(calls.take() == ["created 2"])
    coordinators[0].coordinate(flow: flows[0], with: OneStepper(withSingleStep: "first"))
    #expect(calls.lines == [])
    coordinators[1].coordinate(flow: numbered, with: OneStepper(withSingleStep: 1))
    #expect(calls.lines == ["ready [\"flow 0\", \"5\"]"])
  }

  @Test func `an empty array of flows is ready`() {
    let calls = Journal()
    Flows.use([], when: .ready) { calls.note("\($0.count)") }
    #expect(calls.lines == ["0"])
  }

  @Test func `the block receives the root with its type`() {
    Flows.use(flows[0], when: .created) { (panel: Panel) in #expect(panel === flows[0].root) }
  }

  @Test func `a block registered after the flow became ready is called immediately`() {
    let calls = Journal()
    coordinators[0].coordinate(flow: flows[0], with: OneStepper(withSingleStep: "first"))
    Flows.use(flows[0], when: .ready) { a in calls.note(names(a)) }
    #expect(calls.lines == ["0"])
  }

  @Test func `a block never runs if its flow ends before it is ready`() {
    let calls = Journal()
    let live = LiveCount()
    let token = live.token()
    Flows.use(flows[0], when: .ready) { [token] _ in withExtendedLifetime(token) { calls.note("called") } }
    _ = consume token
    coordinators[0].coordinate(flow: flows[0], with: DefaultStepper<Named>())
    #expect(live.alive == 1)
    flows[0].root.presence.dismissed()
    #expect(live.alive == 0)
    #expect(calls.lines == [])
  }

  @Test func `a block never runs if its flow ends while it waits for a child`() {
    let calls = Journal()
    let child = ScriptedFlow<Numbered>()
    flows[0].onNavigate = { _ in
      .one(
        flowContributor: .contribute(
          withNextPresentable: child, withNextStepper: DefaultStepper<Numbered>(), mapping: { _ in nil }))
    }
    coordinators[0].coordinate(flow: flows[0], with: OneStepper(withSingleStep: "first"))
    Flows.use(flows[0], when: .ready) { _ in calls.note("called") }

    flows[0].root.presence.dismissed()

    #expect(calls.lines == [])
  }

  @Test func `flows that are waited for and released without being coordinated leave no entries behind`() {
    let live = LiveCount()
    for _ in 0..<1_000 {
      let flow = ScriptedFlow<Named>()
      let token = live.token()
      Flows.use(flow, when: .ready) { _ in withExtendedLifetime(token) {} }
    }
    #expect(live.alive <= 128)
  }

  // MARK: Readiness

  @Test func `a flow becomes ready when it has handled its first step, not when a step is ignored`() {
    let calls = Journal()
    let stepper = DefaultStepper<Named>()
    flows[0].onAdapt = { $0 == "refused" ? nil : $0 }
    Flows.use(flows[0], when: .ready) { _ in calls.note("ready") }
    coordinators[0].coordinate(flow: flows[0], with: stepper)
    stepper.steps.send("refused")
    #expect(calls.lines == [])
    stepper.steps.send("taken")
    #expect(calls.lines == ["ready"])
  }

  @Test func `a flow whose first step creates child flows becomes ready when all of them are ready`() {
    let calls = Journal()
    let steppers = [DefaultStepper<Named>(), DefaultStepper<Named>()]
    flows[0].onNavigate = { [flows] _ in
      .multiple(flowContributors: [
        .contribute(withNextPresentable: flows[1], withNextStepper: steppers[0]),
        .contribute(withNextPresentable: Panel(), withNextStepper: DefaultStepper()),
        .contribute(withNextPresentable: flows[2], withNextStepper: steppers[1]),
      ])
    }
    Flows.use(flows[0], when: .ready) { _ in calls.note("ready") }
    coordinators[0].coordinate(flow: flows[0], with: OneStepper(withSingleStep: "first"))
    steppers[1].steps.send("first")
    #expect(calls.lines == [])
    steppers[0].steps.send("first")
    #expect(calls.lines == ["ready"])
  }

  @Test func `a child flow that ends before it is ready is not waited for`() {
    let calls = Journal()
    flows[0].onNavigate = { [flows] _ in
      .one(flowContributor: .contribute(withNextPresentable: flows[1], withNextStepper: DefaultStepper()))
    }
    Flows.use(flows[0], when: .ready) { _ in calls.note("ready") }
    coordinators[0].coordinate(flow: flows[0], with: OneStepper(withSingleStep: "first"))
    #expect(calls.lines == [])
    flows[1].root.presence.dismissed()
    #expect(calls.lines == ["ready"])
  }

  @Test func `a flow that is coordinated again becomes ready again`() {
    let calls = Journal()
    coordinators[0].coordinate(flow: flows[0], with: OneStepper(withSingleStep: "first"))
    let stepper = DefaultStepper<Named>()
    coordinators[0].coordinate(flow: flows[0], with: stepper)
    Flows.use(flows[0], when: .ready) { _ in calls.note("ready") }
    #expect(calls.lines == [])
    stepper.steps.send("first")
    #expect(calls.lines == ["ready"])
  }
}

/// Returns the names of the flows with these roots.
@MainActor
private func names(_ roots: Panel...) -> String {
  roots.map { String($0.name.suffix(1)) }.joined(separator: " ")
}
