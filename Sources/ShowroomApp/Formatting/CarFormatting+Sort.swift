import Catalogue

/// What the fields of cars are called where cars are sorted, on the screen and on the command line alike.
extension CarFormatting {
  /// The name of a field.
  func name(of field: Sort.Field) -> String {
    switch field {
    case .relevance: "Best match"
    case .consumption: units == .us ? "Fuel economy" : "Consumption"
    case .cost: "Annual fuel cost"
    case .range: "Electric range"
    case .make, .model, .year, .vehicleClass, .fuel, .co2, .displacement: heading(of: field)
    }
  }

  /// The heading of a field's column, with the unit where its figures are written without one.
  func heading(of field: Sort.Field) -> String {
    switch field {
    case .relevance: ""
    case .make: "Make"
    case .model: "Model"
    case .year: "Year"
    case .vehicleClass: "Class"
    case .fuel: "Fuel"
    case .consumption: units == .us ? "Economy" : "Consumption"
    case .co2: co2Name
    case .cost: "$/year"
    case .range: "Range"
    case .displacement: "Displacement"
    }
  }

  /// Whether the figures grow from row to row as they are written; nil where there is no telling. Fewer liters are more
  /// miles a gallon, so in metric units those of consumption run the other way.
  func figuresAscend(in sort: Sort) -> Bool? {
    if sort.field == .relevance { return nil }
    return sort.ascending != (sort.field == .consumption && units == .metric)
  }
}
