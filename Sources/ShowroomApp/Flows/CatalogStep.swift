import ReactorFlow
import ShowroomCatalog
import ShowroomFiles

/// The steps of browsing the catalog.
package enum CatalogStep: Step {
  case started
  /// The catalog is to be refreshed from its source.
  case refreshRequested
  /// A link opened a search.
  case searchLinked(String)
  /// A link opened a car, which may not exist.
  case carLinked(Car.ID)
  /// A car was opened from a list.
  case carPicked(Car.ID, in: CarSequence)
  /// The screen of a car now shows another car.
  case carShown(Car.ID)
  /// The screen of a car marked only these cars for comparison.
  case carsMarked([Car.ID])
  case comparisonRequested([Car.ID])
  /// The screen of a car requested the cars most similar to it.
  case alikeRequested(Car.ID)
  /// The last car was removed from the comparison.
  case comparisonEmptied
  /// The user requested the changes of the latest refresh: of all cars, or of those in a saved view.
  case changesRequested(in: SavedView? = nil)
  /// The user requested a plot of the listed cars, with one car selected.
  case plotRequested(selecting: Car.ID?)
  case noteRequested(NoteRequest)
  case noteClosed(NoteReactor.Outcome)
  /// The user uploads files to a car. The array is empty if the user has not chosen files yet.
  case uploadRequested(Car.ID, files: [UploadSource] = [])
  case uploadRefused(reason: String)
}
