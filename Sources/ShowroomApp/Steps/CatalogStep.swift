import ReactorCore
import ReactorFlow
import ShowroomCatalog
import ShowroomFiles

/// The steps of browsing the catalog.
package enum CatalogStep: Step, Equatable {
  case started
  /// The catalog is to be refreshed from its source.
  case refreshRequested
  /// A link opened a search.
  case searchLinked(String)
  /// A link opened a car, which may not exist.
  case carLinked(Car.ID)
  /// A car was opened from a list, whose cars the sequence contains in order.
  case carPicked(Car.ID, in: CarSequence)
  /// The screen of a car now shows another car.
  case carShown(Car.ID)
  /// The screen of a car marked only these cars for comparison.
  case carsMarked([Car.ID])
  /// The user requested a comparison of two or more cars, in this order.
  case comparisonRequested([Car.ID])
  /// The screen of a car requested the cars most similar to it.
  case alikeRequested(Car.ID)
  /// The last car was removed from the comparison.
  case comparisonEmptied
  /// The user requested the changes of the latest refresh: of all cars, or of those in a saved view.
  case changesRequested(in: SavedView? = nil)
  /// The user requested a plot of the listed cars, with one car selected.
  case plotRequested(selecting: Car.ID?)
  /// The user edits the note on a car.
  case noteRequested(NoteRequest)
  /// The user has left the editor of a note.
  case noteClosed(NoteOutcome)
  /// The user uploads files to a car. The array is empty if the user has not chosen files yet.
  case uploadRequested(Car.ID, files: [UploadSource] = [])
  case uploadRefused(reason: String)
}

/// The output of a reactor that shows messages and leads to other screens of the catalog.
package enum CatalogOutput<Action: Sendable>: MessageOutput {
  case message(Message<Action>)
  /// An event that may lead to another screen.
  case step(CatalogStep)

  package var message: Message<Action>? { if case .message(let message) = self { message } else { nil } }
  package var step: CatalogStep? { if case .step(let step) = self { step } else { nil } }
}

extension CatalogOutput: Equatable where Action: Equatable {}

/// A request to edit the note on a car.
package struct NoteRequest: Sendable, Hashable {
  package var car: Car
  /// The current note, or an empty string if the car has none.
  package var text: String

  package init(car: Car, text: String = "") {
    self.car = car
    self.text = text
  }
}

/// The outcome of editing a note.
package enum NoteOutcome: Sendable, Hashable {
  /// The note was saved.
  case saved
  /// The text was blank, so the note was removed.
  case removed
  /// The note was not changed.
  case unchanged
}
