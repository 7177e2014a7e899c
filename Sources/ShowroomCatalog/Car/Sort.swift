/// The order of a list, by one or two fields. Unknown values come last in both directions. Ties are resolved by make,
/// model, year (newest first) and ID, so that every order is total and a list is never reshuffled.
package struct Sort: Sendable, Hashable {
  /// A field and a direction.
  package struct Level: Sendable, Hashable {
    /// The field by which cars are ordered; `nil` for the best match, which is the newest model year first. In a
    /// search, cars in which each search word begins a word of the make, model or year come first.
    package var field: CarField?
    /// Whether values ascend: small to large, or A to Z.
    package var ascending: Bool

    package init(_ field: CarField?, ascending: Bool = true) {
      self.field = field
      self.ascending = ascending
    }

    /// Whether small values come first. The best match has no direction; its model years descend.
    var ascends: Bool { ascending && field != nil }

    /// Returns the usual order of a field, whose direction is that of its definition.
    package static func natural(_ field: CarField?) -> Level {
      Level(field, ascending: field?.definition.order?.ascends ?? true)
    }
  }

  /// The field by which cars are ordered; `nil` for the best match.
  package var field: CarField?
  /// Whether values ascend: small to large, or A to Z.
  package var ascending: Bool
  /// The order of cars whose values are equal; `nil` for make, model, year (newest first) and ID.
  package private(set) var secondary: Level?

  package init(_ field: CarField?, ascending: Bool = true) {
    self.field = field
    self.ascending = ascending
  }

  init(_ level: Level) { self.init(level.field, ascending: level.ascending) }

  /// The fields that the order depends on.
  package var fields: [CarField] { [field, secondary?.field].compactMap(\.self) }

  /// The first level of the order.
  package var primary: Level { Level(field, ascending: ascending) }

  /// Returns the order with a different second level. Levels without effect are left out: a repeated field, and any
  /// level combined with the best match.
  ///
  /// ```swift
  /// Sort(.economy, ascending: false).then(.natural(.year))  // most economical first, then newest
  /// ```
  package func then(_ level: Level?) -> Sort {
    var sort = self
    let hasEffect = level.map { $0.field != field && $0.field != nil && field != nil } ?? false
    sort.secondary = hasEffect ? level : nil
    return sort
  }

  /// The best match first, then the newest model year.
  package static let standard = Sort(nil)

  /// Returns the usual order of a field, whose direction is that of its definition.
  package static func natural(_ field: CarField?) -> Sort { Sort(Level.natural(field)) }

  /// The name of the best match on the command line.
  package static let bestMatch = "relevance"

  /// The names of the orders on the command line.
  package static let names = [bestMatch] + CarField.sorted.map(\.id)

  /// Parses one field, or two separated by a comma. The second field orders cars with equal values in the first one.
  ///
  /// A field is `field`, for its natural order, `field:asc` or `field:desc`. Returns `nil` if there is no such field,
  /// or if a field is repeated.
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
    let field = CarField(named: name)
    guard field?.isSorted ?? [Sort.bestMatch, "default"].contains(name) else { return nil }
    // Liters per distance are the inverse of miles per gallon: the lowest consumption is the highest fuel economy.
    let isInverse = name == "consumption"
    switch parts.count == 2 ? parts[1] : "" {
    case "asc", "ascending": self.init(field, ascending: !isInverse)
    case "desc", "descending": self.init(field, ascending: isInverse)
    case "" where parts.count == 1: self = .natural(field)
    default: return nil
    }
  }
}

extension Sort.Level: CustomStringConvertible {
  /// The text from which this level can be parsed: `year`, or `year:asc` if that is not its natural order.
  package var description: String {
    let name = field?.id ?? Sort.bestMatch
    return self == .natural(field) ? name : "\(name):\(ascending ? "asc" : "desc")"
  }
}

extension Sort: CustomStringConvertible {
  /// The text from which this order can be parsed: `mpg,year:asc`.
  package var description: String {
    ([primary] + (secondary.map { [$0] } ?? [])).map(\.description).joined(separator: ",")
  }
}
