/// A car as a source describes it: one specification of a make, model and model year.
///
/// The units are those of the EPA, the largest source: US miles per gallon, grams of CO₂ per mile, US dollars, miles,
/// and liters of displacement. An unknown value is `nil`, never -1 or 0. An electric car's tailpipe CO₂ of zero is a
/// known value, and is kept.
package struct Car: Sendable, Hashable, Identifiable, Codable {
  /// The ID of a car in its source. It identifies the same car in every refresh.
  package typealias ID = Int64

  /// The ID in the source.
  package var id: ID
  /// The make, with spaces trimmed and collapsed: `Mercedes-Benz`.
  package var make: String
  /// The model, which is text even if it looks like a number: `911`.
  package var model: String
  /// The model family, such as `RAV4` for `RAV4 Hybrid AWD`, or the model if the source names no family.
  package var baseModel: String
  /// The model year.
  package var year: Int
  /// The size or body class, in the source's words.
  package var vehicleClass: String?
  /// The fuel category.
  package var fuel: Fuel
  /// The fuel in the source's words: `Premium Gasoline`.
  package var fuelName: String?
  /// The number of cylinders, `nil` for electric cars.
  package var cylinders: Int?
  /// The engine displacement in liters.
  package var displacement: Double?
  /// The drive in the source's words.
  package var drive: String?
  /// The transmission in the source's words.
  package var transmission: String?
  /// The city fuel economy of the label in US miles per gallon (MPGe for electric cars); of a plug-in hybrid on gasoline
  /// alone.
  package var cityMPG: Double?
  /// The highway fuel economy of the label in US miles per gallon (MPGe for electric cars); of a plug-in hybrid on
  /// gasoline alone.
  package var highwayMPG: Double?
  /// The combined fuel economy of the label in US miles per gallon (MPGe for electric cars); of a plug-in hybrid on
  /// gasoline alone, while ``comparedMPG`` includes its electricity.
  package var combinedMPG: Double?
  /// The fuel economy of a plug-in hybrid on electricity and on both fuels; empty for other cars.
  package var plugIn: PlugInEconomy
  /// The electricity consumption of electric cars and plug-in hybrids in kWh per 100 miles.
  package var electricConsumption: Double?
  /// The tailpipe CO₂ emissions in grams per mile.
  package var co2: Double?
  /// The annual fuel cost in US dollars, of a plug-in hybrid for both fuels.
  package var annualFuelCost: Int?
  /// The electric range in miles.
  package var electricRange: Double?
  /// The hours in which an empty battery is charged at 240 volts.
  package var chargeHours: Double?
  /// Whether the source no longer has the car, which is kept because it is a favorite or has a note or files.
  package var isWithdrawn: Bool

  /// Creates a car. All properties except for the ID, make, model and year may be unknown.
  package init(
    id: ID, make: String, model: String, year: Int, baseModel: String? = nil, vehicleClass: String? = nil,
    fuel: Fuel = .unknown, fuelName: String? = nil, cylinders: Int? = nil, displacement: Double? = nil,
    drive: String? = nil, transmission: String? = nil, cityMPG: Double? = nil, highwayMPG: Double? = nil,
    combinedMPG: Double? = nil, plugIn: PlugInEconomy = PlugInEconomy(), electricConsumption: Double? = nil,
    co2: Double? = nil, annualFuelCost: Int? = nil, electricRange: Double? = nil, chargeHours: Double? = nil,
    isWithdrawn: Bool = false
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
    self.plugIn = plugIn
    self.electricConsumption = electricConsumption
    self.co2 = co2
    self.annualFuelCost = annualFuelCost
    self.electricRange = electricRange
    self.chargeHours = chargeHours
    self.isWithdrawn = isWithdrawn
  }

  /// The combined fuel economy by which cars are ordered, filtered and compared: of a plug-in hybrid the one on both
  /// fuels.
  package var comparedMPG: Double? { plugIn.blendedMPG ?? combinedMPG }
}
