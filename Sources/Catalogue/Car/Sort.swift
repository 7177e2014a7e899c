/// The order of a list. Unknown values come last in both directions; ties fall to make, model, year (newest first)
/// and id, so that every order is total and a list never reshuffles.
public struct Sort: Sendable, Hashable, Codable {
  /// What to order by.
  public enum Field: String, Sendable, Hashable, Codable, CaseIterable {
    /// Make, model, year (newest first); with search words, rows where every word begins a word of make, model or
    /// year come first.
    case relevance
    /// The maker's name.
    case make
    /// The model's name.
    case model
    /// The model year.
    case year
    /// The class.
    case vehicleClass = "class"
    /// The fuel category's label.
    case fuel
    /// Combined consumption in miles per gallon: ascending means thirsty cars first.
    case consumption
    /// Tailpipe CO₂.
    case co2
    /// Yearly fuel cost.
    case cost
    /// Electric range.
    case range
    /// Displacement.
    case displacement
  }

  /// What to order by.
  public var field: Field
  /// Small to large, or A to Z.
  public var ascending: Bool

  /// Orders by a field.
  public init(_ field: Field, ascending: Bool = true) {
    self.field = field
    self.ascending = ascending
  }

  /// The best match first; without search words, make, model and year (newest first).
  public static let standard = Sort(.relevance)

  /// Returns the order that somebody means who names a field: the newest, the best fuel economy and the longest range
  /// first; everything else from the smallest, or from A.
  public static func natural(_ field: Field) -> Sort {
    switch field {
    case .year, .consumption, .range: Sort(field, ascending: false)
    case .relevance, .make, .model, .vehicleClass, .fuel, .co2, .cost, .displacement: Sort(field)
    }
  }

  /// The names of the fields on a command line.
  public static let fieldNames = Field.allCases.map { $0 == .consumption ? "economy" : $0.rawValue }

  /// Reads `field`, for its natural order, or `field:asc` or `field:desc`, as typed on a command line; `mpg` and other
  /// names that the search language knows are accepted as well. `nil` when there is no such field.
  public init?(parsing text: String) {
    let parts = text.lowercased().split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard let name = parts.first, parts.count <= 2 else { return nil }
    let aliases: [String: Field] = [
      "economy": .consumption, "mpg": .consumption, "displ": .displacement, "default": .relevance,
    ]
    guard let field = Field(rawValue: name) ?? aliases[name] else { return nil }
    // Litres by distance run against miles by gallon: the lowest consumption is the highest economy.
    let isInverse = name == Field.consumption.rawValue
    switch parts.count == 2 ? parts[1] : "" {
    case "asc", "ascending": self.init(field, ascending: !isInverse)
    case "desc", "descending": self.init(field, ascending: isInverse)
    case "" where parts.count == 1: self = .natural(field)
    default: return nil
    }
  }
}
