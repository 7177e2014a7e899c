/// The cars that a refresh would take out of the catalogue, counted before any of it is committed.
public struct RefreshLoss: Sendable, Hashable {
  /// The largest share of the cars, in percent, that a refresh removes without approval.
  public static let tolerated = 10

  /// The cars in the catalogue before the refresh, without those withdrawn earlier.
  public var cars: Int
  /// The cars that the source no longer has.
  public var removed: Int
  /// Of the removed cars, those that are favorites or have notes or files; they stay, marked as withdrawn.
  public var kept: Int

  /// A loss of `removed` out of `cars`.
  public init(cars: Int, removed: Int, kept: Int = 0) {
    self.cars = cars
    self.removed = removed
    self.kept = kept
  }

  /// Whether somebody has to approve of it: a source that lost so much is more likely the wrong one than a newer one.
  public var needsApproval: Bool { kept > 0 || removed * 100 > cars * Self.tolerated }

  /// Whether who approved of this has approved of another loss, too.
  func covers(_ other: RefreshLoss) -> Bool { other.removed <= removed && other.kept <= kept }
}

/// Decides whether a refresh may remove what it would remove. Nothing is committed, and nobody is kept from writing,
/// while it takes its time.
public typealias RefreshApproval = @Sendable (RefreshLoss) async -> Bool
