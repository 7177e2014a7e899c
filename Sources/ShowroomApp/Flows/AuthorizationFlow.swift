import ReactorCore
import ReactorFlow
import ReactorTerminal
import ShowroomCatalog
import ShowroomUploads

/// The flow of a sign-in to a destination. It interrupts another flow and returns to it, with or without credentials.
@MainActor
final class AuthorizationFlow: Flow {
  let root: NavigationSection
  private let context: ScreenContext
  private let destination: Destination
  private let car: Car.ID?
  private var isAuthorized = false

  /// Creates the flow.
  ///
  /// - Parameter car: The car to upload files to.
  init(_ context: ScreenContext, for destination: Destination, car: Car.ID?) {
    self.context = context
    self.destination = destination
    self.car = car
    root = NavigationSection(on: context.navigation)
  }

  /// Returns the stepper of the flow. When contributing it, allow steps after dismissal, because the dismissal is
  /// itself a step.
  func stepper() -> ObservableStepper<AuthorizationStep> {
    ObservableStepper(root.dismissal.map { .left }, initialStep: .started)
  }

  func navigate(to step: AuthorizationStep) -> FlowContributors<AuthorizationStep> {
    switch step {
    case .started: return showFields()
    case .authorized:
      isAuthorized = true
      root.popAll()
    case .canceled: root.popAll()
    case .left: return .end(forwardToParentFlowWithStep: isAuthorized ? .authorized : .canceled)
    }
    return .none
  }

  private func showFields() -> FlowContributors<AuthorizationStep> {
    let reactor = AuthorizationReactor(destination: destination, car: car, uploads: context.uploads)
    let view = AuthorizationView(destination)
    view.reactor = reactor
    // Text that was typed for another screen must not become a user name.
    context.window.discardHeldInput()
    root.push(view)
    return context.screen(view, steps: reactor.outputs, whenHidden: .buffer)
  }
}
