import ShowroomCatalog

/// A fact about a car. The order of the cases is the order on screens.
package enum CarFact: Sendable, Hashable, CaseIterable {
  case vehicleClass, fuel, fuelName, displacement, cylinders, drive, transmission, baseModel
  case combined, city, highway, blended, electricity, range, charging, co2, cost, id

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
    case .blended: "Blended"
    case .electricity: "Electricity"
    case .range: "Electric range"
    case .charging: "Charging, 240 V"
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
    case .combined:
      formatting.consumption(car.combinedMPG, electric: car.plugIn.electricMPG, fuel: car.fuel)
        + electricPart(car, formatting)
    case .city: formatting.consumption(car.cityMPG, electric: car.plugIn.electricCityMPG, fuel: car.fuel)
    case .highway: formatting.consumption(car.highwayMPG, electric: car.plugIn.electricHighwayMPG, fuel: car.fuel)
    case .blended:
      formatting.equivalentConsumption(car.plugIn.blendedMPG)
        + (car.plugIn.utilityFactor.map { ", \(decimal($0 * 100, digits: 0))% electric" } ?? "")
    case .electricity:
      formatting.electricConsumption(car.electricConsumption, addedGasoline: car.plugIn.addedGasoline)
    case .range: formatting.distance(car.electricRange)
    case .charging: formatting.hours(car.chargeHours)
    case .co2: formatting.co2(car.co2) + (car.co2 == nil ? "" : blendedSign(car))
    case .cost: formatting.cost(car.annualFuelCost) + (car.annualFuelCost == nil ? "" : blendedSign(car))
    case .id: String(car.id)
    }
  }

  /// The range on electricity, which says how far the second fuel economy of a plug-in hybrid holds.
  private func electricPart(_ car: Car, _ formatting: CarFormatting) -> String {
    car.plugIn.electricMPG == nil || car.electricRange == nil
      ? "" : ", \(formatting.distance(car.electricRange)) electric"
  }

  /// The words after a value of a plug-in hybrid that is for both fuels, each in its usual share.
  private func blendedSign(_ car: Car) -> String { car.plugIn.isEmpty ? "" : ", blended" }

  /// The direction in which values get better; `nil` for facts without one.
  package var better: Direction? {
    switch self {
    case .combined, .city, .highway, .blended, .range: .larger
    case .electricity, .charging, .co2, .cost: .smaller
    default: nil
    }
  }

  /// Returns the value by which cars are compared, in the units of the catalog; `nil` if it is unknown. That of a plug-in
  /// hybrid is for both fuels.
  package func number(of car: Car) -> Double? {
    switch self {
    case .combined: car.comparedMPG
    case .city: car.plugIn.blendedCityMPG ?? car.cityMPG
    case .highway: car.plugIn.blendedHighwayMPG ?? car.highwayMPG
    case .blended: car.plugIn.blendedMPG
    case .charging: car.chargeHours
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
