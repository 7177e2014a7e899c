import ReactorFlow
import ShowroomCatalog

/// The steps of choosing a source.
package enum OnboardingStep: Step, Hashable {
  case started
  case tourRequested
  /// The cars of the chosen source are imported.
  case carsImported(RefreshOutcome)
  /// The user left the screen without a choice.
  case declined
}
