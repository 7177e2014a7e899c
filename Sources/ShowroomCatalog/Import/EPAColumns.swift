/// A column of the EPA's table.
protocol EPAColumn {
  /// The name in the header of the table.
  var title: String { get }
  /// Returns the index of the column in a table, or -1 if the table lacks the column.
  func place(in columns: EPAColumns) -> Int
}

/// The positions of the columns in an EPA table.
struct EPAColumns {
  /// A column that is not directly assigned to a string or a number (``CarText/epaColumn``,
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

  /// The columns without which a table is rejected. If other columns are missing, the values that depend on them are
  /// ``absent``.
  static let required =
    [Name.id, .make, .model, .year].map(\.title) + [CarText.vehicleClass.title, Name.fuelType.title]
    + [CarNumber.combinedMPG.title]

  private let places: [Int]
  fileprivate let textPlaces: [Int]
  private let numberPlaces: [[Int]]
  /// The values that the table does not contain for cars of each fuel.
  private(set) var absent: [Fuel: AbsentColumns] = [:]

  init(names: [String], source: String) throws(CatalogError) {
    let trimmed = names.map { name in String(name.drop(while: \.isWhitespace)) }
    func place(of title: String) -> Int { trimmed.firstIndex(of: title) ?? -1 }
    places = Name.allCases.map { place(of: $0.title) }
    textPlaces = CarText.allCases.map { $0.epaColumn.map(place) ?? -1 }
    numberPlaces = CarNumber.allCases.map { $0.definition.epaColumns.map(place) }
    let missing = Self.required.filter { !trimmed.contains($0) }
    // Text without any of the columns is not an incomplete table but a different kind of file.
    if missing.count == Self.required.count, names.count < 3 { throw .source(.unknownFormat, source: source) }
    if !missing.isEmpty { throw .source(.missingColumns(missing), source: source) }
    for fuel in Fuel.allCases { absent[fuel] = absentColumns(of: fuel) }
  }
}

extension EPAColumns {
  /// Returns the indices of a number's columns, with -1 for columns that the table lacks.
  func places(of number: CarNumber) -> [Int] { numberPlaces[number.rawValue] }

  /// Returns whether the table does not have a column.
  func lacks(_ column: some EPAColumn) -> Bool { column.place(in: self) < 0 }

  private func absentColumns(of fuel: Fuel) -> AbsentColumns {
    // Without the technology, a plug-in hybrid looks like a gasoline car, which does not have all of its numbers.
    let isFuelAbsent = lacks(Name.technology)
    var absent: AbsentColumns = isFuelAbsent ? [.fuel, .text(.fuelName)] : []
    if lacks(Name.baseModel) { absent.insert(.baseModel) }
    for text in CarText.allCases where text.epaColumn != nil && lacks(text) { absent.insert(.text(text)) }
    if fuel.hasTwoNames, lacks(Name.fuelTypes) { absent.insert(.text(.fuelName)) }
    for number in CarNumber.allCases {
      let columns: [Name] =
        switch number {
        case .co2: [.co2]
        case .annualFuelCost: fuel == .pluginHybrid ? [.annualFuelCost, .saving] : [.annualFuelCost]
        case .electricRange where fuel == .electric: [.range]
        case .electricRange where fuel == .pluginHybrid: [.secondRange]
        default: []
        }
      let dependsOnFuel = number.definition.fuels != nil || number == .annualFuelCost || number == .electricRange
      let lacksOwn = number.isKnown(of: fuel) && places(of: number).contains { $0 < 0 }
      if lacksOwn || columns.contains(where: { lacks($0) }) || isFuelAbsent && dependsOnFuel {
        absent.insert(.number(number))
      }
    }
    return absent
  }
}

extension CarText: EPAColumn {
  var title: String { epaColumn ?? column }

  func place(in columns: EPAColumns) -> Int { columns.textPlaces[rawValue] }
}

extension CarNumber: EPAColumn {
  var title: String { definition.epaColumns.first ?? column }

  func place(in columns: EPAColumns) -> Int { columns.places(of: self).first ?? -1 }
}
