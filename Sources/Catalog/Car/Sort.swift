/// The order of a list. Unknown values come last in both directions. Ties are resolved by make, model, year (newest
/// first) and ID, so that every order is total and a list never reshuffles.
package struct Sort: Sendable, Hashable, Codable {
  /// A field that cars are ordered by.
  package enum Field: String, Sendable, Hashable, Codable, CaseIterable {
    /// Make, model and year (newest first). In a search, cars come first if each search word begins a word of the make,
    /// the model or the year.
    case relevance
    /// The make.
    case make
    /// The model.
    case model
    /// The model year.
    case year
    /// The class.
    case vehicleClass = "class"
    /// The label of the fuel category.
    case fuel
    /// The combined fuel economy in miles per gallon. Ascending puts the lowest fuel economy first.
    case consumption
    /// The tailpipe CO₂ emissions.
    case co2
    /// The annual fuel cost.
    case cost
    /// The electric range.
    case range
    /// The engine displacement.
    case displacement
  }

  /// The field that cars are ordered by.
  package var field: Field
  /// Whether values ascend: small to large, or A to Z.
  package var ascending: Bool

  package init(_ field: Field, ascending: Bool = true) {
    self.field = field
    self.ascending = ascending
  }

  /// The best match first, or make, model and year (newest first) without search words.
  package static let standard = Sort(.relevance)

  /// Returns the usual order of a field: newest, best fuel economy and longest range first, everything else ascending.
  package static func natural(_ field: Field) -> Sort {
    switch field {
    case .year, .consumption, .range: Sort(field, ascending: false)
    case .relevance, .make, .model, .vehicleClass, .fuel, .co2, .cost, .displacement: Sort(field)
    }
  }

  /// The names of the fields on the command line.
  package static let fieldNames = Field.allCases.map { $0 == .consumption ? "economy" : $0.rawValue }

  /// Parses `field`, for its natural order, `field:asc` or `field:desc`. Also accepts `mpg` and other names of the
  /// search language. Returns `nil` if there is no such field.
  package init?(parsing text: String) {
    let parts = text.lowercased().split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard let name = parts.first, parts.count <= 2 else { return nil }
    let aliases: [String: Field] = [
      "economy": .consumption, "mpg": .consumption, "displ": .displacement, "default": .relevance,
    ]
    guard let field = Field(rawValue: name) ?? aliases[name] else { return nil }
    // Liters per distance are inverse to miles per gallon: the lowest consumption is the highest fuel economy.
    let isInverse = name == Field.consumption.rawValue
    switch parts.count == 2 ? parts[1] : "" {
    case "asc", "ascending": self.init(field, ascending: !isInverse)
    case "desc", "descending": self.init(field, ascending: isInverse)
    case "" where parts.count == 1: self = .natural(field)
    default: return nil
    }
  }
}
