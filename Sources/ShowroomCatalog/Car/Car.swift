import ShowroomFiles

/// A car as described by a source: one specification of a make, model and model year.
///
/// The units are those of the EPA, the largest source: US miles per gallon, grams of CO₂ per mile, US dollars, miles,
/// and liters of displacement. An unknown value is `nil`, never -1 or 0. Zero tailpipe CO₂ for an electric car is a
/// known value and is kept.
package struct Car: Sendable, Hashable, Identifiable, CarTexted, CarNumbered {
  /// The ID of a car in its source. A source may assign it to another car (``RefreshLoss/reassigned``).
  package typealias ID = Int64

  package var id: ID
  /// The make, with spaces trimmed and collapsed: `Mercedes-Benz`.
  package var make: String
  /// The model, which is a string even if it looks like a number: `911`.
  package var model: String
  /// The base model, such as `RAV4` for `RAV4 Hybrid AWD`, or the model if the source names no base model.
  package var baseModel: String
  /// The model year.
  package var year: Int
  /// The fuel category.
  package var fuel: Fuel
  package var texts = CarTexts()
  package var numbers = CarNumbers()
  /// Whether the source no longer lists the car. The car is kept because it is a favorite or has a note, a price or
  /// files.
  package var isWithdrawn: Bool

  /// Creates a car. All properties except for the ID, make, model and year may be unknown.
  ///
  /// - Parameters:
  ///   - otherTexts: Strings that have no parameter of their own.
  ///   - others: Numbers that have no parameter of their own.
  package init(
    id: ID, make: String, model: String, year: Int, baseModel: String? = nil, vehicleClass: String? = nil,
    fuel: Fuel = .unknown, fuelName: String? = nil, cylinders: Int? = nil, displacement: Double? = nil,
    drive: String? = nil, transmission: String? = nil, cityMPG: Double? = nil, highwayMPG: Double? = nil,
    combinedMPG: Double? = nil, co2: Double? = nil, annualFuelCost: Int? = nil, electricRange: Double? = nil,
    otherTexts: KeyValuePairs<CarText, String> = [:], others: KeyValuePairs<CarNumber, Double> = [:],
    isWithdrawn: Bool = false
  ) {
    self.id = id
    self.make = make
    self.model = model
    self.baseModel = baseModel ?? model
    self.year = year
    self.fuel = fuel
    self.isWithdrawn = isWithdrawn
    self[.vehicleClass] = vehicleClass
    self[.fuelName] = fuelName
    self[.drive] = drive
    self[.transmission] = transmission
    self.cylinders = cylinders
    self[.displacement] = displacement
    self[.cityMPG] = cityMPG
    self[.highwayMPG] = highwayMPG
    self[.combinedMPG] = combinedMPG
    self[.co2] = co2
    self.annualFuelCost = annualFuelCost
    self[.electricRange] = electricRange
    for (text, value) in otherTexts { self[text] = value }
    for (number, value) in others { self[number] = value }
  }

  /// The make, the model and the model year: `Kia K5 2021`.
  package var name: String { "\(make) \(model) \(year)" }

  /// Returns whether another description of the same ID describes this car. The source may have corrected its model or
  /// its year (`RefreshTransaction.isSameCar`).
  package func isSame(as other: Car) -> Bool {
    Folding.fold(make) == Folding.fold(other.make)
      && (year == other.year || Folding.fold(model) == Folding.fold(other.model))
  }
}

/// The values that a source may contain (`CarRecord.error(within:place:)`), and therefore all values that are stored.
extension Car {
  static let years = 1800...2200
  static let largestNumber = 1e7
  static let numberRange = 0...largestNumber
  /// The prices of cars in US dollars.
  package static let prices = 1...Int(largestNumber)
}
