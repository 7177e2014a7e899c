/// The cars that meet the conditions of recent queries. A query that is being typed changes one condition with each key,
/// so all others are found here, and so is the query without one of its filters, which the counts of a facet need.
struct MatchCache: Sendable {
  /// A condition that does not depend on the user's data.
  enum Condition: Hashable, Sendable {
    case word(String)
    case filter(FieldFilter)
  }

  /// The cars that meet a condition.
  struct Matches: Sendable {
    var contains: Bitmap
    /// The cars of which a word begins with the text; `nil` for a filter.
    var begins: Bitmap?
  }

  private var entries: [Condition: (matches: Matches, use: Int)] = [:]
  private var uses = 0
  /// The largest number of conditions. Each takes two bits per car.
  private static let capacity = 40

  /// Returns the cars that meet a condition, if it is known.
  mutating func matches(_ condition: Condition) -> Matches? {
    uses += 1
    entries[condition]?.use = uses
    return entries[condition]?.matches
  }

  /// Adds the cars that meet a condition. If there are too many conditions, removes the one that was used longest ago.
  mutating func add(_ matches: Matches, for condition: Condition) {
    uses += 1
    entries[condition] = (matches, uses)
    guard entries.count > Self.capacity, let oldest = entries.min(by: { $0.value.use < $1.value.use }) else { return }
    entries[oldest.key] = nil
  }
}
