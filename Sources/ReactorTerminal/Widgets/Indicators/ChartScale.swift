/// Turns values into heights.
struct ChartScale {
  /// What the foot stands for.
  let low: Double
  /// What the top stands for.
  let high: Double

  /// A scale for `values`; nil when there is none.
  /// - Parameter base: what the foot stands for; nil: a quarter of the spread under the lowest.
  init?(_ values: [Double?], base: Double?) {
    let numbers = values.compactMap { $0 }.filter(\.isFinite)
    guard let lowest = numbers.min(), let highest = numbers.max() else { return nil }
    high = highest
    if let base, base.isFinite {
      low = min(base, lowest)
    } else if lowest == highest {
      low = min(0, lowest)
    } else {
      let under = lowest - (highest - lowest) / 4
      low = lowest >= 0 ? max(0, under) : under
    }
  }

  /// How many of `all` steps `value` is high; at least one, so that it is seen.
  func steps(of value: Double, in all: Int) -> Int {
    let share = high > low ? (value - low) / (high - low) : 1
    return min(all, max(1, Int((share * Double(all)).rounded())))
  }
}
