import ShowroomTestSupport
import Testing

@testable import ShowroomCatalog

@Suite
struct FacetTests {
  let index = CatalogIndex(cars: [
    Car(
      id: 1, make: "Kia", model: "Niro", year: 2019, vehicleClass: "Compact Cars", fuel: .hybrid,
      fuelName: "Regular Gasoline", cylinders: 4, displacement: 1.6, drive: "Front-Wheel Drive",
      transmission: "Automatic (AM6)", combinedMPG: 49.4, co2: 178, annualFuelCost: 1000),
    Car(
      id: 2, make: "Kia", model: "EV6", year: 2022, vehicleClass: "Small SUV", fuel: .electric,
      fuelName: "Electricity", combinedMPG: 112, co2: 0, annualFuelCost: 650, electricRange: 239),
    Car(
      id: 3, make: "BMW", model: "330e", year: 2022, vehicleClass: "Subcompact Cars", fuel: .pluginHybrid,
      fuelName: "Premium Gas or Electricity", cylinders: 4, displacement: 2, combinedMPG: 25, co2: 200),
    Car(
      id: 4, make: "BMW", model: "X5", year: 2020, vehicleClass: "Standard SUV", fuel: .gasoline,
      fuelName: "Premium Gasoline", cylinders: 6, displacement: 3, drive: "All-Wheel Drive",
      transmission: "Automatic, 8-speed", combinedMPG: 22.6, co2: 391, annualFuelCost: 2650),
    Car(id: 5, make: "현대", model: "아반떼", year: 2020, fuel: .gasoline, combinedMPG: 35),
  ])

  func text(_ query: String, _ field: CarField) throws -> String {
    let facets = try #require(index.facets(for: .parse(query)))
    return facets.values(of: field).map { "\($0.isSelected ? "●" : "")\($0.text) \($0.count)" }
      .joined(separator: ", ")
  }

  @Test func `values are listed with their counts, the most frequent first`() throws {
    #expect(try text("", .make) == "BMW 2, Kia 2, 현대 1")
    #expect(try text("", .fuel) == "Gasoline 2, Electric 1, Hybrid 1, Plug-in hybrid 1")
    #expect(try text("", .cylinders) == "4 2, 6 1")
    #expect(try text("2022", .make) == "BMW 1, Kia 1")
    #expect(try text("zzz", .make) == "")
    #expect(try #require(index.facets(for: .all)).unknownCount(of: .cylinders) == 2)
  }

  @Test func `the counts of a field disregard its own filters, so that values can be added`() throws {
    #expect(try text("make:kia", .make) == "BMW 2, ●Kia 2, 현대 1")
    #expect(try text("make:kia", .fuel) == "Electric 1, Hybrid 1")
    #expect(try text("make:kia year:2022", .make) == "BMW 1, ●Kia 1")
    #expect(try text("make:kia year:2022 fuel:hyb", .make) == "BMW 1, ●Kia 0")
    #expect(try text("-make:kia", .make) == "BMW 2, 현대 1")
    #expect(try text("make:kia,bmw", .make) == "●BMW 2, ●Kia 2, 현대 1")
  }

  @Test func `a histogram covers the catalog and counts the cars of the query`() throws {
    let facets = try #require(index.facets(for: .parse("make:bmw")))
    let years = facets.histogram(of: .year, buckets: 10)

    #expect(years.buckets.map(\.lower) == [2019, 2020, 2021, 2022])
    #expect(years.buckets.map(\.count) == [0, 1, 0, 1])
    #expect(try #require(index.facets(for: .parse("year:2022"))).histogram(of: .year, buckets: 10).count == 5)
  }

  @Test func `flags are counted without their own filters`() throws {
    let index = index.updatingUserData([
      1: UserData(isFavorite: true), 3: UserData(isFavorite: true, note: "red"), 4: UserData(note: "big"),
    ])
    func flags(_ query: String, favoritesOnly: Bool = false) throws -> [Int] {
      let facets = try #require(index.facets(for: .parse(query), favoritesOnly: favoritesOnly))
      return [facets.flag(.favorite).yes, facets.flag(.favorite).no, facets.flag(.note).yes, facets.flag(.note).no]
    }

    #expect(try flags("") == [2, 3, 2, 3])
    #expect(try flags("fav:yes") == [2, 3, 1, 1])
    #expect(try flags("", favoritesOnly: true) == [2, 3, 1, 1])
    #expect(try flags("note:yes make:bmw") == [1, 1, 2, 0])
  }

  @Test func `a canceled count returns nothing`() {
    let index = CatalogIndex.generated(count: 20_000)
    _ = index.facets(for: .all)
    var looks = 0
    let facets = index.facets(for: .parse("9 year>2000")) {
      looks += 1
      return looks > 2
    }

    #expect(facets == nil && looks == 3)
  }
}

