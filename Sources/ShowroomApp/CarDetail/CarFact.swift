import Catalogue

/// Something that may be known about a car, in the order in which screens list it.
public enum CarFact: Sendable, Hashable, CaseIterable {
  case vehicleClass, fuel, fuelName, displacement, cylinders, drive, transmission, baseModel
  case combined, city, highway, electricity, range, co2, cost, number

  /// Which of two different values is the better one.
  public enum Direction: Sendable, Hashable {
    /// More miles from a gallon, a longer range.
    case larger
    /// Less fuel, less carbon dioxide, less money.
    case smaller
  }

  /// What it is called.
  public func label(_ formatting: CarFormatting) -> String {
    switch self {
    case .vehicleClass: "Class"
    case .fuel: "Fuel"
    case .fuelName: "Grade"
    case .displacement: "Displacement"
    case .cylinders: "Cylinders"
    case .drive: "Drive"
    case .transmission: "Transmission"
    case .baseModel: "Model family"
    case .combined: "Combined"
    case .city: "City"
    case .highway: "Highway"
    case .electricity: "Electricity"
    case .range: "Electric range"
    case .co2: formatting.co2Name
    case .cost: "Fuel a year"
    case .number: "Source number"
    }
  }

  /// What it is for a car, as a person reads it; a dash when unknown.
  public func text(of car: Car, _ formatting: CarFormatting) -> String {
    switch self {
    case .vehicleClass: car.vehicleClass ?? formatting.unknown
    case .fuel: car.fuel == .unknown ? formatting.unknown : car.fuel.label
    case .fuelName: car.fuelName ?? formatting.unknown
    case .displacement: formatting.displacement(car.displacement)
    case .cylinders: car.cylinders.map(String.init) ?? formatting.unknown
    case .drive: car.drive ?? formatting.unknown
    case .transmission: car.transmission ?? formatting.unknown
    case .baseModel: car.baseModel
    case .combined: formatting.consumption(car.combinedMPG, fuel: car.fuel)
    case .city: formatting.consumption(car.cityMPG, fuel: car.fuel)
    case .highway: formatting.consumption(car.highwayMPG, fuel: car.fuel)
    case .electricity: formatting.electricConsumption(car.electricConsumption)
    case .range: formatting.distance(car.electricRange)
    case .co2: formatting.co2(car.co2)
    case .cost: formatting.cost(car.annualFuelCost)
    case .number: String(car.id)
    }
  }

  /// Which value is the better one; `nil` for facts that are a matter of taste.
  public var better: Direction? {
    switch self {
    case .combined, .city, .highway, .range: .larger
    case .electricity, .co2, .cost: .smaller
    default: nil
    }
  }

  /// The number that decides which car is better, in the catalogue's own units; `nil` when unknown.
  public func number(of car: Car) -> Double? {
    switch self {
    case .combined: car.combinedMPG
    case .city: car.cityMPG
    case .highway: car.highwayMPG
    case .electricity: car.electricConsumption
    case .range: car.electricRange
    case .co2: car.co2
    case .cost: car.annualFuelCost.map(Double.init)
    default: nil
    }
  }
}
