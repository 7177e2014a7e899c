import ReactorCore
import ReactorFlow
import ShowroomTestSupport

/// A step with a name.
struct Named: Step, Equatable, ExpressibleByStringLiteral, CustomStringConvertible {
  let name: String

  init(_ name: String) { self.name = name }
  init(stringLiteral value: String) { name = value }
  var description: String { name }
}

struct Numbered: Step, Equatable, ExpressibleByIntegerLiteral, CustomStringConvertible {
  let number: Int

  init(_ number: Int) { self.number = number }
  init(integerLiteral value: Int) { number = value }
  var description: String { "\(number)" }
}

/// A presentable that the test shows, covers, and dismisses.
final class Panel: Presentable {
  let name: String
  let presence = Presence()
  private let token: LiveCount.Token?

  init(_ name: String = "panel", shown: Bool = true, token: LiveCount.Token? = nil) {
    self.name = name
    self.token = token
    if shown { presence.appeared() }
  }

  var visibility: Observable<Bool> { presence.visibility }
  var dismissal: Observable<Void> { presence.dismissal }
}

/// A flow whose methods are closures of the test. By default, it records each step and returns no contributor.
final class ScriptedFlow<Step: ReactorFlow.Step>: Flow {
  let name: String
  let root: Panel
  /// The steps that it has navigated to.
  private(set) var handled: [Step] = []
  var onNavigate: @MainActor (Step) -> FlowContributors<Step> = { _ in .none }
  var onAdapt: @MainActor (Step) async throws -> Step? = { $0 }
  private let journal: Journal?
  private let token: LiveCount.Token?

  init(
    _ name: String = "flow", root: Panel? = nil, journal: Journal? = nil, token: LiveCount.Token? = nil
  ) {
    self.name = name
    self.root = root ?? Panel(name)
    self.journal = journal
    self.token = token
  }

  func adapt(step: Step) async throws -> Step? { try await onAdapt(step) }

  func navigate(to step: Step) -> FlowContributors<Step> {
    handled.append(step)
    journal?.note("\(name): \(step)")
    return onNavigate(step)
  }
}

extension FlowContributors {
  @MainActor
  static func screen(_ presentable: any Presentable, _ stepper: any Stepper<Step>) -> Self {
    .one(flowContributor: .contribute(withNextPresentable: presentable, withNextStepper: stepper))
  }
}

/// A stepper whose steps are sent by the test.
final class ScriptedStepper<Step: ReactorFlow.Step>: Stepper {
  let steps = Relay<Step>()
  let initialStep: Step?
  var onReady: @MainActor (ScriptedStepper) -> Void = { _ in }
  private let token: LiveCount.Token?

  init(_ initialStep: Step? = nil, token: LiveCount.Token? = nil) {
    self.initialStep = initialStep
    self.token = token
  }

  func readyToEmitSteps() { onReady(self) }
}
