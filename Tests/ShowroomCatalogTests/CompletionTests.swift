import Testing

@testable import ShowroomCatalog

@Suite
struct CompletionTests {
  let index = CatalogIndex(cars: [
    Car(
      id: 1, make: "Kia", model: "Niro", year: 2019, vehicleClass: "Compact Cars", fuel: .hybrid, cylinders: 4),
    Car(id: 2, make: "Kia", model: "EV6", year: 2022, vehicleClass: "Small SUV", fuel: .electric),
    Car(
      id: 3, make: "BMW", model: "330e", year: 2022, vehicleClass: "Subcompact Cars", fuel: .pluginHybrid, cylinders: 4),
    Car(id: 4, make: "Karma", model: "Revero GT", year: 2020, vehicleClass: "Compact Cars", fuel: .pluginHybrid),
    Car(id: 5, make: "Alfa Romeo", model: "4C", year: 2020, fuel: .gasoline, cylinders: 4),
    Car(id: 6, make: "현대", model: "아반떼", year: 2023, fuel: .gasoline),
  ])

  /// Returns the candidates at the bar in a query.
  func candidates(_ text: String, limit: Int = 50) -> [String]? {
    let offset = text.firstIndex(of: "|").map { text.distance(from: text.startIndex, to: $0) } ?? text.count
    let found = index.completions(for: text.filter { $0 != "|" }, at: offset, limit: limit)
    return found?.candidates.map { $0.text + ($0.count.map { " \($0)" } ?? "") }
  }

  @Test(arguments: [
    ("ma|", ["make:", "marked:"]), ("k|", ["karma 1", "kia 2"]), ("2022 k|", ["kia 1"]),
    ("make:k|", ["make:kia 2", "make:karma 1"]),
    ("make:kia,|", ["make:kia,\"alfa romeo\" 1", "make:kia,bmw 1", "make:kia,karma 1", "make:kia,현대 1"]),
    ("make:\"alfa r|", ["make:\"alfa romeo\" 1"]), ("make:ro|", ["make:\"alfa romeo\" 1"]),
    // "Compact Cars" is a part of "Subcompact Cars", but as a whole value it means no other.
    ("class:comp|", ["class:\"compact cars\" 2"]), ("fuel:plug|", ["fuel:\"plug-in hybrid\" 2"]),
    ("cyl:|", ["cyl:4 3"]), ("year:202|", ["year:2023 1", "year:2022 2", "year:2020 2"]),
    ("fav:|", ["fav:yes 0", "fav:no 6"]),
    ("rev|", ["revero 1"]), ("-make:k|", ["-make:kia", "-make:karma"]), ("make:k| suv", ["make:kia 1"]),
    ("아|", ["아반떼 1"]),
  ])
  func `a word is completed to fields, values and words, with the cars that the query would have`(
    text: String, expected: [String]
  ) {
    #expect(candidates(text)?.sorted() == expected.sorted())
  }

  @Test(arguments: ["zzz|", "mpg>|", "mpg:3|", "\"zz|", "make:zz|"])
  func `nothing that no car has is offered`(text: String) {
    #expect(candidates(text) == nil)
  }

  @Test func `a candidate replaces the whole word`() throws {
    let found = try #require(index.completions(for: "ev6 make:ki suv", at: 10))

    #expect(found.range == 4..<11 && found.candidates.first?.text == "make:kia")
  }

  @Test func `an empty query is completed to fields, at most as many as requested`() {
    #expect(candidates("|", limit: 2) == ["make:", "model:"])
  }

  @Test(arguments: [-5, 3, 99]) func `completions can be requested at any offset`(offset: Int) {
    for text in ["", "\"", "make:\"", "가 나", "-", "a:b:c"] { _ = index.completions(for: text, at: offset) }
    #expect(index.completions(for: "kia", at: offset)?.candidates.isEmpty == false)
  }

  @Test func `a word that is one letter away from a known one is found, and others must match`() throws {
    let found = try #require(index.approximateSearch(.parse("kai hybird")))

    #expect(found.result.ordinals.map { index.id(at: Int($0)) } == [1])
    #expect(found.replaced.map(\.typed) == ["kai", "hybird"] && found.replaced.map(\.found) == [["kia"], ["hybrid"]])
    #expect(found.highlighted.matches(in: "Kia").count == 1)
    #expect(index.approximateSearch(.parse("kai year:2022"))?.result.count == 1)
    #expect(index.approximateSearch(.parse("kai year:1999")) == nil)
    #expect(index.approximateSearch(.parse("kia 2023")) == nil, "no word is unknown")
    #expect(index.approximateSearch(.parse("zzzzz")) == nil)
    #expect(index.approximateSearch(.parse("kai"), isCanceled: { true }) == nil)
  }

  @Test func `facets count the cars that nearly match, and keep the counts of the other values of a filter`() throws {
    let found = try #require(index.approximateSearch(.parse("kai year:2022")))
    let facets = try #require(index.facets(for: found))

    #expect(facets.count == 1 && facets.values(of: .fuel).map(\.text) == ["Electric"])
    #expect(facets.histogram(of: .year, buckets: 9).buckets.map(\.count).reduce(0, +) == 2)
  }

  @Test(arguments: [
    ("kia mpg>", 4..<8, true), ("kia year:20", 4..<11, true), ("kia year:x", 4..<10, false), ("fav:y", 0..<0, false),
    ("fav:ye kia", 0..<6, true), ("fav:maybe", 0..<9, false), ("yaer:2020", 0..<9, false), ("현 make:", 2..<7, true),
    ("cyl:4,", 0..<0, false), ("year:2019,20", 0..<12, true), ("mpg:20..<", 0..<9, true),
    ("cost<1,50", 0..<9, true), ("year<2019,2021", 0..<14, false),
  ])
  func `the diagnostic of an invalid filter has its position, and whether it is incomplete`(
    text: String, range: Range<Int>, isIncomplete: Bool
  ) {
    let problem = CarQuery.parse(text).diagnostics.first

    #expect(problem?.range ?? 0..<0 == range)
    #expect(problem?.isIncomplete ?? false == isIncomplete)
  }

  @Test(arguments: [
    ("make=kia", FieldFilter(.make, .equals(["kia"]))), ("make==kia", FieldFilter(.make, .equals(["kia"]))),
    ("make:=kia", FieldFilter(.make, .contains(["kia"]))),
    ("trans:\"automatic, 8-speed\",manual", FieldFilter(.transmission, .contains(["automatic, 8-speed", "manual"]))),
    ("make:\"say \"\"x\"\"\"", FieldFilter(.make, .contains(["say \"x\""]))),
    ("cyl:4,6", FieldFilter(.cylinders, .oneOf([4, 6]))), ("year=2019,2021", FieldFilter(.year, .oneOf([2019, 2021]))),
    (
      "mpg:20..<30.5",
      FieldFilter(.economy, .between(lower: 20, includesLower: true, upper: 30.5, includesUpper: false))
    ),
    (
      "cost:1,000..2,000",
      FieldFilter(.cost, .between(lower: 1000, includesLower: true, upper: 2000, includesUpper: true))
    ),
  ])
  func `filters take whole values, quoted commas, lists of whole numbers and half-open ranges`(
    text: String, filter: FieldFilter
  ) {
    #expect(CarQuery.parse(text).filters == [filter])
  }
}
