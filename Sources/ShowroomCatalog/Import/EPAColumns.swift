/// The places of the columns in an EPA table.
struct EPAColumns {
  /// A column that is read. The raw value is the index in ``places``, so that no cell requires a search.
  enum Name: Int, CaseIterable {
    case id, make, model, year, baseModel, vehicleClass, fuelType, fuelTypes, technology, cylinders,
      displacement, drive, transmission, city, highway, combined, electricCity, electricHighway, electric,
      blendedCity, blendedHighway, blended, utilityFactor, addedGasoline, electricConsumption, co2, tailpipeCO2,
      annualFuelCost, saving, range, secondRange, chargeHours

    /// The name in the header of the table.
    var title: String {
      switch self {
      case .vehicleClass: "VClass"
      case .fuelType: "fuelType1"
      case .fuelTypes: "fuelType"
      case .technology: "atvType"
      case .displacement: "displ"
      case .transmission: "trany"
      case .city: "city08"
      case .highway: "highway08"
      case .combined: "comb08"
      case .electricCity: "cityA08"
      case .electricHighway: "highwayA08"
      case .electric: "combA08"
      case .blendedCity: "phevCity"
      case .blendedHighway: "phevHwy"
      case .blended: "phevComb"
      case .utilityFactor: "combinedUF"
      case .addedGasoline: "combinedCD"
      case .electricConsumption: "combE"
      case .tailpipeCO2: "co2TailpipeGpm"
      case .annualFuelCost: "fuelCost08"
      case .saving: "youSaveSpend"
      case .secondRange: "rangeA"
      case .chargeHours: "charge240"
      case let other: "\(other)"
      }
    }

    /// Whether a table without the column is rejected. The fields of other missing columns are unknown.
    var isRequired: Bool {
      switch self {
      case .id, .make, .model, .year, .vehicleClass, .fuelType, .combined: true
      default: false
      }
    }
  }

  private var places: [Int]

  init(names: [String], source: String) throws(CatalogError) {
    let trimmed = names.map { name in String(name.drop(while: \.isWhitespace)) }
    places = Name.allCases.map { column in trimmed.firstIndex(of: column.title) ?? -1 }
    let missing = Name.allCases.filter { $0.isRequired && !trimmed.contains($0.title) }
    // A text without any of the columns is not an incomplete table but something else.
    if missing.count == Name.allCases.filter(\.isRequired).count, names.count < 3 {
      throw .source(.unknownFormat, source: source)
    }
    if !missing.isEmpty { throw .source(.missingColumns(missing.map(\.title)), source: source) }
  }

  func place(of name: Name) -> Int { places[name.rawValue] }
}
