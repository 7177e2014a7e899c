import ShowroomCatalog

/// The headings and the cells of columns, on screens and on the command line.
extension CarFormatting {
  /// Returns the name of a column, as a list of columns to choose from shows it.
  package func name(ofColumn column: CarColumn) -> String {
    switch column {
    case .id: "ID"
    case .baseModel: "Model family"
    case .fuelName: "Fuel type"
    case .cylinders: "Cylinders"
    case .drive: "Drive"
    case .transmission: "Transmission"
    case .cityMPG: units == .us ? "City fuel economy" : "City consumption"
    case .highwayMPG: units == .us ? "Highway fuel economy" : "Highway consumption"
    case .electricCityMPG: units == .us ? "City, electric" : "City consumption, electric"
    case .electricHighwayMPG: units == .us ? "Highway, electric" : "Highway consumption, electric"
    case .electricMPG: units == .us ? "Fuel economy, electric" : "Consumption, electric"
    case .blendedMPG: units == .us ? "Fuel economy, blended" : "Consumption, blended"
    case .utilityFactor: "Share of electricity"
    case .electricConsumption: "Electricity"
    case .chargeHours: "Charging at 240 V"
    case .favorite: "Favorite"
    case .note: "Note"
    case .withdrawn: "Withdrawn"
    case .make, .model, .year, .vehicleClass, .fuel, .displacement, .combinedMPG, .co2, .cost, .range:
      column.sortField.map { name(of: $0) } ?? ""
    }
  }

  /// Returns the heading of a column, which may be shorter than its name, because it takes space from the values.
  package func heading(ofColumn column: CarColumn) -> String {
    switch column {
    case .cylinders: "Cyl"
    case .displacement: "Displ"
    case .cityMPG: "City"
    case .highwayMPG: "Highway"
    case .favorite: isASCII ? "*" : "★"
    case .make, .model, .year, .vehicleClass, .fuel, .combinedMPG, .co2, .cost, .range:
      column.sortField.map { heading(of: $0) } ?? ""
    case .id, .baseModel, .fuelName, .drive, .transmission, .electricCityMPG, .electricHighwayMPG, .electricMPG,
      .blendedMPG, .utilityFactor, .electricConsumption, .chargeHours, .note, .withdrawn:
      name(ofColumn: column)
    }
  }

  /// Returns the unit of a column, for its heading; `nil` if its values have none, or different ones.
  package func unit(ofColumn column: CarColumn) -> String? {
    switch column {
    case .combinedMPG, .cityMPG, .highwayMPG: units == .us ? "mpg" : nil
    case .electricConsumption: units == .us ? "kWh/100 mi" : "kWh/100 km"
    case .co2: units == .us ? "g/mi" : "g/km"
    case .cost: "$"
    case .range: units == .us ? "mi" : "km"
    case .displacement: "L"
    default: nil
    }
  }

  /// Returns the value of a car in a column, with its unit. Columns that a row does not have are unknown.
  package func text(of column: CarColumn, in row: CarRow) -> String {
    switch column {
    case .id: String(row.id)
    case .make: row.make
    case .model: row.model
    case .year: String(row.year)
    case .vehicleClass: row.vehicleClass ?? unknown
    case .fuel: row.fuel == .unknown ? unknown : row.fuel.label
    case .fuelName: row.fuelName ?? unknown
    case .cylinders: row.cylinders.map(String.init) ?? unknown
    case .displacement: displacement(row.displacement)
    case .drive: row.drive ?? unknown
    case .transmission: row.transmission ?? unknown
    case .combinedMPG: consumption(row.combinedMPG, electric: row.electricMPG, fuel: row.fuel)
    case .co2: co2(row.co2)
    case .cost: cost(row.annualFuelCost)
    case .range: distance(row.electricRange)
    case .favorite: row.isFavorite ? (isASCII ? "*" : "★") : ""
    case .note: row.hasNote ? "yes" : ""
    case .withdrawn: row.isWithdrawn ? "yes" : ""
    case .baseModel, .cityMPG, .highwayMPG, .electricCityMPG, .electricHighwayMPG, .electricMPG, .blendedMPG,
      .utilityFactor, .electricConsumption, .chargeHours:
      unknown
    }
  }

