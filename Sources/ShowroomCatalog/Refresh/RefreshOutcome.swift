/// The result of a refresh.
package enum RefreshOutcome: Sendable, Hashable {
  /// The source has not changed since the last refresh. Nothing was read or written.
  case notModified
  /// The source was imported.
  case applied(RefreshCounts)
  /// The removals required by the refresh were not approved. Nothing was written.
  case declined(RefreshLoss)
}

/// The numbers of cars affected by a refresh. Each car that the source lists or no longer lists is counted once, except
/// that ``withdrawn`` counts some of the removed cars again.
package struct RefreshCounts: Sendable, Hashable {
  /// The new cars.
  package var added = 0
  /// The cars that differ from the stored ones, excluding repriced cars.
  package var changed = 0
  /// The cars that differ only in the annual fuel cost or the base model. The EPA recomputes both for each edition of
  /// its table, and it bases the cost on current fuel prices.
  package var repriced = 0
  /// The cars that the source no longer lists, whether they were deleted or kept as withdrawn.
  package var removed = 0
  /// The cars that have not changed.
  package var unchanged = 0
  /// The removed cars that are kept because they are favorites or have notes, prices or files.
  package var withdrawn = 0
  /// Whether the source was a different catalog, whose cars are not recorded as changes.
  package var isReplacement = false

  package init(
    added: Int = 0, changed: Int = 0, repriced: Int = 0, removed: Int = 0, unchanged: Int = 0, withdrawn: Int = 0,
    isReplacement: Bool = false
  ) {
    self.added = added
    self.changed = changed
    self.repriced = repriced
    self.removed = removed
    self.unchanged = unchanged
    self.withdrawn = withdrawn
    self.isReplacement = isReplacement
  }

  /// The number of rows written.
  var written: Int { added + changed + repriced }
}

/// The cars that a refresh would remove, counted before it is committed.
package struct RefreshLoss: Sendable, Hashable {
  /// The maximum percentage of cars that a refresh can remove without approval.
  package static let tolerated = 10

  /// The number of cars in the catalog before the refresh, excluding cars that were already withdrawn.
  package var cars: Int
  /// The number of cars that the source no longer lists.
  package var removed: Int
  /// The number of removed cars that are favorites or have notes, prices or files. They are kept and marked as
  /// withdrawn.
  package var kept: Int
  /// The number of cars that are favorites or have notes, prices or files, and whose IDs belong to other cars in the
  /// source, so that those would receive the user's data.
  package var reassigned: Int
  /// Whether the source seems to be an earlier edition than the catalog.
  package var isOlder: Bool

  package init(cars: Int, removed: Int, kept: Int = 0, reassigned: Int = 0, isOlder: Bool = false) {
    self.cars = cars
    self.removed = removed
    self.kept = kept
    self.reassigned = reassigned
    self.isOlder = isOlder
  }

  /// Whether the refresh requires approval, because a source that has lost many cars, the latest ones or cars with user
  /// data, or has other cars under the same IDs, is probably the wrong one.
  package var needsApproval: Bool {
    kept > 0 || reassigned > 0 || removed * 100 > cars * Self.tolerated || isOlder
  }

  /// Returns whether the approval of this loss also covers another loss.
  func covers(_ other: RefreshLoss) -> Bool {
    other.removed <= removed && other.kept <= kept && other.reassigned <= reassigned && (isOlder || !other.isOlder)
  }
}

/// A closure that decides whether a refresh may remove cars. Until it returns, nothing is committed, and others can
/// write.
package typealias RefreshApproval = @Sendable (RefreshLoss) async -> Bool
