/// One car as a source describes it: a make, a model and a model year in one specification.
///
/// Units are those of the EPA, the largest source: US miles per gallon, grams of CO₂ a mile, US dollars, miles,
/// litres of displacement. What a source does not know is `nil`, never `-1` or `0`; an electric car's tailpipe CO₂ of
/// zero is a fact, not a gap, and is kept.
public struct Car: Sendable, Hashable, Identifiable, Codable {
  /// The source's number of the car: the same number is the same car in every refresh.
  public typealias ID = Int64

  /// The identity within the source.
  public var id: ID
  /// The maker, trimmed, inner spaces collapsed: `Mercedes-Benz`.
  public var make: String
  /// The model as sold, always text, also when it looks like a number: `911`.
  public var model: String
  /// The family the model belongs to (`RAV4` of `RAV4 Hybrid AWD`); the model itself where the source names none.
  public var baseModel: String
  /// The model year.
  public var year: Int
  /// The size or body class in the source's words.
  public var vehicleClass: String?
  /// What the car runs on, as a category.
  public var fuel: Fuel
  /// What the car runs on in the source's words: `Premium Gasoline`.
  public var fuelName: String?
  /// The number of cylinders; `nil` for electric cars.
  public var cylinders: Int?
  /// Engine displacement in litres.
  public var displacement: Double?
  /// Driven wheels in the source's words.
  public var drive: String?
  /// Gearbox in the source's words.
  public var transmission: String?
  /// City consumption in US miles per gallon (MPGe for electric cars), unrounded where the source has it.
  public var cityMPG: Double?
  /// Highway consumption in US miles per gallon (MPGe for electric cars), unrounded where the source has it.
  public var highwayMPG: Double?
  /// Combined consumption in US miles per gallon (MPGe for electric cars), unrounded where the source has it.
  public var combinedMPG: Double?
  /// Electric consumption in kWh per 100 miles, of electric cars and plug-in hybrids.
  public var electricConsumption: Double?
  /// Tailpipe CO₂ in grams a mile.
  public var co2: Double?
  /// Fuel cost in US dollars a year.
  public var annualFuelCost: Int?
  /// Range on electricity in miles.
  public var electricRange: Double?
  /// True when the last refresh no longer found the car in its source; it is kept because the user has something on it.
  public var isWithdrawn: Bool

  /// Makes a car; everything but its identity, make, model and year may be unknown.
  public init(
    id: ID, make: String, model: String, year: Int, baseModel: String? = nil, vehicleClass: String? = nil,
    fuel: Fuel = .unknown, fuelName: String? = nil, cylinders: Int? = nil, displacement: Double? = nil,
    drive: String? = nil, transmission: String? = nil, cityMPG: Double? = nil, highwayMPG: Double? = nil,
    combinedMPG: Double? = nil, electricConsumption: Double? = nil, co2: Double? = nil, annualFuelCost: Int? = nil,
    electricRange: Double? = nil, isWithdrawn: Bool = false
  ) {
    self.id = id
    self.make = make
    self.model = model
    self.baseModel = baseModel ?? model
    self.year = year
    self.vehicleClass = vehicleClass
    self.fuel = fuel
    self.fuelName = fuelName
    self.cylinders = cylinders
    self.displacement = displacement
    self.drive = drive
    self.transmission = transmission
    self.cityMPG = cityMPG
    self.highwayMPG = highwayMPG
    self.combinedMPG = combinedMPG
    self.electricConsumption = electricConsumption
    self.co2 = co2
    self.annualFuelCost = annualFuelCost
    self.electricRange = electricRange
    self.isWithdrawn = isWithdrawn
  }
}