  /// Returns the value of a car in a column, with its unit.
  package func text(of column: CarColumn, in car: Car, _ user: UserData) -> String {
    switch column {
    case .baseModel: car.baseModel
    case .cityMPG: consumption(car.cityMPG, fuel: car.fuel)
    case .highwayMPG: consumption(car.highwayMPG, fuel: car.fuel)
    case .electricCityMPG: consumption(car.plugIn.electricCityMPG, fuel: .electric)
    case .electricHighwayMPG: consumption(car.plugIn.electricHighwayMPG, fuel: .electric)
    case .electricMPG: consumption(car.plugIn.electricMPG, fuel: .electric)
    case .blendedMPG: equivalentConsumption(car.plugIn.blendedMPG)
    case .utilityFactor: car.plugIn.utilityFactor.map { "\(decimal($0 * 100, digits: 0))%" } ?? unknown
    case .electricConsumption:
      electricConsumption(car.electricConsumption, addedGasoline: car.plugIn.addedGasoline)
    case .chargeHours: hours(car.chargeHours)
    case .note: user.note ?? ""
    default: text(of: column, in: CarRow(car, user))
    }
  }

  /// Returns the value of a car in a column without its unit, for a column with the unit in its heading. In metric units
  /// a fuel economy keeps its unit, which depends on the car.
  package func number(of column: CarColumn, in row: CarRow) -> String {
    func number(_ value: Double?, digits: Int) -> String {
      value.flatMap { $0.isFinite ? decimal($0, digits: digits) : nil } ?? unknown
    }
    switch column {
    case .displacement: return number(row.displacement, digits: 1)
    case .combinedMPG: return fuelEconomyNumber(row)
    case .co2: return number(co2Value(row.co2), digits: 0)
    case .cost: return number(row.annualFuelCost.map(Double.init), digits: 0)
    case .range: return number(distanceValue(row.electricRange), digits: 0)
    default: return text(of: column, in: row)
    }
  }

  /// Returns the fuel economy without its unit, of a plug-in hybrid on gasoline and on electricity: `28`, `37/106`,
  /// `6.4 L/19.8 kWh`. Metric units are part of it.
  private func fuelEconomyNumber(_ row: CarRow) -> String {
    func number(_ mpg: Double?, _ fuel: Fuel) -> String {
      consumptionValue(mpg, fuel: fuel).flatMap { $0.isFinite ? decimal($0, digits: consumptionDigits) : nil }
        ?? unknown
    }
    switch (units, row.electricMPG) {
    case (.us, nil): return number(row.combinedMPG, row.fuel)
    case (.us, let electric): return "\(number(row.combinedMPG, row.fuel))/\(number(electric, .electric))"
    case (.metric, nil): return consumption(row.combinedMPG, fuel: row.fuel)
    case (.metric, let electric):
      return "\(number(row.combinedMPG, row.fuel)) L/\(number(electric, .electric)) kWh"
    }
  }
}

extension CarRow {
  /// Creates the row of a car that was read from the database.
  package init(_ car: Car, _ user: UserData) {
    self.init(
      id: car.id, make: car.make, model: car.model, year: car.year, vehicleClass: car.vehicleClass, fuel: car.fuel,
      fuelName: car.fuelName, drive: car.drive, transmission: car.transmission, cylinders: car.cylinders,
      displacement: car.displacement, combinedMPG: car.combinedMPG, electricMPG: car.plugIn.electricMPG,
      blendedMPG: car.plugIn.blendedMPG, co2: car.co2, annualFuelCost: car.annualFuelCost,
      electricRange: car.electricRange, isFavorite: user.isFavorite, hasNote: user.note != nil,
      isWithdrawn: car.isWithdrawn)
  }
}
