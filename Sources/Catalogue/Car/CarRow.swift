/// What a row of a list shows: decoded for visible rows only.
public struct CarRow: Sendable, Hashable, Identifiable {
  /// The car's identity.
  public var id: Car.ID
  /// The maker.
  public var make: String
  /// The model.
  public var model: String
  /// The model year.
  public var year: Int
  /// The class in the source's words.
  public var vehicleClass: String?
  /// The fuel category.
  public var fuel: Fuel
  /// Combined consumption in US miles per gallon or MPGe.
  public var combinedMPG: Double?
  /// Tailpipe CO₂ in grams a mile.
  public var co2: Double?
  /// Fuel cost in US dollars a year.
  public var annualFuelCost: Int?
  /// Range on electricity in miles.
  public var electricRange: Double?
  /// True when the user follows the car.
  public var isFavourite: Bool
  /// True when the user wrote a note on the car.
  public var hasNote: Bool
  /// True when the source no longer has the car.
  public var isWithdrawn: Bool

  /// Makes a row.
  public init(
    id: Car.ID, make: String, model: String, year: Int, vehicleClass: String? = nil, fuel: Fuel = .unknown,
    combinedMPG: Double? = nil, co2: Double? = nil, annualFuelCost: Int? = nil, electricRange: Double? = nil,
    isFavourite: Bool = false, hasNote: Bool = false, isWithdrawn: Bool = false
  ) {
    self.id = id
    self.make = make
    self.model = model
    self.year = year
    self.vehicleClass = vehicleClass
    self.fuel = fuel
    self.combinedMPG = combinedMPG
    self.co2 = co2
    self.annualFuelCost = annualFuelCost
    self.electricRange = electricRange
    self.isFavourite = isFavourite
    self.hasNote = hasNote
    self.isWithdrawn = isWithdrawn
  }
}

/// What the user has on a car; it survives every refresh.
public struct UserData: Sendable, Hashable, Codable {
  /// True when the user follows the car.
  public var isFavourite: Bool
  /// The user's note; never empty.
  public var note: String?

  /// Nothing yet, unless told otherwise.
  public init(isFavourite: Bool = false, note: String? = nil) {
    self.isFavourite = isFavourite
    self.note = note
  }
}
