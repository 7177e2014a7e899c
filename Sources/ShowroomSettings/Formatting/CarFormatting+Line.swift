import ShowroomCatalog

extension CarFormatting {
  /// Returns one line about a car with its most important known values:
  /// `Kia K5 2021 · Midsize Cars · Gasoline · 31 mpg · 286 g/mi CO₂ · $1,450/year`.
  package func line(_ car: Car) -> String {
    let parts: [String?] = [
      car.name, car.vehicleClass, car.fuel == .unknown ? nil : car.fuel.label,
      car.combinedMPG.map { consumption($0, electric: car[.electricMPG], fuel: car.fuel) },
      car.co2.map { "\(co2($0)) \(name(of: .co2))" },
      car.annualFuelCost.map { "\(cost($0))/year" }, car.electricRange.map { "\(distance($0)) range" },
    ]
    return parts.compactMap(\.self).joined(separator: isASCII ? " | " : " · ")
  }
}
