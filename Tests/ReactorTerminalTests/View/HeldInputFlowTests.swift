import ReactorCore
import ReactorFlow
import ReactorTerminal
import ReactorTesting
import Testing

/// Input that is held while a flow decides which screen follows.
@MainActor
@Suite("Held input in flows")
struct HeldInputFlowTests {
  @Test func `what is typed while a flow decides acts on the screen that it shows`() async {
    let stage = TestScreen(30, 5)
    let flow = SlowFlow(stage.clock)
    let coordinator = stage.start { window in flow.start(in: window) }

    stage.terminal.feed([.key("o"), .key("x")])
    stage.press("y")
    #expect(flow.list.log == ["shown"])
    await stage.wait(.milliseconds(600))

    #expect(flow.car.log.dropFirst().map { $0.prefix(1) } == ["x", "y"])
    #expect(flow.list.log == ["shown"])
    withExtendedLifetime(coordinator) {}
  }

  @Test func `what was typed for a screen that never appears acts on nothing`() async {
    let stage = TestScreen(30, 5)
    let flow = SlowFlow(stage.clock, delay: .seconds(5))
    let coordinator = stage.start { window in flow.start(in: window) }

    stage.press("o", "x")
    await stage.wait(.milliseconds(1_000))
    #expect(flow.list.log == ["shown"])
    stage.press("y")
    #expect(flow.list.log.count == 2)
    await stage.wait(.seconds(4))

    #expect(flow.car.log == ["shown"])
    withExtendedLifetime(coordinator) {}
  }

  @Test func `a flow that ignores a step lets the screen have what was typed`() async {
    let stage = TestScreen(30, 5)
    let flow = SlowFlow(stage.clock)
    flow.ignores = true
    let coordinator = stage.start { window in flow.start(in: window) }

    stage.press("o", "x")
    await stage.wait(.milliseconds(600))

    #expect(flow.list.log.dropFirst().map { $0.prefix(1) } == ["x"])
    withExtendedLifetime(coordinator) {}
  }

  @Test func `a flow that ends while it decides holds no input`() async {
    let stage = TestScreen(30, 5)
    var coordinator: FlowCoordinator? = nil
    let flow = SlowFlow(stage.clock)
    coordinator = stage.start { window in flow.start(in: window) }

    stage.press("o", "x")
    #expect(coordinator != nil)
    coordinator = nil
    stage.window.render()

    #expect(flow.list.log.dropFirst().map { $0.prefix(1) } == ["x"])
  }

  @Test func `a screen that interrupts does not receive what was typed for another`() async {
    let stage = TestScreen(30, 5)
    let flow = SlowFlow(stage.clock)
    flow.discards = true
    let coordinator = stage.start { window in flow.start(in: window) }

    stage.press("o", "x")
    await stage.wait(.milliseconds(600))
    stage.press("y")

    #expect(flow.car.log.dropFirst().map { $0.prefix(1) } == ["y"])
    withExtendedLifetime(coordinator) {}
  }
}

private enum CarStep: Step { case started, carPicked }

/// A flow that takes its time to show a car.
@MainActor
private final class SlowFlow: Flow {
  let root = NavigationStack()
  let list = LogScreen("list")
  let car = LogScreen("next")
  var ignores = false
  var discards = false
  private let steps = DefaultStepper<CarStep>()
  private let clock: VirtualClock
  private let delay: Duration

  init(_ clock: VirtualClock, delay: Duration = .milliseconds(600)) {
    self.clock = clock
    self.delay = delay
  }

  func start(in window: Window) -> FlowCoordinator {
    window.root.content = root
    let coordinator = FlowCoordinator()
    list.opened = { [steps] in steps.steps.send(.carPicked) }
    coordinator.coordinate(flow: self, with: steps)
    steps.steps.send(.started)
    return coordinator
  }

  func adapt(step: CarStep) async throws -> CarStep? {
    guard case .carPicked = step else { return step }
    try await clock.sleep(for: delay)
    return ignores ? nil : step
  }

  func navigate(to step: CarStep) -> FlowContributors<CarStep> {
    switch step {
    case .started: root.push(list)
    case .carPicked:
      if discards { root.window?.discardHeldInput() }
      root.push(car)
    }
    return .none
  }
}
