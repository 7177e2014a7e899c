/// The order of a list, by one field or by two. Unknown values come last in both directions. Ties are resolved by make,
/// model, year (newest first) and ID, so that every order is total and a list never reshuffles.
package struct Sort: Sendable, Hashable, Codable {
  /// A field that cars are ordered by.
  package enum Field: String, Sendable, Hashable, Codable, CaseIterable {
    /// The newest model year first. In a search, cars come before all others if each search word begins a word of the
    /// make, the model or the year.
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

  /// A field and a direction.
  package struct Level: Sendable, Hashable, Codable {
    /// The field that cars are ordered by.
    package var field: Field
    /// Whether values ascend: small to large, or A to Z.
    package var ascending: Bool

    package init(_ field: Field, ascending: Bool = true) {
      self.field = field
      self.ascending = ascending
    }

    /// Whether small values come first. The best match has no direction, and its model years descend.
    var ascends: Bool { ascending && field != .relevance }

    /// Returns the usual order of a field: newest, best fuel economy and longest range first, everything else ascending.
    package static func natural(_ field: Field) -> Level {
      switch field {
      case .year, .consumption, .range: Level(field, ascending: false)
      case .relevance, .make, .model, .vehicleClass, .fuel, .co2, .cost, .displacement: Level(field)
      }
    }
  }

  /// The field that cars are ordered by.
  package var field: Field
  /// Whether values ascend: small to large, or A to Z.
  package var ascending: Bool
  /// The order of cars whose values are equal; `nil` for make, model, year (newest first) and ID.
  package private(set) var secondary: Level?

  package init(_ field: Field, ascending: Bool = true) {
    self.field = field
    self.ascending = ascending
  }

  init(_ level: Level) { self.init(level.field, ascending: level.ascending) }

  /// The first level of the order.
  package var primary: Level { Level(field, ascending: ascending) }

  /// Returns the order with another second level. Levels without effect are left out: the field of the first level
  /// again, and any level beside the best match.
  ///
  /// ```swift
  /// Sort(.consumption, ascending: false).then(.natural(.year))  // most economical first, then newest
  /// ```
  package func then(_ level: Level?) -> Sort {
    var sort = self
    let hasEffect = level.map { $0.field != field && $0.field != .relevance && field != .relevance } ?? false
    sort.secondary = hasEffect ? level : nil
    return sort
  }

  /// The best match first, then the newest model year.
  package static let standard = Sort(.relevance)

  /// Returns the usual order of a field: newest, best fuel economy and longest range first, everything else ascending.
  package static func natural(_ field: Field) -> Sort { Sort(Level.natural(field)) }

  /// The names of the fields on the command line.
  package static let fieldNames = Field.allCases.map { $0 == .consumption ? "economy" : $0.rawValue }

  /// Parses one field, or two separated by a comma, the second of which orders cars with equal values in the first.
  ///
  /// A field is `field`, for its natural order, `field:asc` or `field:desc`. Also accepts `mpg` and other names of the
  /// search language. Returns `nil` if there is no such field, or if a field is repeated.
  package init?(parsing text: String) {
    let levels = text.lowercased().split(separator: ",", omittingEmptySubsequences: false)
    let parsed = levels.compactMap { Level(parsing: $0) }
    guard let first = parsed.first, parsed.count == levels.count, parsed.count <= 2 else { return nil }
    self = Sort(first)
    guard parsed.count == 2 else { return }
    self = then(parsed[1])
    if secondary == nil { return nil }
  }
}

extension Sort.Level {
  /// Parses `field`, `field:asc` or `field:desc`.
  fileprivate init?(parsing text: Substring) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      .map { String($0.filter { !$0.isWhitespace }) }
    guard let name = parts.first, parts.count <= 2 else { return nil }
    let aliases: [String: Sort.Field] = [
      "economy": .consumption, "mpg": .consumption, "displ": .displacement, "default": .relevance,
    ]
    guard let field = Sort.Field(rawValue: name) ?? aliases[name] else { return nil }
    // Liters per distance are inverse to miles per gallon: the lowest consumption is the highest fuel economy.
    let isInverse = name == Sort.Field.consumption.rawValue
    switch parts.count == 2 ? parts[1] : "" {
    case "asc", "ascending": self.init(field, ascending: !isInverse)
    case "desc", "descending": self.init(field, ascending: isInverse)
    case "" where parts.count == 1: self = .natural(field)
    default: return nil
    }
  }
}

extension Sort.Level: CustomStringConvertible {
  /// The text that is parsed as this level: `year`, or `year:asc` if that is not its natural order.
  package var description: String {
    let name = field == .consumption ? "economy" : field.rawValue
    return self == .natural(field) ? name : "\(name):\(ascending ? "asc" : "desc")"
  }
}

extension Sort: CustomStringConvertible {
  /// The text that is parsed as this order: `economy,year:asc`.
  package var description: String {
    ([primary] + (secondary.map { [$0] } ?? [])).map(\.description).joined(separator: ",")
  }
}
