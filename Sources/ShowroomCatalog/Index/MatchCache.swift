/// The cars that satisfy the conditions of recent queries. While a query is typed, each key changes one condition, so
/// all others are found here. The same applies to a query without one of its filters, which is needed for the counts of
/// a facet.
struct MatchCache: Sendable {
  /// A condition that does not depend on user data.
  enum Condition: Hashable, Sendable {
    case word(String)
    case filter(FieldFilter)
  }

  /// The cars that satisfy a condition.
  struct Matches: Sendable {
    var contains: Bitmap
    /// The cars in which a word begins with the text; `nil` for a filter.
    var begins: Bitmap?
  }

  private var entries: [Condition: (matches: Matches, use: Int)] = [:]
  private var uses = 0
  /// The maximum number of conditions. Each takes two bits per car.
  private static let capacity = 40

  /// Returns the cars that satisfy a condition, if they are known.
  mutating func matches(_ condition: Condition) -> Matches? {
    uses += 1
    entries[condition]?.use = uses
    return entries[condition]?.matches
  }

  /// Adds the cars that satisfy a condition. If there are too many conditions, removes the least recently used one.
  mutating func add(_ matches: Matches, for condition: Condition) {
    uses += 1
    entries[condition] = (matches, uses)
    guard entries.count > Self.capacity, let oldest = entries.min(by: { $0.value.use < $1.value.use }) else { return }
    entries[oldest.key] = nil
  }
}
