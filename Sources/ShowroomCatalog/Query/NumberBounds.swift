/// The bounds of a range of numbers. An infinite bound means that there is no limit.
package struct NumberBounds: Sendable, Hashable {
  package var lower: Double
  /// Whether the lower bound belongs to the range.
  package var includesLower: Bool
  package var upper: Double
  /// Whether the upper bound belongs to the range.
  package var includesUpper: Bool

  package init(
    lower: Double = -.infinity, includesLower: Bool = true, upper: Double = .infinity, includesUpper: Bool = true
  ) {
    self.lower = lower
    self.includesLower = includesLower
    self.upper = upper
    self.includesUpper = includesUpper
  }

  package init(_ range: ClosedRange<Double>) { self.init(lower: range.lowerBound, upper: range.upperBound) }

  package init(_ range: Range<Double>) {
    self.init(lower: range.lowerBound, upper: range.upperBound, includesUpper: false)
  }

  /// Returns whether a number lies between the bounds.
  package func contains(_ value: Double) -> Bool {
    (value > lower || includesLower && value == lower) && (value < upper || includesUpper && value == upper)
  }

  /// Returns the bounds of the numbers that satisfy both bounds.
  func intersection(_ other: NumberBounds) -> NumberBounds {
    var bounds = self
    if other.lower > lower || other.lower == lower && !other.includesLower {
      (bounds.lower, bounds.includesLower) = (other.lower, other.includesLower)
    }
    if other.upper < upper || other.upper == upper && !other.includesUpper {
      (bounds.upper, bounds.includesUpper) = (other.upper, other.includesUpper)
    }
    return bounds
  }
}
