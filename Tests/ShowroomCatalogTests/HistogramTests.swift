import Testing

@testable import ShowroomCatalog

@Suite
struct HistogramTests {
  func edges(_ numbers: [Double], _ limit: Int, isWhole: Bool = false) -> [Double] {
    let buckets = NumberHistogram(
      of: numbers, counts: numbers.map { _ in 1 }, buckets: limit, isWhole: isWhole
    ).buckets
    return buckets.map(\.lower) + (buckets.last.map { [$0.upper] } ?? [])
  }

  @Test func `bounds are round numbers, and cover all values`() {
    #expect(
      edges([1984, 2026], 10, isWhole: true) == [1980, 1985, 1990, 1995, 2000, 2005, 2010, 2015, 2020, 2025, 2030])
    #expect(edges([2019, 2022], 10, isWhole: true) == [2019, 2020, 2021, 2022, 2023])
    #expect(edges([7, 142.3], 3) == [0, 50, 100, 150])
    #expect(edges([0.1, 0.4], 4) == [0.1, 0.2, 0.3, 0.4, 0.5])
    #expect(edges([2, 2.3], 4) == [2, 2.1, 2.2, 2.3, 2.4])
    #expect(edges([5], 10) == [5, 5.0001])
    #expect(edges([-3, 5], 1) == [-3, 5.0001])
    #expect(edges([-3, 5], 1, isWhole: true) == [-3, 6])
    #expect(edges([], 10) == [])
  }

  @Test func `the last bucket contains the largest value`() {
    let histogram = NumberHistogram(of: [2, 2.3], counts: [1, 1], buckets: 8, isWhole: false)

    #expect(histogram.bucket(of: 2.3) == histogram.buckets.count - 1)
  }

  @Test(arguments: [0, -1, .max, .min, 1])
  func `any number of buckets can be requested`(limit: Int) {
    let histogram = NumberHistogram(of: [-3, 0, 1e15], counts: [1, 2, 3], buckets: limit, isWhole: false)

    #expect(histogram.count == 6 && histogram.buckets.map(\.count).reduce(0, +) == 6)
    #expect(histogram.buckets.count <= max(1, min(limit, 1000)))
  }
}
