/// The data of one row in a list of cars, decoded for visible rows only.
package struct CarRow: Sendable, Hashable, Identifiable {
  /// The ID of the car.
  package var id: Car.ID
  /// The make.
  package var make: String
  /// The model.
  package var model: String
  /// The model year.
  package var year: Int
  /// The class, in the source's words.
  package var vehicleClass: String?
  /// The fuel category.
  package var fuel: Fuel
  /// The fuel in the source's words.
  package var fuelName: String?
  /// The drive in the source's words.
  package var drive: String?
  /// The transmission in the source's words.
  package var transmission: String?
  /// The number of cylinders.
  package var cylinders: Int?
  /// The engine displacement in liters.
  package var displacement: Double?
  /// The combined fuel economy in US miles per gallon or MPGe; of a plug-in hybrid the one on gasoline alone.
  package var combinedMPG: Double?
  /// The combined fuel economy of a plug-in hybrid on electricity in MPGe.
  package var electricMPG: Double?
  /// The combined fuel economy of a plug-in hybrid on both fuels in MPGe.
  package var blendedMPG: Double?
  /// The tailpipe CO₂ emissions in grams per mile.
  package var co2: Double?
  /// The annual fuel cost in US dollars.
  package var annualFuelCost: Int?
  /// The electric range in miles.
  package var electricRange: Double?
  /// Whether the car is a favorite.
  package var isFavorite: Bool
  /// Whether the car has a note.
  package var hasNote: Bool
  /// Whether the car has attachments.
  package var hasFiles: Bool
  /// Whether the source no longer has the car.
  package var isWithdrawn: Bool

  package init(
    id: Car.ID, make: String, model: String, year: Int, vehicleClass: String? = nil, fuel: Fuel = .unknown,
    fuelName: String? = nil, drive: String? = nil, transmission: String? = nil, cylinders: Int? = nil,
    displacement: Double? = nil, combinedMPG: Double? = nil, electricMPG: Double? = nil, blendedMPG: Double? = nil,
    co2: Double? = nil, annualFuelCost: Int? = nil, electricRange: Double? = nil, isFavorite: Bool = false,
    hasNote: Bool = false, hasFiles: Bool = false, isWithdrawn: Bool = false
  ) {
    self.id = id
    self.make = make
    self.model = model
    self.year = year
    self.vehicleClass = vehicleClass
    self.fuel = fuel
    self.fuelName = fuelName
    self.drive = drive
    self.transmission = transmission
    self.cylinders = cylinders
    self.displacement = displacement
    self.combinedMPG = combinedMPG
    self.electricMPG = electricMPG
    self.blendedMPG = blendedMPG
    self.co2 = co2
    self.annualFuelCost = annualFuelCost
    self.electricRange = electricRange
    self.isFavorite = isFavorite
    self.hasNote = hasNote
    self.hasFiles = hasFiles
    self.isWithdrawn = isWithdrawn
  }

  /// The combined fuel economy by which cars are ordered, filtered and compared: of a plug-in hybrid the one on both
  /// fuels.
  package var comparedMPG: Double? { blendedMPG ?? combinedMPG }
}

/// The user's data on a car, which survives every refresh.
package struct UserData: Sendable, Hashable, Codable {
  /// Whether the car is a favorite.
  package var isFavorite: Bool
  /// The note, never empty.
  package var note: String?

  package init(isFavorite: Bool = false, note: String? = nil) {
    self.isFavorite = isFavorite
    self.note = note
  }
}
