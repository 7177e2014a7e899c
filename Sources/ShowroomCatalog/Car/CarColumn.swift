import ReactorSpelling

/// A column of a list of cars, on the screen and on the command line. The raw value is the ID in texts such as
/// `make,model,year,mpg`. The order of the cases is that of the exported fields.
package enum CarColumn: String, Sendable, Hashable, Codable, CaseIterable, Identifiable {
  case id, make, model
  case baseModel = "family"
  case year
  case vehicleClass = "class"
  case fuel
  case fuelName = "fueltype"
  case cylinders = "cyl"
  case displacement = "displ"
  case drive
  case transmission = "trans"
  case cityMPG = "city"
  case highwayMPG = "highway"
  case combinedMPG = "mpg"
  case electricCityMPG = "citympge"
  case electricHighwayMPG = "highwaympge"
  case electricMPG = "mpge"
  case blendedMPG = "blended"
  case utilityFactor = "utility"
  case electricConsumption = "kwh"
  case co2, cost, range
  case chargeHours = "charge"
  case favorite = "fav"
  case note, withdrawn

  package var id: String { rawValue }

  /// The name of the field in JSON and in CSV.
  package var exportName: String {
    switch self {
    case .id, .make, .model, .baseModel, .year, .fuel, .fuelName, .cylinders, .drive, .transmission, .cityMPG,
      .highwayMPG, .combinedMPG, .electricCityMPG, .electricHighwayMPG, .electricMPG, .blendedMPG, .utilityFactor,
      .chargeHours, .favorite, .note, .withdrawn:
      "\(self)"
    case .vehicleClass: "class"
    case .displacement: "displacementLiters"
    case .electricConsumption: "kWhPer100Miles"
    case .co2: "co2GramsPerMile"
    case .cost: "annualFuelCostUSD"
    case .range: "electricRangeMiles"
    }
  }

  /// Whether values are numbers, which are aligned at the right.
  package var isNumeric: Bool {
    switch self {
    case .id, .year, .cylinders, .displacement, .cityMPG, .highwayMPG, .combinedMPG, .electricCityMPG,
      .electricHighwayMPG, .electricMPG, .blendedMPG, .utilityFactor, .electricConsumption, .co2, .cost, .range,
      .chargeHours:
      true
    case .make, .model, .baseModel, .vehicleClass, .fuel, .fuelName, .drive, .transmission, .favorite, .note,
      .withdrawn:
      false
    }
  }

  /// Whether a ``CarRow`` has the value, so that a screen can show it for any car without reading the database.
  package var isInRow: Bool {
    switch self {
    case .baseModel, .cityMPG, .highwayMPG, .electricCityMPG, .electricHighwayMPG, .electricMPG, .blendedMPG,
      .utilityFactor, .electricConsumption, .chargeHours:
      false
    default: true
    }
  }

  /// The field that orders cars by this column, if there is one.
  package var sortField: Sort.Field? {
    switch self {
    case .make: .make
    case .model: .model
    case .year: .year
    case .vehicleClass: .vehicleClass
    case .fuel: .fuel
    case .combinedMPG: .consumption
    case .co2: .co2
    case .cost: .cost
    case .range: .range
    case .displacement: .displacement
    default: nil
    }
  }

  /// The field of the search language that filters this column, if there is one.
  package var filterField: FieldFilter.Field? {
    switch self {
    case .make: .make
    case .model: .model
    case .year: .year
    case .vehicleClass: .vehicleClass
    case .fuel: .fuel
    case .fuelName: .fuelName
    case .cylinders: .cylinders
    case .displacement: .displacement
    case .drive: .drive
    case .transmission: .transmission
    case .combinedMPG: .mpg
    case .co2: .co2
    case .cost: .cost
    case .range: .range
    case .favorite: .favorite
    case .note: .note
    case .withdrawn: .withdrawn
    default: nil
    }
  }

  /// Returns the number by which cars are compared in this column, in the units of the catalog; `nil` for a text and
  /// for an unknown value.
  package func number(of row: CarRow) -> Double? {
    switch self {
    case .id: Double(row.id)
    case .year: Double(row.year)
    case .cylinders: row.cylinders.map(Double.init)
    case .displacement: row.displacement
    case .combinedMPG: row.comparedMPG
    case .co2: row.co2
    case .cost: row.annualFuelCost.map(Double.init)
    case .range: row.electricRange
    default: nil
    }
  }
}

/// A list of columns that cannot be parsed.
package enum CarColumnError: Error, Sendable, Hashable, CustomStringConvertible {
  /// There is no column with this name.
  case unknown(String, suggestion: String?)
  /// A column is listed twice.
  case repeated(String)
  /// The list is empty, or a name is missing between commas.
  case empty

  /// A message with the remedy.
  package var description: String {
    let known = CarColumn.allCases.map(\.rawValue).joined(separator: ", ")
    switch self {
    case .unknown(let name, let suggestion?): return "There is no column \"\(name)\". Did you mean \"\(suggestion)\"?"
    case .unknown(let name, nil): return "There is no column \"\(name)\". The columns are \(known)."
    case .repeated(let name): return "The column \"\(name)\" is listed twice. List each column once."
    case .empty: return "A column is missing. List columns separated by commas, as in make,model,year,mpg."
    }
  }
}

extension CarColumn {
  /// Creates the column with an ID, another name in the search language or the name of an exported field.
  package init?(named name: String) {
    let name = Folding.fold(name)
    if let column = Self.names[name] { self = column } else { return nil }
  }

  /// Parses column names separated by commas, such as `make,model,year,mpg`.
  package static func list(parsing text: String) throws(CarColumnError) -> [CarColumn] {
    var columns: [CarColumn] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let name = part.filter { !$0.isWhitespace }
      guard !name.isEmpty else { throw .empty }
      guard let column = CarColumn(named: name) else {
        throw .unknown(name.shortened(to: 40), suggestion: NearestName.of(name, among: names.keys))
      }
      guard !columns.contains(column) else { throw .repeated(column.rawValue) }
      columns.append(column)
    }
    return columns
  }

  /// Returns the text that is parsed as these columns.
  package static func text(of columns: [CarColumn]) -> String { columns.map(\.rawValue).joined(separator: ",") }

  /// The columns by each of their names, folded.
  private static let names: [String: CarColumn] = {
    var names: [String: CarColumn] = ["economy": .combinedMPG]
    for column in allCases.reversed() {
      if let field = column.filterField {
        names[field.rawValue] = column
        for (alias, other) in FieldFilter.aliases where other == field { names[alias] = column }
      }
    }
    for column in allCases {
      names[Folding.fold(column.exportName)] = column
      names[column.rawValue] = column
    }
    return names
  }()
}
