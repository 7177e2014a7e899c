import ShowroomCatalog
import ShowroomSettings

/// A request to edit the note on a car.
package struct NoteRequest: Sendable, Hashable {
  package var id: Car.ID
  /// The name of the car.
  package var name: String
  /// The current note; empty if there is none.
  package var text: String

  package init(id: Car.ID, name: String, text: String = "") {
    self.id = id
    self.name = name
    self.text = text
  }
}
