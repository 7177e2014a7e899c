import ShowroomCatalog

extension CarFormatting {
  /// Returns one line about a car with its most important known values:
  /// `Kia K5 2021 · Midsize Cars · Gasoline · 31 mpg · 286 g/mi CO₂ · $1,450/year`. Those for both fuels of a plug-in
  /// hybrid say so: `84 g/mi CO₂, blended`.
  package func line(_ car: Car) -> String {
    func blended(_ field: CarField) -> String { field.isBlended(of: car) ? ", blended" : "" }
    let parts: [String?] = [
      car.name, car.vehicleClass, car.fuel == .unknown ? nil : car.fuel.label,
      car.combinedMPG.map { consumption($0, electric: car[.electricMPG], fuel: car.fuel) },
      car.co2.map { "\(co2($0)) \(name(of: .co2))\(blended(.co2))" },
      car.annualFuelCost.map { "\(cost($0))/year\(blended(.cost))" }, car.electricRange.map { "\(distance($0)) range" },
    ]
    return parts.compactMap(\.self).joined(separator: isASCII ? " | " : " · ")
  }
}
