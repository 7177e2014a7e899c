/// The energy that a car uses per mile.
struct EnergyUse: Sendable, Hashable {
  /// The amounts of one kind of energy, in gallons or kWh.
  struct Part: Sendable, Hashable {
    var energy: Energy
    /// The amounts per mile in the city and on the highway.
    var city, highway: Double
  }

  /// One part, or two for a plug-in hybrid, the second of which is electricity.
  var parts: [Part]
}

/// A car with the properties that determine its energy use.
protocol CarEnergy: CarNumbered {
  var fuel: Fuel { get }
  var fuelName: String? { get }
}

extension Car: CarEnergy {}

/// The energy uses of a car, computed as for the EPA's label.
struct EnergyUses: Sendable, Hashable {
  /// The use on which the annual fuel cost is based; `nil` if it is unknown.
  var main: EnergyUse?
  /// The use on the second fuel of a car that can use either of two fuels.
  var second: EnergyUse?
  /// The use of a plug-in hybrid that is never charged.
  var gasoline: EnergyUse?

  /// - Parameter car: A car whose numbers are all loaded (``CatalogStore/car(id:)``).
  init(_ car: some CarEnergy) { self.init(car, Energy.used(by: car.fuel, words: car.fuelName)) }

  init(_ car: some CarEnergy, _ energies: (main: Energy?, second: Energy?)) {
    guard let energy = energies.main else { return }
    let fuel = Self.part(energy, car)
    if let other = energies.second, let gallons = Self.inverse(car[.secondMPG]) {
      second = EnergyUse(parts: [EnergyUse.Part(energy: other, city: gallons, highway: gallons)])
    }
    if car.fuel == .pluginHybrid {
      gasoline = fuel.map { EnergyUse(parts: [$0]) }
      main = Self.blended(energy, car)
    } else {
      main = fuel.map { EnergyUse(parts: [$0]) }
    }
  }

  /// Returns the use of one kind of energy.
  ///
  /// The use is based on the label's combined number, which is rounded. The numbers for city and highway, which are
  /// also rounded, only determine how the use in each differs from the combined one, so that the EPA's share of city
  /// miles results in exactly the EPA's cost.
  private static func part(_ energy: Energy, _ car: some CarEnergy) -> EnergyUse.Part? {
    let combined: Double? =
      energy == .electricity ? car[.electricConsumption].map { $0 / 100 } : inverse(car[.combinedMPG])
    guard let combined else { return nil }
    guard let city = inverse(car[.cityMPG]), let highway = inverse(car[.highwayMPG]) else {
      return EnergyUse.Part(energy: energy, city: combined, highway: combined)
    }
    let usual = cityShare * city + (1 - cityShare) * highway
    return EnergyUse.Part(energy: energy, city: combined * city / usual, highway: combined * highway / usual)
  }

  /// Returns the use of a plug-in hybrid on both fuels. Its utility factors are the shares of miles driven on
  /// electricity, during which some cars also use gasoline. The factors for city and highway result in exactly the
  /// EPA's cost; a catalog with only combined factors results in approximately that cost.
  private static func blended(_ energy: Energy, _ car: some CarEnergy) -> EnergyUse? {
    func amounts(
      _ factor: CarNumber, _ electricity: CarNumber, _ added: CarNumber, _ mpg: CarNumber
    ) -> (gasoline: Double, electricity: Double)? {
      guard let factor = car[factor], let kWh = car[electricity], let gallons = inverse(car[mpg]) else { return nil }
      let share = min(factor, 1)
      return (share * (car[added] ?? 0) / 100 + (1 - share) * gallons, share * kWh / 100)
    }
    let combined = { amounts(.utilityFactor, .electricConsumption, .addedGasoline, .combinedMPG) }
    let city = amounts(.cityUtilityFactor, .cityElectricConsumption, .cityAddedGasoline, .cityMPG) ?? combined()
    let highway =
      amounts(.highwayUtilityFactor, .highwayElectricConsumption, .highwayAddedGasoline, .highwayMPG) ?? combined()
    guard let city, let highway else { return nil }
    return EnergyUse(parts: [
      EnergyUse.Part(energy: energy, city: city.gasoline, highway: highway.gasoline),
      EnergyUse.Part(energy: .electricity, city: city.electricity, highway: highway.electricity),
    ])
  }

  /// Returns the gallons per mile.
  private static func inverse(_ mpg: Double?) -> Double? { mpg.flatMap { $0 > 0 ? min(1 / $0, largestAmount) : nil } }

  /// The maximum amount of energy per mile. No real car reaches it; it keeps costs finite if a source contains wrong
  /// numbers.
  private static let largestAmount = 1e6

  /// The EPA's share of city miles in combined numbers.
  private static let cityShare = 0.55
}
