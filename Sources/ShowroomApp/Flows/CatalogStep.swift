import ReactorFlow
import ShowroomCatalog
import ShowroomFiles

/// The steps of browsing the catalog.
package enum CatalogStep: Step {
  case started
  /// The catalog is to be read from its source again.
  case refreshRequested
  /// A link leads to a search.
  case searchLinked(String)
  /// A link leads to a car, which may not exist.
  case carLinked(Car.ID)
  /// A car was opened from a list.
  case carPicked(Car.ID, in: CarSequence)
  /// The screen of a car shows another one.
  case carShown(Car.ID)
  /// The screen of a car marked these cars for comparison, and no others.
  case carsMarked([Car.ID])
  case comparisonRequested([Car.ID])
  /// The screen of a car asks for the cars that are most like it.
  case alikeRequested(Car.ID)
  /// The last car was removed from the comparison.
  case comparisonEmptied
  /// The user asks what the latest refresh changed.
  case changesRequested
  /// The user asks for the listed cars as dots, of which that of a car is selected.
  case plotRequested(selecting: Car.ID?)
  case noteRequested(NoteRequest)
  case noteClosed(NoteReactor.Outcome)
  /// The user uploads files to a car. The files are empty if the user has yet to choose them.
  case uploadRequested(Car.ID, files: [UploadSource] = [])
  case uploadRefused(reason: String)
}
