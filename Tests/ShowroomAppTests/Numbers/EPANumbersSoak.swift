import Foundation
import ShowroomTestSupport
import Testing

@testable import ShowroomCatalog

extension EPANumbers {
  /// An edition of the table.
  struct Edition: Sendable, CustomTestStringConvertible {
    let name: String
    let file: URL
    /// The annual fuel cost of the average new car.
    let averageCost: Double
    let cars: Int
    let plugIns: Int
    /// The number of electric cars, and of those of Tesla.
    let electric: Int
    let teslas: Int

    var testDescription: String { name }
  }

  nonisolated static let editions = [
    Edition(
      name: "October 2025", file: RealData.cars, averageCost: 1600, cars: 49_582, plugIns: 432,
      electric: 1331, teslas: 178),
    RealData.epa2022.map { file in
      Edition(
        name: "November 2022", file: file, averageCost: 2100, cars: 45_777, plugIns: 278, electric: 463, teslas: 134)
    }
      ?? Edition(
        name: "November 2022 (demo)", file: Checkout.resources.appendingPathComponent("demo/2022-11.csv.gz"),
        averageCost: 2100, cars: 3585, plugIns: 96, electric: 223, teslas: 36),
  ]
}

@Suite(.timeLimit(.minutes(20)), .serialized)
@MainActor
struct EPANumbersSoak {
  @Test(arguments: EPANumbers.editions)
  func `what is shown, compared, listed, exported and counted for every car is what the source says`(
    edition: EPANumbers.Edition
  ) async throws {
    let folder = try TemporaryFolder()
    let numbers = try await EPANumbers(edition, in: folder)

    #expect(numbers.table.count == edition.cars && numbers.cars.count == edition.cars)
    #expect(numbers.sources.count(where: \.isPlugIn) == edition.plugIns)
    expectNone(numbers.wrongValues())
    await Task.yield()
    expectNone(numbers.wrongOrders())
    await Task.yield()
    expectNone(try numbers.wrongTexts())
    expectNone(numbers.wrongComparisons())
    await Task.yield()
    expectNone(try numbers.wrongOutput())
    let index = try numbers.markSome()
    expectNone(try EPANumbers.wrongCounts(of: "", every: 4, in: index))
    expectNone(try EPANumbers.wrongCounts(of: "suv make:toyota,tesla -hybrid", every: 9, in: index))
    expectNone(try EPANumbers.wrongCounts(of: "fav:yes year:2015..", every: 9, in: index))
    expectNone(try EPANumbers.wrongCounts(of: "note:no mpg>20", favoritesOnly: true, every: 9, in: index))
    let makes = try #require(numbers.index.facets(for: .parse("fuel:electric"))).values(of: .make)
    #expect(makes.first.map { "\($0.text) \($0.count)" } == "Tesla \(edition.teslas)")
    #expect(numbers.index.search(.parse("fuel:electric"))?.count == edition.electric)
    #expect(numbers.index.search(.parse("fuel:electric make:tesla"))?.count == edition.teslas)
  }

  private func expectNone(_ wrong: [String], sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(wrong.isEmpty, "\(wrong.count): \(wrong.prefix(10))", sourceLocation: sourceLocation)
  }
}
