import Catalogue
import ReactorFlow

/// What happens while cars are browsed.
public enum CatalogueStep: Step {
  /// There are cars to show.
  case started
  /// A search was asked for from elsewhere, by a link.
  case searchLinked(String)
  /// A car was asked for from elsewhere, by a link; it may not exist (any more).
  case carLinked(Car.ID)
  /// A car was opened, among others in their order.
  case carPicked(Car.ID, in: CarSequence)
  /// The car's screen has gone on to this one.
  case carShown(Car.ID)
  /// Cars are to be compared.
  case comparisonRequested([Car.ID])
  /// No car is left to compare.
  case comparisonEmptied
  /// A note is to be written.
  case noteRequested(NoteRequest)
  /// The note is done with.
  case noteClosed(NoteReactor.Outcome)
  /// Files are to be uploaded to a car.
  case uploadRequested(Car.ID)
  /// They cannot be, and why.
  case uploadRefused(reason: String)
}