@Suite
struct FacetSoak {
  /// A catalog in which values contain, repeat and resemble each other.
  static func index(_ chance: inout SeededChance) -> CatalogIndex {
    func one<Value>(_ values: [Value]) -> Value { values.randomElement(using: &chance) ?? values[0] }
    let makes = ["Kia", "Kia Motors", "BMW", "Citroën", "현대", "A, B", "Say \"x\"", "-x", "A:b", "3"]
    let classes = ["Compact Cars", "Subcompact Cars", "Small SUV", nil]
    let cars = (0..<Int.random(in: 1...300, using: &chance)).map { number in
      Car(
        id: Int64(number), make: one(makes), model: "M\(number % 17)",
        year: 2000 + Int.random(in: 0...25, using: &chance),
        vehicleClass: one(classes), fuel: one(Fuel.allCases), fuelName: one(["Electricity", "Gasoline", "E85", nil]),
        cylinders: one([nil, 3, 4, 6]), displacement: one([nil, 1.6, 2.0, 3.5]),
        drive: one(["4-Wheel Drive", "Part-time 4-Wheel Drive", "All-Wheel Drive", nil]),
        transmission: one(["Manual 5-spd", "Automatic, 8-speed", nil]),
        combinedMPG: one([nil, 12.5, 30, 30.25, 99]), co2: one([0, 120, 333.3, nil]),
        annualFuelCost: one([nil, 900, 1450]), electricRange: one([nil, 100, 250]))
    }
    let index = CatalogIndex(cars: cars)
    return index.updatingUserData(
      Dictionary(
        uniqueKeysWithValues: cars.filter { _ in Bool.random(using: &chance) }.map {
          ($0.id, UserData(isFavorite: Bool.random(using: &chance), note: Bool.random(using: &chance) ? "n" : nil))
        }))
  }

  @Test func `the labels of buckets end with the catalog's values, and contain those between whole numbers`() {
    func labels(_ numbers: [Double], isWhole: Bool) -> [[Double]] {
      NumberHistogram(of: numbers, counts: numbers.map { _ in 1 }, buckets: 3, isWhole: isWhole).buckets
        .map { [$0.first, $0.last] }
    }

    #expect(labels([2019, 2020, 2022], isWhole: true) == [[2019, 2019], [2020, 2021], [2022, 2022]])
    #expect(labels([3, 9.5, 24], isWhole: false) == [[3, 10], [10, 20], [20, 24]])
  }

  /// Returns a selection of a field, and the query that has only this selection.
  static func selection(
    of field: CarField, in index: CatalogIndex, _ chance: inout SeededChance
  ) -> FieldSelection {
    guard let facets = index.facets(for: .all), Bool.random(using: &chance) else { return .everything }
    if CarField.listed.contains(field) {
      let chosen = facets.values(of: field).map(\.text).filter { _ in Bool.random(using: &chance) }
      return chosen.isEmpty ? .everything : .values(Set(chosen))
    }
    if CarField.flags.contains(field) { return .flag(Bool.random(using: &chance)) }
    let buckets = facets.histogram(of: field, buckets: Int.random(in: 1...30, using: &chance)).buckets
    guard let first = buckets.randomElement(using: &chance), let last = buckets.last(where: { $0.lower >= first.lower })
    else { return .everything }
    return .bounds(NumberBounds(first.lower..<last.upper))
  }

  @Test func `a selection is read from the query that it makes, and the query counts as a search of all cars does`()
    throws
  {
    for seed in SoakSeeds(20) {
      var chance = SeededChance(seed: seed)
      let index = Self.index(&chance)
      var text = ["", "kia", "-bmw m1", "\"m 1\" year>"].randomElement(using: &chance) ?? ""
      var selections: [CarField: FieldSelection] = [:]
      for _ in 0..<8 {
        let field =
          (CarField.listed + CarField.measured + CarField.flags).filter { $0 != .year || !text.contains("year>") }
          .randomElement(using: &chance) ?? .make
        let selection = Self.selection(of: field, in: index, &chance)
        selections[field] = selection
        text = index.text(text, selecting: selection, of: field)
      }

      let query = CarQuery.parse(text)
      for (field, selection) in selections {
        #expect(index.selection(of: field, in: query) == selection, "seed \(seed): \(text)")
        #expect(index.text(text, selecting: selection, of: field).count == text.count, "seed \(seed): \(text)")
      }
      try checkCounts(of: query, index, seed: seed)
    }
  }

  @Test func `a value typed after its field selects the cars that its facet counts`() throws {
    for seed in SoakSeeds(20) {
      var chance = SeededChance(seed: seed)
      let index = Self.index(&chance)
      let facets = try #require(index.facets(for: .all))
      for field in CarField.listed {
        for value in facets.values(of: field) {
          let typed = "\(field.id):\(QueryText.quoted(value.text))"
          #expect(index.search(.parse(typed))?.count == value.count, "seed \(seed): \(typed)")
        }
      }
    }
  }

  /// Compares each count with a search for the query with only this value selected.
  private func checkCounts(of query: CarQuery, _ index: CatalogIndex, seed: UInt64) throws {
    let facets = try #require(index.facets(for: query))
    #expect(facets.count == index.search(query)?.count, "seed \(seed): \(query.text)")
    for field in CarField.listed {
      for value in facets.values(of: field) {
        let only = index.text(query.text, selecting: .values([value.text]), of: field)
        #expect(index.search(.parse(only))?.count == value.count, "seed \(seed): \(only)")
      }
    }
    for field in CarField.measured {
      for bucket in facets.histogram(of: field, buckets: 7).buckets {
        let bounds = NumberBounds(bucket.lower..<bucket.upper)
        let only = index.text(query.text, selecting: .bounds(bounds), of: field)
        #expect(index.search(.parse(only))?.count == bucket.count, "seed \(seed): \(only)")
      }
    }
    for field in CarField.flags {
      let only = index.text(query.text, selecting: .flag(true), of: field)
      #expect(index.search(.parse(only))?.count == facets.flag(field).yes, "seed \(seed): \(only)")
    }
  }
}
