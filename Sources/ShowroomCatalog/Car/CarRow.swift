/// The data of one row in a list of cars. It is decoded only for visible rows.
package struct CarRow: Sendable, Hashable, Identifiable, CarTexted, CarNumbered {
  /// The car. Only the fields with ``CarField/isInRow`` are known.
  package var car: Car
  /// Whether the car is a favorite.
  package var isFavorite: Bool
  /// Whether the car has a note.
  package var hasNote: Bool
  /// The note, if the row was created from an index.
  package var note: String?
  /// Whether the car has attachments.
  package var hasFiles: Bool
  /// The change that the latest refresh made to the car, if the row was created from an index: `.new` if it was added,
  /// `.changed` if it was changed; otherwise `nil`.
  package var change: CarField?

  package init(
    _ car: Car, isFavorite: Bool = false, hasNote: Bool = false, hasFiles: Bool = false,
    note: String? = nil, change: CarField? = nil
  ) {
    self.car = car
    self.isFavorite = isFavorite
    self.hasNote = hasNote
    self.hasFiles = hasFiles
    self.note = note
    self.change = change
  }

  package var id: Car.ID { car.id }
  package var make: String { car.make }
  package var model: String { car.model }
  package var year: Int { car.year }
  package var fuel: Fuel { car.fuel }
  package var isWithdrawn: Bool { car.isWithdrawn }
  package var texts: CarTexts {
    get { car.texts }
    set { car.texts = newValue }
  }
  package var numbers: CarNumbers {
    get { car.numbers }
    set { car.numbers = newValue }
  }
}

/// The user's data about a car, which survives every refresh.
package struct UserData: Sendable, Hashable {
  /// Whether the car is a favorite.
  package var isFavorite: Bool
  /// The note, never empty.
  package var note: String?
  /// The price of the car in US dollars, which takes precedence over the source's price.
  package var price: Int?

  package init(isFavorite: Bool = false, note: String? = nil, price: Int? = nil) {
    self.isFavorite = isFavorite
    self.note = note
    self.price = price
  }
}
