/// The cars that a refresh would remove, counted before it is committed.
package struct RefreshLoss: Sendable, Hashable {
  /// The largest percentage of the cars that a refresh removes without approval.
  package static let tolerated = 10

  /// The cars in the catalog before the refresh, except for those already withdrawn.
  package var cars: Int
  /// The cars that the source no longer has.
  package var removed: Int
  /// The removed cars that are favorites or have notes or files. They are kept, marked as withdrawn.
  package var kept: Int

  package init(cars: Int, removed: Int, kept: Int = 0) {
    self.cars = cars
    self.removed = removed
    self.kept = kept
  }

  /// Whether the refresh needs approval, because a source that lost so much is probably the wrong one.
  package var needsApproval: Bool { kept > 0 || removed * 100 > cars * Self.tolerated }

  /// Whether the approval of this loss covers another loss.
  func covers(_ other: RefreshLoss) -> Bool { other.removed <= removed && other.kept <= kept }
}

/// Decides whether a refresh may remove cars. Nothing is committed, and others can write, until it returns.
package typealias RefreshApproval = @Sendable (RefreshLoss) async -> Bool
