import Foundation

/// The numbers of cars in ranges of equal width, whose bounds are round numbers.
package struct NumberHistogram: Sendable, Hashable {
  /// The cars whose value is at least `lower` and less than `upper`.
  package struct Bucket: Sendable, Hashable {
    package let lower: Double
    package let upper: Double
    /// The smallest and the largest possible value in the bucket, for its label. If all values are whole numbers, the
    /// largest is less than `upper`. Otherwise, values can be arbitrarily close to `upper`, so the label shows `upper`.
    package let first: Double
    package let last: Double
    package fileprivate(set) var count: Int
  }

  /// The buckets in ascending order; empty if no car in the catalog has a value.
  package private(set) var buckets: [Bucket]
  /// The number of cars with a known value.
  package private(set) var count = 0

  /// Returns the index of the bucket that contains a value, or `nil` if the value is outside all buckets.
  package func bucket(of value: Double) -> Int? {
    buckets.firstIndex { value >= $0.lower && value < $0.upper }
  }

  /// Creates the histogram.
  ///
  /// - Parameters:
  ///   - numbers: Finite values in ascending order. The buckets cover all of them, including values that no car has, so
  ///     that the buckets stay the same while a query changes.
  ///   - counts: The number of cars with each value.
  ///   - limit: The maximum number of buckets, from 1 to 1000.
  ///   - isWhole: Whether all values are whole numbers.
  init(of numbers: [Double], counts: [Int], buckets limit: Int, isWhole: Bool) {
    buckets =
      numbers.first.map { first in
        Self.buckets(from: first, to: numbers[numbers.count - 1], limit: min(max(limit, 1), 1000), isWhole: isWhole)
      } ?? []
    var place = 0
    for (number, count) in zip(numbers, counts) where count > 0 {
      while place < buckets.count - 1, number >= buckets[place].upper { place += 1 }
      buckets[place].count += count
      self.count += count
    }
  }

  private static func buckets(from first: Double, to last: Double, limit: Int, isWhole: Bool) -> [Bucket] {
    var widths = niceWidths(atLeast: (last - first) / Double(limit), isWhole: isWhole)
    while let width = widths.next() {
      // 2.3 / 0.05 is less than 46.
      func place(_ value: Double) -> Double {
        let (exact, nearest) = (value / width, (value / width).rounded())
        return abs(exact - nearest) <= 1e-9 * abs(exact) ? nearest : exact.rounded(.down)
      }
      let start = place(first)
      let count = place(last) - start + 1
      guard count <= Double(limit) else { continue }
      // Rounds 3 × 0.1 to 0.3.
      let edges = (0...Int(count)).map { ((start + Double($0)) * width * 1e6).rounded() / 1e6 }
      return zip(edges, edges.dropFirst()).map { lower, upper in
        Bucket(
          lower: lower, upper: upper, first: max(first, lower), last: min(last, isWhole ? upper - 1 : upper), count: 0)
      }
    }
    // The next number after `last` would be displayed like `last`, which the bucket contains.
    let upper = isWhole ? last + 1 : last + max(1e-4, last.magnitude * 1e-9)
    return [Bucket(lower: first, upper: upper, first: first, last: last, count: 0)]
  }

  /// Returns widths that are 1, 2, 2.5 or 5 times a power of ten.
  private static func niceWidths(atLeast width: Double, isWhole: Bool) -> some IteratorProtocol<Double> {
    let smallest = isWhole ? 0 : max(-4, min(12, Int(log10(max(width, 1e-4)).rounded(.down))))
    return (smallest...15).lazy
      .flatMap { power -> [Double] in [1, 2, 2.5, 5].map { (factor: Double) in factor * pow(10, Double(power)) } }
      .filter { $0 >= width && (!isWhole || $0.rounded() == $0) }
      .makeIterator()
  }
}

extension Distribution {
  /// Returns the histogram of the values.
  ///
  /// - Parameter limit: The maximum number of buckets, from 1 to 1000.
  package func histogram(buckets limit: Int) -> NumberHistogram {
    NumberHistogram(of: values, counts: counts, buckets: limit, isWhole: false)
  }
}
