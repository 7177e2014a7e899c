import Catalog
import Testing

@testable import FilePicker
@testable import ShowroomApp
@testable import ShowroomCommands
@testable import ShowroomSettings

struct StandingTests {
  private func verdict(of value: Double, among values: [Double]) throws -> String {
    Standing(
      measure: .consumption, value: value, name: "", distribution: try #require(Distribution(values.sorted()))
    ).verdict
  }

  @Test func `the verdict never claims more than is true`() throws {
    let thousand = (1...1000).map(Double.init)
    #expect(try verdict(of: 1, among: [1]) == "the only one")
    #expect(try verdict(of: 1, among: [1, 1, 1]) == "all the same")
    #expect(try verdict(of: 3, among: [1, 2, 3]) == "the best")
    #expect(try verdict(of: 3, among: [1, 2, 3, 3]) == "among the best")
    #expect(try verdict(of: 1, among: [1, 2, 3]) == "the worst")
    #expect(try verdict(of: 1, among: [1, 1, 2, 3]) == "among the worst")
    #expect(try verdict(of: 999, among: thousand) == "top 1%")
    #expect(try verdict(of: 990, among: thousand) == "top 2%")
    #expect(try verdict(of: 2, among: thousand) == "bottom 1%")
    #expect(try verdict(of: 2, among: [1, 2, 3]) == "top 67%")
  }

  @MainActor @Test func `better and worse cars are counted in the class, or among all cars without one`() async throws {
    let entries = Showcase.entries + [Showcase.entry(8, "Kia", "Concept", 2025, class: nil, liters: 5)]
    let showcase = try await Showcase(entries)
    let index = try #require(showcase.live.index.value)
    let standings = Standing.all(of: try showcase.car(2), in: index)
    // Cars 1–4, 6 and 7 are in the class. Car 5 has no known values.
    #expect(standings.map { [$0.distribution.count, $0.better, $0.worse] } == [[6, 3, 2], [6, 3, 2], [6, 3, 2]])
    #expect(standings[0].name == "Midsize Cars")
    #expect(Standing.all(of: try showcase.car(5), in: index).isEmpty)
    let concept = try #require(Standing.all(of: try showcase.car(8), in: index).first)
    #expect(concept.name == "All cars" && concept.distribution.count == 7)
    #expect(concept.better == 1 && concept.verdict == "top 29%")
  }

  @Test func `the history has a series for each fuel, that of the car first, and years without one`() throws {
    let years = [
      ModelYear(year: 2019, fuel: .hybrid, combinedMPG: 40), ModelYear(year: 2019, fuel: .hybrid, combinedMPG: 50),
      ModelYear(year: 2020, fuel: .electric, combinedMPG: 112), ModelYear(year: 2021, fuel: .hybrid, combinedMPG: 60),
    ]
    let hybrid = Car(id: 1, make: "Kia", model: "Niro", year: 2021, fuel: .hybrid)
    let electric = Car(id: 9, make: "Kia", model: "Niro", year: 2020, fuel: .electric)
    let history = try #require(ModelHistory(of: hybrid, among: years))
    #expect(history.years == 2019...2021 && history.shownYear == 2021)
    #expect(history.series.map(\.fuel) == [.hybrid, .electric])
    #expect(history.series.map(\.averages) == [[2019: 45, 2021: 60], [2020: 112]])
    #expect(ModelHistory(of: electric, among: years)?.series.map(\.fuel) == [.electric, .hybrid])
    #expect(ModelHistory(of: electric, among: [years[2]]) == nil)
  }

  @MainActor @Test func `variants are named by what distinguishes them, and their bars by the largest figure`() {
    let formatting = CarFormatting()
    var twin = CarDetailScreens.car
    twin.id = 44
    let names = Sibling.all([CarDetailScreens.car, CarDetailScreens.hybrid], shown: 43, formatting)
    #expect(names.map(\.name) == ["1.6 L, Automatic (S8)", "Hybrid, 2.0 L, Automatic (S6)"])
    #expect(names.map(\.value) == ["31 mpg", "52 mpg"] && names.map(\.isShown) == [false, true])
    #expect(names[1].share == 1 && names[0].share == 31.1 / 52)
    #expect(Sibling.all([CarDetailScreens.car, twin], shown: 42, formatting).map(\.name) == ["ID 42", "ID 44"])
  }

  @Test func `a sequence has the order of the list`() {
    let sequence = CarSequence([7, 3, 5])
    #expect(sequence.position(of: 5) == 2)
    #expect(sequence.position(of: 8) == nil)
    #expect([-1, 0, 2, 3].map(sequence.id(at:)) == [nil, 7, 5, nil])
  }
}
