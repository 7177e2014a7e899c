/// How many cars a refresh touched. Every car of the source, and every one that it no longer has, is counted once;
/// ``withdrawn`` repeats some of the removed ones.
public struct RefreshCounts: Sendable, Hashable {
  /// Cars that were not there before.
  public var added = 0
  /// Cars of which something differs from what was stored, beyond what makes a car repriced.
  public var changed = 0
  /// Cars of which nothing differs but the yearly fuel cost or the base model. Neither is a fact about the car: the EPA
  /// works out both anew for each edition of its table, the cost from the fuel prices of the day.
  public var repriced = 0
  /// Cars that the source no longer has, whether deleted or kept as withdrawn.
  public var removed = 0
  /// Cars that are as they were.
  public var unchanged = 0
  /// Of the removed ones, those that stay because the user has something on them.
  public var withdrawn = 0

  /// Nothing touched, unless told otherwise.
  public init(
    added: Int = 0, changed: Int = 0, repriced: Int = 0, removed: Int = 0, unchanged: Int = 0, withdrawn: Int = 0
  ) {
    self.added = added
    self.changed = changed
    self.repriced = repriced
    self.removed = removed
    self.unchanged = unchanged
    self.withdrawn = withdrawn
  }

  /// The cars of which a row was written.
  var written: Int { added + changed + repriced }
}
