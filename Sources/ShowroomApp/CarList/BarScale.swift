/// The scale of the bars in a list, chosen to make differences between the cars visible. It extends from the 5th to the
/// 95th percentile of the values, or from zero if the differences are large enough.
struct BarScale: Sendable, Hashable {
  private let low: Double
  private let high: Double

  /// The maximum number of values used for a scale.
  static let sampleSize = 4096
  /// The minimum length of a bar for a known value.
  private static let shortest = 0.03

  /// - Parameter values: The known values, in any order.
  init(_ values: [Double]) {
    let values = values.sorted()
    guard let last = values.indices.last else {
      (low, high) = (0, 0)
      return
    }
    func percentile(_ share: Double) -> Double { values[Int((share * Double(last)).rounded())] }
    high = percentile(0.95)
    let fifth = percentile(0.05)
    low = fifth <= high / 4 ? 0 : fifth
  }

  /// Returns the length of a value's bar relative to the longest one.
  func fraction(of value: Double) -> Double {
    guard high > low else { return 1 }
    return min(1, max(Self.shortest, (value - low) / (high - low)))
  }
}
