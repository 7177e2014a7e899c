import Foundation
import ShowroomTestSupport
import Testing

@testable import ShowroomCatalog

/// Costs of all real cars, compared with the labels in the EPA's table and with a plain computation from its cells.
@Suite(.timeLimit(.minutes(20)), .serialized)
struct CostTests {
  let folder: TemporaryFolder
  let store: CatalogStore

  init() throws {
    folder = try TemporaryFolder()
    store = try folder.store()
  }

  /// The cells of an edition, by ID.
  private struct Edition {
    let table: PlainTable
    let rows: [Car.ID: Int]
    /// The cost of the average new car, which the savings are counted from.
    var average = 0.0

    init(_ file: URL) throws {
      let table = try PlainTable(csv: EPAEditions.contents(of: file))
      self.table = table
      rows = Dictionary(uniqueKeysWithValues: (0..<table.count).map { (Int64(table.text($0, "id")) ?? 0, $0) })
      let row = try #require((0..<table.count).first { table.text($0, "fuelType") == "Regular" })
      average = number(row, "fuelCost08") + number(row, "youSaveSpend") / 5
    }

    func number(_ row: Int, _ column: String) -> Double { table.number(row, column) ?? 0 }

    func isPlugIn(_ row: Int) -> Bool { table.text(row, "atvType") == "Plug-in Hybrid" }

    /// Returns the cost of a label: of a plug-in hybrid the one for both fuels, which its saving tells.
    func label(_ row: Int) -> Double {
      isPlugIn(row) ? average - number(row, "youSaveSpend") / 5 : number(row, "fuelCost08")
    }

    /// Returns the annual cost, computed from the cells of a row alone; 0 if it is unknown.
    func cost(_ row: Int, miles: Double, city: Double, prices: [String: Double]) -> Double {
      let (first, electricity) = (prices[table.text(row, "fuelType1")] ?? 0, prices["Electricity"] ?? 0)
      func mix(_ inCity: Double, _ onHighway: Double) -> Double { city * inCity + (1 - city) * onHighway }
      if isPlugIn(row) {
        func side(_ name: String) -> Double {
          let share = number(row, "\(name)UF")
          let plugged = number(row, "\(name)E") * electricity + number(row, "\(name)CD") * first
          return share * plugged / 100 + (1 - share) / number(row, "\(name)08") * first
        }
        return miles * mix(side("city"), side("highway"))
      }
      let (inCity, onHighway) = (1 / number(row, "city08"), 1 / number(row, "highway08"))
      let ratio = mix(inCity, onHighway) / (0.55 * inCity + 0.45 * onHighway)
      let amount = first == electricity ? number(row, "combE") / 100 : 1 / number(row, "comb08")
      return first == 0 ? 0 : miles * amount * ratio * first
    }
  }

  /// All cars as they are stored.
  private func cars() throws -> [Car] {
    try store.read { db in
      var cars: [Car] = []
      let sql = "SELECT \(Car.storedColumns.joined(separator: ", ")) FROM car"
      try db.makeStatement(sql: sql).forEachRow(in: db) { handle in
        cars.append(try Car(columns: StoredColumns(handle: handle, table: "car")))
      }
      return cars
    }
  }

  static let editions = [RealData.cars] + (RealData.epa2022.map { [$0] } ?? [])

