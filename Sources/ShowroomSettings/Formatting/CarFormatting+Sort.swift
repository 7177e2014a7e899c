import ShowroomCatalog

/// The names of the fields that cars are sorted by, on screens and on the command line.
extension CarFormatting {
  /// Returns the name of a field.
  package func name(of field: Sort.Field) -> String {
    switch field {
    case .relevance: "Best match"
    case .consumption: units == .us ? "Fuel economy" : "Consumption"
    case .cost: "Annual fuel cost"
    case .range: "Electric range"
    case .make, .model, .year, .vehicleClass, .fuel, .co2, .displacement: heading(of: field)
    }
  }

  /// Returns the heading of a field's column, with the unit if the values in the column have none.
  ///
  /// A heading may be shorter than the name of the field, because it takes space from the values.
  package func heading(of field: Sort.Field) -> String {
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

  /// Returns whether the displayed values increase from row to row, or `nil` if the order has no direction.
  ///
  /// Metric consumption runs opposite to the sort order, because fewer liters are more miles per gallon.
  package func numbersAscend(in sort: Sort) -> Bool? {
    if sort.field == .relevance { return nil }
    return sort.ascending != (sort.field == .consumption && units == .metric)
  }
}
