import ShowroomCatalog
import ShowroomText
import Testing

@testable import ShowroomApp
@testable import ShowroomFormatting

struct ClassRankTests {
  private func verdict(of value: Double, among values: [Double]) throws -> String {
    ClassRank(
      field: .economy, value: value, vehicleClass: nil,
      group: ClassRank.Group(try #require(Distribution(values.sorted())))
    ).verdict
  }

  @Test func `the verdict never claims more than is true`() throws {
    let thousand = (1...1000).map(Double.init)
    #expect(try verdict(of: 1, among: [1]) == "the only one")
    #expect(try verdict(of: 1, among: [1, 1, 1]) == "all the same")
    #expect(try verdict(of: 3, among: [1, 2, 3]) == "the best of")
    #expect(try verdict(of: 3, among: [1, 2, 3, 3]) == "among the best of")
    #expect(try verdict(of: 1, among: [1, 2, 3]) == "the worst of")
    #expect(try verdict(of: 1, among: [1, 1, 2, 3]) == "among the worst of")
    #expect(try verdict(of: 999, among: thousand) == "better than 99% of")
    #expect(try verdict(of: 990, among: thousand) == "better than 98% of")
    #expect(try verdict(of: 2, among: thousand) == "worse than 99% of")
  }

  @Test func `a car near the median is average, without color`() throws {
    let distribution = try #require(Distribution((1...1000).map(Double.init)))
    func classRank(_ value: Double, _ measure: CarField = .economy) -> ClassRank {
      ClassRank(field: measure, value: value, vehicleClass: "Minivan - 2WD", group: ClassRank.Group(distribution))
    }

    #expect([450, 500, 551].map { classRank($0).verdict } == ["average among", "average among", "average among"])
    #expect([450, 500, 551].map { classRank($0).isGood } == [nil, nil, nil])
    #expect(classRank(562).verdict == "better than 56% of" && classRank(562).isGood == true)
    #expect(classRank(562, .co2).verdict == "worse than 56% of" && classRank(562, .co2).isGood == false)
    #expect(classRank(562).subject == "1,000 minivans 2WD")
  }

  @Test(arguments: [
    ("Midsize Cars", "midsize cars"), ("Small SUV", "small SUVs"), ("Minivan - 2WD", "minivans 2WD"),
    ("Standard Pickup Trucks/2wd", "standard pickup trucks 2WD"), ("Two Seaters", "two seaters"), ("준중형", "준중형"),
    ("Special Purpose 4WD", "special purpose 4WDs"), ("Special Purposes", "special purpose vehicles"),
    ("Vans, Cargo Type", "cargo vans"), ("Vans Passenger", "passenger vans"), ("Vans", "vans"),
  ])
  func `a class has a plural`(name: String, plural: String) {
    #expect(ClassRank.plural(name) == plural)
  }

  @MainActor @Test func `better and worse cars are counted in the class, or among all cars without one`() async throws {
    let entries = Showcase.entries + [Showcase.entry(8, "Kia", "Concept", 2025, class: nil, liters: 5)]
    let showcase = try await Showcase(entries)
    let index = try #require(showcase.live.index.value)
    let classRanks = ClassRank.all(of: try showcase.car(2), in: index)
    // Cars 1–4, 6 and 7 are in the class. Car 5 has no known values.
    #expect(classRanks.map { [$0.count, $0.better, $0.worse] } == [[6, 3, 2], [6, 3, 2], [6, 3, 2]])
    #expect(classRanks[0].vehicleClass == "Midsize Cars")
    #expect(ClassRank.all(of: try showcase.car(5), in: index).isEmpty)
    let concept = try #require(ClassRank.all(of: try showcase.car(8), in: index).first)
    #expect(concept.subject == "7 cars")
    #expect(concept.better == 1 && concept.verdict == "better than 71% of")
  }

  @MainActor @Test func `a car is also ranked among the cars of its class with a model year at most three years away`()
    async throws
  {
    let entries = [2015, 2018, 2019, 2021, 2024, 2025].enumerated().map { place, year in
      Showcase.entry(place + 1, "Kia", "K\(place)", year, liters: Double(5 + place))
    }
    let showcase = try await Showcase(entries)
    let index = try #require(showcase.live.index.value)
    let classRank = try #require(ClassRank.all(of: try showcase.car(4), in: index).first)

    #expect(classRank.count == 6 && classRank.group.years == "since 2015")
    #expect(classRank.amongNear.count == 4 && classRank.amongNear.group.years == "of 2018–2024")
    #expect(classRank.amongNear.better == 2 && classRank.amongNear.worse == 1)
  }

  @Test func `the history has a series for each fuel, the car's own first, and gaps for years without values`() throws {
    let years = [
      ModelYear(year: 2019, fuel: .hybrid, comparedMPG: 40), ModelYear(year: 2019, fuel: .hybrid, comparedMPG: 50),
      ModelYear(year: 2020, fuel: .electric, comparedMPG: 112), ModelYear(year: 2021, fuel: .hybrid, comparedMPG: 60),
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

  @MainActor @Test func `variants are named by what distinguishes them, and their bars by the largest number`() {
    let formatting = CarFormatting()
    var twin = CarDetailScreens.car
    twin.id = 44
    let names = Sibling.all([CarDetailScreens.car, CarDetailScreens.hybrid], shown: 43, formatting)
    #expect(names.map(\.name) == ["1.6 L, Automatic (S8)", "Hybrid, 2.0 L, Automatic (S6)"])
    #expect(names.map(\.value) == ["31 mpg", "52 mpg"] && names.map(\.isShown) == [false, true])
    #expect(names[1].share == 1 && names[0].share == 31.1 / 52)
    let metric = Sibling.all(
      [CarDetailScreens.car, CarDetailScreens.hybrid], shown: 43, CarFormatting(units: .metric))
    #expect(metric.map(\.share) == names.map(\.share))
    #expect(Sibling.all([CarDetailScreens.car, twin], shown: 42, formatting).map(\.name) == ["ID 42", "ID 44"])
  }

  @Test func `a sequence has the order of the list`() {
    let sequence = CarSequence([7, 3, 5])
    #expect(sequence.position(of: 5) == 2)
    #expect(sequence.position(of: 8) == nil)
    #expect([-1, 0, 2, 3].map(sequence.id(at:)) == [nil, 7, 5, nil])
  }
}
