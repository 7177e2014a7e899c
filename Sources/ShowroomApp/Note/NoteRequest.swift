import Catalogue

/// The wish to write a note: on which car, and what it says so far.
public struct NoteRequest: Sendable, Hashable {
  /// The car.
  public var id: Car.ID
  /// What the car is called.
  public var name: String
  /// The note as it is; empty when there is none.
  public var text: String

  /// Makes a request.
  public init(id: Car.ID, name: String, text: String = "") {
    self.id = id
    self.name = name
    self.text = text
  }

  init(_ page: CarPage) {
    self.init(id: page.car.id, name: page.name, text: page.userData.note ?? "")
  }
}
