/// Turns values into heights.
struct ChartScale {
  /// What the foot stands for.
  let low: Double
  /// What the top stands for.
  let high: Double

  /// A scale for `values`; nil when there is none. It begins at zero, or below it where a value does: what is twice as
  /// high is twice as much. A foot a little under the lowest value was tried first; small differences looked like large
  /// ones.
  init?(_ values: [Double?]) {
    let numbers = values.compactMap { $0 }.filter(\.isFinite)
    guard let lowest = numbers.min(), let highest = numbers.max() else { return nil }
    high = highest
    low = min(0, lowest)
  }

  /// How many of `all` steps `value` is high; at least one, so that it is seen.
  func steps(of value: Double, in all: Int) -> Int {
    let share = high > low ? (value - low) / (high - low) : 1
    return min(all, max(1, Int((share * Double(all)).rounded())))
  }
}
