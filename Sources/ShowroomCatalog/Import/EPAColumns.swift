/// A column of the EPA's table.
protocol EPAColumn {
  /// The name in the header of the table.
  var title: String { get }
  /// Returns the index of the column in a table, or -1 if the table lacks the column.
  func place(in columns: EPAColumns) -> Int
}

/// The positions of the columns in an EPA table.
struct EPAColumns {
  /// A column that is not directly assigned to a text or a number (``CarText/epaColumn``,
  /// ``CarNumber/Definition/epaColumns``). The raw value is the index in ``places``, so that reading a cell requires no
  /// search.
  enum Name: Int, CaseIterable, EPAColumn {
    case id, make, model, year, baseModel, fuelType, fuelTypes, technology, co2, tailpipeCO2, annualFuelCost, saving,
      range, secondRange

    var title: String {
      switch self {
      case .fuelType: "fuelType1"
      case .fuelTypes: "fuelType"
      case .technology: "atvType"
      case .tailpipeCO2: "co2TailpipeGpm"
      case .annualFuelCost: "fuelCost08"
      case .saving: "youSaveSpend"
      case .secondRange: "rangeA"
      case let other: "\(other)"
      }
    }

    func place(in columns: EPAColumns) -> Int { columns.places[rawValue] }
  }

  /// The columns without which a table is rejected. If other columns are missing, their fields are unknown.
  private static let required =
    [Name.id, .make, .model, .year].map(\.title) + [CarText.vehicleClass.title, Name.fuelType.title]
    + [CarNumber.combinedMPG.title]

  private let places: [Int]
  fileprivate let textPlaces: [Int]
  private let numberPlaces: [[Int]]

  init(names: [String], source: String) throws(CatalogError) {
    let trimmed = names.map { name in String(name.drop(while: \.isWhitespace)) }
    func place(of title: String) -> Int { trimmed.firstIndex(of: title) ?? -1 }
    places = Name.allCases.map { place(of: $0.title) }
    textPlaces = CarText.allCases.map { $0.epaColumn.map(place) ?? -1 }
    numberPlaces = CarNumber.allCases.map { $0.definition.epaColumns.map(place) }
    let missing = Self.required.filter { !trimmed.contains($0) }
    // A text without any of the columns is not an incomplete table but a different kind of file.
    if missing.count == Self.required.count, names.count < 3 { throw .source(.unknownFormat, source: source) }
    if !missing.isEmpty { throw .source(.missingColumns(missing), source: source) }
  }
}

extension EPAColumns {
  /// Returns the indices of a number's columns, with -1 for columns that the table lacks.
  func places(of number: CarNumber) -> [Int] { numberPlaces[number.rawValue] }
}

extension CarText: EPAColumn {
  var title: String { epaColumn ?? column }

  func place(in columns: EPAColumns) -> Int { columns.textPlaces[rawValue] }
}

extension CarNumber: EPAColumn {
  var title: String { definition.epaColumns.first ?? column }

  func place(in columns: EPAColumns) -> Int { columns.places(of: self).first ?? -1 }
}
