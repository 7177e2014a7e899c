import Catalog
import Testing

@testable import FilePicker
@testable import ShowroomApp
@testable import ShowroomCommands
@testable import ShowroomSettings

struct StandingTests {
  private func verdict(count: Int, better: Int, worse: Int) -> String {
    Standing.Group(name: "", count: count, minimum: 0, median: 0, maximum: 0, better: better, worse: worse).verdict
  }

  @Test func `the verdict never claims more than is true`() {
    #expect(verdict(count: 1, better: 0, worse: 0) == "the only one")
    #expect(verdict(count: 3, better: 0, worse: 0) == "all the same")
    #expect(verdict(count: 3, better: 0, worse: 2) == "the best")
    #expect(verdict(count: 4, better: 0, worse: 2) == "among the best")
    #expect(verdict(count: 3, better: 2, worse: 0) == "the worst")
    #expect(verdict(count: 4, better: 2, worse: 0) == "among the worst")
    #expect(verdict(count: 1000, better: 1, worse: 998) == "better than 99%")
    #expect(verdict(count: 1000, better: 998, worse: 1) == "better than <1%")
  }

  @MainActor @Test func `better and worse cars are counted in the class and among all cars, in either direction`()
    async throws
  {
    let showcase = try await Showcase()
    let index = try #require(showcase.live.index.value)
    let standings = Standing.all(of: try showcase.car(2), in: index)
    let numbers = standings.map { standing in standing.groups.map { [$0.count, $0.better, $0.worse] } }
    // Cars 1–4, 6 and 7 are in the class. Car 5 has no known values.
    #expect(numbers == [[[6, 3, 2], [6, 3, 2]], [[6, 3, 2], [6, 3, 2]], [[6, 3, 2], [6, 3, 2]]])
    #expect(standings[0].groups.map(\.name) == ["Midsize Cars", "All cars"])
    #expect(Standing.all(of: try showcase.car(5), in: index).isEmpty)
  }

  @Test func `the history includes only variants with the same fuel, and years without one`() throws {
    let petrol = [2019, 2019, 2021].enumerated().map { index, year in
      Car(id: Int64(index), make: "Kia", model: "Niro", year: year, fuel: .hybrid, combinedMPG: Double(40 + 10 * index))
    }
    let electric = Car(id: 9, make: "Kia", model: "Niro", year: 2020, fuel: .electric, combinedMPG: 112)
    let history = try #require(ModelHistory(of: petrol[2], among: petrol + [electric]))
    #expect(history.years.map(\.year) == [2019, 2020, 2021])
    #expect(history.years.map(\.consumption) == [45, nil, 60])
    #expect(ModelHistory(of: electric, among: petrol + [electric]) == nil)
  }

  @Test func `a sequence has the order of the list`() {
    let sequence = CarSequence([7, 3, 5])
    #expect(sequence.position(of: 5) == 2)
    #expect(sequence.position(of: 8) == nil)
    #expect([-1, 0, 2, 3].map(sequence.id(at:)) == [nil, 7, 5, nil])
  }
}