  @Test(arguments: editions)
  func `with the EPA's assumptions every cost is that of the label`(file: URL) async throws {
    let edition = try Edition(file)
    _ = try await store.refresh(from: .file(file))
    let assumptions = try store.costAssumptions()
    var (single, plugIn, second, gasoline, unknown) = (0, 0, 0, 0, 0)
    var wrong: [String] = []

    for car in try cars() {
      guard let row = edition.rows[car.id] else { continue }
      let uses = EnergyUses(car)
      guard let main = uses.main else {
        if car.fuel == .hydrogen { unknown += 1 }
        continue
      }
      let exact = assumptions.annualCost(of: main)
      // In the table of 2022, a cost that lies exactly between two steps is rounded in either direction.
      let isBetween = file != RealData.cars && abs((exact / 50).truncatingRemainder(dividingBy: 1) - 0.5) < 1e-6
      if isBetween || Double(assumptions.rounded(exact)) == edition.label(row) {
        if edition.isPlugIn(row) { plugIn += 1 } else { single += 1 }
      } else {
        wrong.append("\(car.name): \(exact), label \(edition.label(row))")
      }
      if let use = uses.second {
        let cost = Double(assumptions.rounded(assumptions.annualCost(of: use)))
        if cost == edition.number(row, "fuelCostA08") { second += 1 }
      }
      if let use = uses.gasoline {
        let cost = Double(assumptions.rounded(assumptions.annualCost(of: use)))
        if cost == edition.number(row, "fuelCost08"), car[.gasolineCost] == cost { gasoline += 1 }
      }
    }

    #expect(wrong.isEmpty, "\(wrong.count) cars, such as \(wrong.prefix(3))")
    #expect(single + plugIn + unknown == edition.rows.count)
    #expect(
      second == (0..<edition.table.count).count { edition.number($0, "fuelCostA08") > 0 && !edition.isPlugIn($0) })
    guard file == RealData.cars else { return }
    #expect(gasoline == plugIn)
    #expect(single == 49_111 && plugIn == 432 && second == 1_566 && unknown == 39)
  }

  @Test(
    arguments: zip(
      editions,
      [
        [3.02, 3.62, 3.98, 3.62, 3.08, 2.819, 3.37, 0.15], [3.8, 4.297, 4.64, 5.33, 2.76, 3.93, 3.78, 0.14],
      ]))
  func `the prices of an edition are found from its costs`(file: URL, prices: [Double]) async throws {
    _ = try await store.refresh(from: .file(file))

    let assumptions = try store.costAssumptions()

    #expect(Energy.allCases.map { assumptions.standard(.price($0)) } == prices)
    #expect(Set(assumptions.sourcePrices.keys) == Set(Energy.allCases))
  }

  @Test func `costs of all cars follow the user's assumptions, in the index, from the database, and in orders`()
    async throws
  {
    let edition = try Edition(RealData.cars)
    _ = try await store.refresh(from: .file(RealData.cars))
    let stored = try store.loadIndex()
    // The EPA's costs are complete, so its own catalog is loaded without computing any.
    #expect(stored.costTable == nil)
    let prices = [
      "Regular Gasoline": 3.55, "Midgrade Gasoline": 4.05, "Premium Gasoline": 4.4, "Diesel": 4.2, "Natural Gas": 2.9,
      "Electricity": 0.213,
    ]
    let own: [CostFactor: Double] = [
      .miles: 9_700, .city: 85, .price(.regular): 3.55, .price(.midgrade): 4.05, .price(.premium): 4.4,
      .price(.diesel): 4.2, .price(.naturalGas): 2.9, .price(.electricity): 0.213,
    ]

    try store.setCostAssumptions(own)
    let loaded = try store.loadIndex()
    let followed = try stored.applying(store.costAssumptions(), in: store)

    var (known, wrong) = (0, [String]())
    for ordinal in 0..<loaded.count {
      let row = loaded.row(at: ordinal)
      guard let place = edition.rows[row.id] else { continue }
      let cost = edition.cost(place, miles: 9_700, city: 0.85, prices: prices)
      // Rounded to 10 dollars, in whichever direction if it lies between.
      let isRight = abs(Double(row.annualFuelCost ?? 0) - cost) <= 5.001
      let car = ordinal.isMultiple(of: 40) ? try store.car(id: row.id) : nil
      let agree =
        followed.row(at: ordinal) == row && car.map(\.annualFuelCost) ?? row.annualFuelCost == row.annualFuelCost
        && car.map { $0[.secondFuelCost] } ?? row[.secondFuelCost] == row[.secondFuelCost]
      if !isRight || !agree { wrong.append("\(row.car.name): \(row.annualFuelCost ?? 0), computed \(cost)") }
      if row.annualFuelCost != nil { known += 1 }
    }
    #expect(known == 49_543)
    #expect(wrong.isEmpty, "\(wrong.count) cars, such as \(wrong.prefix(3))")

    let costs = try #require(loaded.search(.all, sort: Sort(.cost))).ordinals.map {
      loaded.row(at: Int($0)).annualFuelCost ?? .max
    }
    #expect(costs == costs.sorted())
    let cheap = try #require(loaded.search(.parse("cost<1000"))).count
    #expect(cheap == costs.count { $0 < 1000 } && cheap > 1000)
    let facets = try #require(loaded.facets(for: .all))
    #expect(facets.numbers(of: .cost).map(\.count).reduce(0, +) == known)
    #expect(facets.unknownCount(of: .cost) == 39)
    for (number, count) in facets.numbers(of: .cost) { #expect(costs.count { Double($0) == number } == count) }

    // Everything is as before once the assumptions are the EPA's again.
    try store.setCostAssumptions([:])
    let restored = try followed.applying(store.costAssumptions(), in: store)
    let order = try #require(stored.search(.all, sort: Sort(.cost))).ordinals
    #expect(try #require(restored.search(.all, sort: Sort(.cost))).ordinals == order)
    #expect((0..<stored.count).allSatisfy { restored.row(at: $0) == stored.row(at: $0) })
  }

  @Test func `facets follow the assumptions, whether or not they were counted before`() async throws {
    _ = try await store.refresh(from: .file(RealData.cars))
    let stored = try store.loadIndex()
    let counted = try #require(stored.facets(for: .parse("make:kia")))
    var assumptions = try store.costAssumptions()
    assumptions[.miles] = 30_000

    let followed = try stored.applying(assumptions, in: store)
    let fresh = try store.loadIndex().applying(assumptions, in: store)

    for query in ["", "make:kia", "cost<2000", "cost:2000..4000 fuel:electric"] {
      let (known, new) = (followed.facets(for: .parse(query)), fresh.facets(for: .parse(query)))
      for field in CarField.measured {
        #expect(known?.numbers(of: field).map(\.count) == new?.numbers(of: field).map(\.count), "\(query) \(field)")
        #expect(known?.numbers(of: field).map(\.number) == new?.numbers(of: field).map(\.number))
      }
      for field in CarField.listed { #expect(known?.values(of: field) == new?.values(of: field)) }
    }
    // Everything costs twice as much, and no other field has changed.
    #expect(followed.facets(for: .parse("make:kia"))?.values(of: .fuel) == counted.values(of: .fuel))
  }

  // MARK: Small catalogs

  @Test func `a source without uses of energy keeps its costs until an assumption changes`() async throws {
    let cars = jsonCatalog(
      #"{"id": 9, "make": "A", "model": "B", "year": 2020, "fuel": "Gasoline", "annualFuelCost": 1234}"#, bmw520d)
    _ = try await store.refresh(from: folder.write(cars, as: "cars.json"))
    #expect(try store.car(id: 9)?.annualFuelCost == 1234)

    try store.setCostAssumptions([.miles: 30_000])

    #expect(try store.car(id: 9)?.annualFuelCost == nil)
    // The costs of a single car leave room for several prices. 4.8 L/100 km are 49.0 mpg: 30,000 / 49.0 × $3.62.
    #expect(try store.costAssumptions().sourcePrices.isEmpty)
    let diesel = try #require(try store.loadIndex().search(.parse("bmw"))).ordinals[0]
    #expect(try store.loadIndex().row(at: Int(diesel)).annualFuelCost == 2_220)
  }

  @Test func `a cost that the source does not have is computed with the EPA's assumptions, too, everywhere`()
    async throws
  {
    _ = try await store.refresh(from: folder.write(jsonCatalog(bmw520d, kiaEV6, citroen), as: "cars.json"))

    let index = try store.loadIndex()

    // 18 kWh/100 km are 29.0 kWh/100 mi: 15,000 × 0.290 × $0.15.
    let known = try #require(index.search(.parse("cost>0"), sort: Sort(.cost))).ordinals.map { index.row(at: Int($0)) }
    #expect(known.map(\.model) == ["EV6", "520d"])
    #expect(known.map(\.annualFuelCost) == [650, 1_200], "the source's own cost is kept")
    let facets = try #require(index.facets(for: .all))
    #expect(facets.numbers(of: .cost).map(\.number) == [650, 1_200] && facets.unknownCount(of: .cost) == 1)
    #expect(try [1, 2, 3].map { try store.car(id: $0)?.annualFuelCost } == [1_200, 650, nil])
    let car = try #require(try store.car(id: 2))
    #expect(try store.siblings(of: car).map(\.annualFuelCost) == [650])
    let rows = try #require(index.search(.all)).ordinals.map { index.row(at: Int($0)) }
    #expect(try store.firstPage(limit: 10).rows == rows)
    #expect(try store.firstPage(sort: Sort(.cost), limit: 10).rows.isEmpty, "only the index has the order")

    // The same rule applies after other assumptions.
    let other = try index.applying(CostAssumptions(own: [.miles: 30_000]), in: store)
    let restored = try other.applying(index.assumptions, in: store)
    #expect((0..<3).allSatisfy { restored.row(at: $0) == index.row(at: $0) })
  }

  @Test func `the total is the price and the annual cost that is shown, for each year`() {
    var car = Car(id: 1, make: "A", model: "B", year: 2020, fuel: .gasoline, combinedMPG: 29.4, annualFuelCost: 2_000)
    #expect(CostAssumptions().total(of: car) == nil, "no price is guessed")
    car[.price] = 28_990
    #expect(CostAssumptions().total(of: car) == 38_990)
    #expect(CostAssumptions(own: [.years: 3]).total(of: car) == 34_990)
    car.annualFuelCost = nil
    #expect(CostAssumptions().total(of: car) == nil)
  }

  @Test func `the first page has no rows if its order depends on costs that only the index has`() async throws {
    _ = try await store.refresh(from: folder.write(jsonCatalog(bmw520d, kiaEV6, citroen), as: "cars.json"))
    try store.setCostAssumptions([.miles: 30_000])

    #expect(try store.firstPage(sort: Sort(.cost), limit: 10).rows.isEmpty)
    #expect(try store.firstPage(sort: Sort(.cost), limit: 10).total == 3)
    let index = try store.loadIndex()
    let rows = try #require(index.search(.all)).ordinals.map { index.row(at: Int($0)) }
    let page = try store.firstPage(limit: 10).rows
    #expect(page.map(\.id) == rows.map(\.id) && page.map(\.annualFuelCost) == rows.map(\.annualFuelCost))
    #expect(rows.contains { $0.annualFuelCost != nil })
  }

  @Test(arguments: [0, 54.5, 55, 100, 101, -1, .infinity, .nan])
  func `a value outside its range is limited, and one that is not a number is ignored`(share: Double) {
    var assumptions = CostAssumptions()
    assumptions[.city] = share
    #expect((0...100).contains(assumptions[.city]))
    #expect(assumptions.own[.city] != 55)
    #expect(assumptions.own.isEmpty == (assumptions[.city] == 55))
  }

  @Test func `stored assumptions of a later version, and damaged ones, do not crash the program`() async throws {
    _ = try await store.refresh(from: folder.write(jsonCatalog(bmw520d), as: "cars.json"))
    try store.writeDurably { db in
      try db.execute(
        sql: "INSERT INTO costAssumption VALUES ('hydrogen', 3), ('miles', 1e6), ('city', 30), ('regular', 1e-300)")
    }
    let assumptions = try store.costAssumptions()
    #expect(assumptions[.miles] == 200_000 && assumptions[.city] == 30 && assumptions[.price(.regular)] == 0)

    try store.writeDurably { try $0.execute(sql: "UPDATE costAssumption SET value = 'a lot' WHERE name = 'city'") }
    #expect(throws: CatalogError.self) { try store.costAssumptions() }
    #expect(throws: CatalogError.self) { try store.loadIndex() }
  }

  @Test(arguments: [0, .leastNonzeroMagnitude, .leastNormalMagnitude / 2, 1e-7, 1e7])
  func `extreme numbers of a car do not crash the program`(number: Double) {
    let assumptions = CostAssumptions(own: [.miles: 200_000, .price(.regular): 100, .price(.electricity): 100])
    for fuel in [Fuel.gasoline, .electric, .pluginHybrid, .flexFuel] {
      var car = Car(id: 1, make: "A", model: "B", year: 2020, fuel: fuel)
      for name in CarNumber.allCases { car[name] = number }
      car[.fuelName] = fuel == .flexFuel ? "Gasoline or E85" : nil
      assumptions.apply(to: &car)
      for cost in [car[.annualFuelCost], car[.secondFuelCost], car[.gasolineCost]].compactMap(\.self) {
        #expect(Car.numberRange.contains(cost))
      }
      #expect(assumptions.total(of: car).map { $0 >= 0 } ?? true)
    }
  }

  @Test func `a value of the wrong type yields no price, and does not prevent others from being found`() async throws {
    _ = try await store.refresh(from: .file(RealData.cars))
    let prices = try store.costAssumptions().sourcePrices
    try store.writeDurably { db in
      try db.execute(sql: "PRAGMA ignore_check_constraints = 1")
      try db.execute(sql: "UPDATE car SET combinedMPG = 'many' WHERE id IN (SELECT id FROM car LIMIT 3)")
      try db.execute(sql: "DELETE FROM energyPrice")
      try EnergyPrices.update(in: db)
    }
    #expect(try store.costAssumptions().sourcePrices == prices && !prices.isEmpty)
  }

  @Test func `an absurd price that valid numbers of a car imply is not stored`() async throws {
    let numbers = #""annualFuelCost": 10000000, "consumption": {"combined": 0.0000236}"#
    let absurd = #"{"id": 7, "make": "A", "model": "B", "year": 2020, "fuel": "Gasoline", \#(numbers)}"#

    _ = try await store.refresh(from: folder.write(jsonCatalog(absurd), as: "cars.json"))

    #expect(try store.costAssumptions().sourcePrices.isEmpty)
    #expect(try store.loadIndex().count == 1)
  }

  @Test func `an index that knows the energy use of its cars applies assumptions without the database`() async throws {
    _ = try await store.refresh(from: folder.write(jsonCatalog(bmw520d), as: "cars.json"))
    let assumptions = CostAssumptions(own: [.miles: 30_000])
    let index = try store.loadIndex().applying(assumptions, in: store)
    store.close()
    let next = try index.applying(CostAssumptions(own: [.miles: 15_000 * 3]), in: store)
    #expect(next.assumptions[.miles] == 45_000)
  }

  // MARK: Prices

  @Test func `a price of the user takes precedence over that of the source, and survives a refresh that drops the car`()
    async throws
  {
    let priced = #"{"id": 7, "make": "A", "model": "B", "year": 2020, "fuel": "Gasoline", "price": 30000.4}"#
    let source = try folder.write(jsonCatalog(priced, bmw520d), as: "cars.json")
    _ = try await store.refresh(from: source)
    #expect(try store.car(id: 7)?[.price] == 30_000)

    let before = try store.loadIndex()
    try store.setPrice(25_000, id: 7)
    let data = try store.userData(id: 7)
    let index = before.updatingUserData([7: data])

    #expect(data == UserData(price: 25_000))
    #expect(index.search(.parse("price:25000"))?.count == 1 && before.search(.parse("price:30000"))?.count == 1)
    #expect(index.facets(for: .all)?.numbers(of: .price).map(\.number) == [25_000])
    let loaded = try store.loadIndex()
    #expect((0..<2).allSatisfy { loaded.row(at: $0) == index.row(at: $0) })
    #expect(try store.firstPage(limit: 9).rows.first { $0.id == 7 }?[.price] == 25_000)

    let removal = try folder.write(jsonCatalog(bmw520d), as: "cars.json")
    _ = try await store.refresh(from: removal)
    #expect(try store.car(id: 7)?.isWithdrawn == true)
    try store.setPrice(nil, id: 7)
    #expect(index.updatingUserData([7: try store.userData(id: 7)]).search(.parse("price:30000"))?.count == 1)
  }
}
