import Catalog

/// A fact about a car. The order of the cases is the order on screens.
package enum CarFact: Sendable, Hashable, CaseIterable {
  case vehicleClass, fuel, fuelName, displacement, cylinders, drive, transmission, baseModel
  case combined, city, highway, electricity, range, co2, cost, id

  /// The direction in which values get better.
  package enum Direction: Sendable, Hashable {
    /// A larger value is better: fuel economy, range.
    case larger
    /// A smaller value is better: consumption, carbon dioxide, cost.
    case smaller
  }

  /// Returns the label of the fact.
  package func label(_ formatting: CarFormatting) -> String {
    switch self {
    case .vehicleClass: "Class"
    case .fuel: "Fuel"
    case .fuelName: "Fuel type"
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
    case .cost: "Annual fuel cost"
    case .id: "ID"
    }
  }

  /// Returns the formatted value of the fact for a car, or a dash if it is unknown.
  package func text(of car: Car, _ formatting: CarFormatting) -> String {
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
    case .id: String(car.id)
    }
  }

  /// The direction in which values get better; `nil` for facts without one.
  package var better: Direction? {
    switch self {
    case .combined, .city, .highway, .range: .larger
    case .electricity, .co2, .cost: .smaller
    default: nil
    }
  }

  /// Returns the value by which cars are compared, in the units of the catalog; `nil` if it is unknown.
  package func number(of car: Car) -> Double? {
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

extension Car {
  /// The make, the model and the model year: `Kia K5 2021`.
  package var name: String { "\(make) \(model) \(year)" }
}
