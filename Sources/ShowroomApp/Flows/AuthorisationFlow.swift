import Catalogue
import ReactorCore
import ReactorFlow
import ReactorTerminal
import Uploads

/// What happens while credentials are given.
public enum AuthorisationStep: Step {
  /// A destination wants credentials.
  case started
  /// It has taken them.
  case authorised
  /// There are none.
  case cancelled
  /// The screen is gone, whoever took it away.
  case left
}

/// Credentials for a destination, asked for in the midst of something else; it comes back to that, whether there are some
/// or not.
@MainActor
final class AuthorisationFlow: Flow {
  let root: NavigationSection
  private let context: ScreenContext
  private let destination: Destination
  private let car: Car.ID?
  private var isAuthorised = false

  /// - Parameter car: the car that files are to be uploaded to.
  init(_ context: ScreenContext, for destination: Destination, car: Car.ID?) {
    self.context = context
    self.destination = destination
    self.car = car
    root = NavigationSection(on: context.navigation)
  }

  /// What it begins with, and what it is told at its end. To be contributed with steps allowed after the dismissal.
  func stepper() -> ObservableStepper<AuthorisationStep> {
    ObservableStepper(root.dismissal.map { .left }, initialStep: .started)
  }

  func navigate(to step: AuthorisationStep) -> FlowContributors<AuthorisationStep> {
    switch step {
    case .started: return showFields()
    case .authorised:
      isAuthorised = true
      root.popAll()
    case .cancelled: root.popAll()
    case .left: return .end(forwardToParentFlowWithStep: isAuthorised ? .authorised : .cancelled)
    }
    return .none
  }

  private func showFields() -> FlowContributors<AuthorisationStep> {
    let reactor = AuthorisationReactor(destination: destination, car: car, uploads: context.uploads)
    let view = AuthorisationView()
    view.reactor = reactor
    root.push(view)
    return .one(
      flowContributor: .contribute(
        withNextPresentable: view,
        withNextStepper: ObservableStepper(
          reactor.pulse(unwrapping: \.$authorised).map { _ in .authorised },
          reactor.pulse(\.$cancelled, replay: .none).map { _ in .cancelled }),
        allowStepWhenNotPresented: .buffer))
  }
}
