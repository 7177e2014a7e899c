import Foundation
import ReactorCore
import ReactorTesting
import ShowroomTestSupport
import Testing

@testable import ShowroomApp
@testable import ShowroomCatalog

@MainActor @Suite(.timeLimit(.minutes(20)))
struct CostsReactorTests {
  @Test func `a change is shown at once, and then written`() async throws {
    let fixture = try await CatalogFixture()
    let store = TestStore(CostsReactor(fixture.live()))
    var assumptions = try fixture.store.costAssumptions()

    store.send(.change(.miles, by: -3)) { expect in
      assumptions[.miles] = 12_000
      expect(.setAssumptions(assumptions)) { $0.assumptions = assumptions }
    }
    store.send(.set(.price(.regular), "$3.4999/gal")) { expect in
      assumptions[.price(.regular)] = 3.5
      expect(.setAssumptions(assumptions)) { $0.assumptions = assumptions }
    }
    store.send(.reset(.miles)) { expect in
      assumptions[.miles] = 15_000
      expect(.setAssumptions(assumptions)) { $0.assumptions = assumptions }
    }

    await store.finish(within: Showcase.timeout)
    #expect(try fixture.store.costAssumptions() == assumptions)
    #expect(assumptions.own == [.price(.regular): 3.5])
  }

  @Test(arguments: [
    (CostFactor.miles, "5", "from 100 to 200,000, optionally with mi"),
    (.city, "120%", "from 0 to 100, optionally with %"),
    (.years, "", "from 1 to 50, optionally with years"), (.years, "-3", "from 1 to 50, optionally with years"),
    (.price(.e85), "free", "from 0 to 100, optionally with /gal"),
    (.miles, "1.2.3", "from 100 to 200,000, optionally with mi"),
    (.price(.regular), "3,5", "from 0 to 100, optionally with /gal"),
    (.miles, "120,00", "from 100 to 200,000, optionally with mi"),
    (.price(.regular), "1e9", "from 0 to 100, optionally with /gal"),
    (.price(.regular), "1.5x", "from 0 to 100, optionally with /gal"),
    (.city, "0x10", "from 0 to 100, optionally with %"), (.years, "1_000", "from 1 to 50, optionally with years"),
    (.price(.regular), "$0.80/L", "from 0 to 100, optionally with /gal"),
    (.years, "$5", "from 1 to 50, optionally with years"),
    (.price(.electricity), "0.17/gal", "from 0 to 100, optionally with /kWh"),
  ])
  func `a message rejects text that is not a number in the range`(factor: CostFactor, text: String, numbers: String)
    async throws
  {
    let store = TestStore(CostsReactor(try await CatalogFixture([]).live()))
    store.send(.set(factor, text)) { expect in
      expect(output: .message(.toast("Type a number \(numbers)", kind: .warning)))
    }
    await store.finish()
  }

  @Test(
    arguments: [
      (.miles, "12 345", 12_345), (.miles, "12,345 mi", 12_345), (.miles, "9000miles", 9_000),
      (.miles, "12,000 mi/year", 12_000), (.city, " 80 % ", 80), (.years, "7 Years", 7),
      (.price(.electricity), "$0.2/kWh", 0.2), (.price(.regular), "$ 3.5", 3.5),
    ] as [(CostFactor, String, Double)])
  func `a value can be typed with its unit`(factor: CostFactor, text: String, value: Double) async throws {
    let fixture = try await CatalogFixture([])
    let catalog = fixture.live()
    let reactor = CostsReactor(catalog)

    reactor.action.send(.set(factor, text))

    #expect(reactor.currentState.assumptions[factor] == value)
    await catalog.finishWriting()
    #expect(try fixture.store.costAssumptions()[factor] == value)
  }

  @Test func `a value that stays the same writes nothing`() async throws {
    let fixture = try await CatalogFixture([])
    let store = TestStore(CostsReactor(fixture.live()))
    store.send(.set(.miles, "15,000 mi"))
    store.send(.resetAll)
    store.send(.change(.city, by: 0))
    await store.finish()
  }

  @Test func `while a key is held down, all cars follow, and the last value is written`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = fixture.live()
    catalog.start()
    _ = await first(catalog.index.asObservable()) { $0 != nil }
    let reactor = CostsReactor(catalog)

    for _ in 0..<40 { reactor.action.send(.change(.miles, by: 1)) }
    #expect(reactor.currentState.assumptions[.miles] == 55_000)
    _ = await first(catalog.costs.asObservable()) { $0[.miles] == 55_000 }
    await catalog.finishWriting()

    #expect(try fixture.store.costAssumptions()[.miles] == 55_000)
    let index = try #require(catalog.index.value)
    #expect(index.assumptions[.miles] == 55_000)
    let loaded = try fixture.store.loadIndex()
    #expect((0..<index.count).allSatisfy { index.row(at: $0) == loaded.row(at: $0) })
  }

  @Test func `a dialog that is closed at once loses nothing`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = fixture.live()
    var reactor: CostsReactor? = CostsReactor(catalog)
    reactor?.action.send(.set(.years, "9"))
    reactor = nil
    await catalog.finishWriting()
    #expect(try fixture.store.costAssumptions()[.years] == 9)
  }

  @Test func `a dialog that is opened again at once keeps the previous changes`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = fixture.live()
    catalog.start()
    _ = await first(catalog.index.asObservable()) { $0 != nil }
    let reactor = CostsReactor(catalog)
    reactor.action.send(.set(.years, "9"))

    let reopened = CostsReactor(catalog)
    #expect(reopened.currentState.assumptions[.years] == 9)
    reopened.action.send(.set(.miles, "9,000"))

    await catalog.finishWriting()
    #expect(try fixture.store.costAssumptions().own == [.years: 9, .miles: 9_000])
  }

  @Test func `assumptions that another program writes are followed`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = fixture.live()
    catalog.start()
    _ = await first(catalog.index.asObservable()) { $0 != nil }
    let other = try CatalogStore(directory: fixture.folder.appendingPathComponent("data"))

    try other.setCostAssumptions([.miles: 7_000])

    _ = await first(catalog.costs.asObservable()) { $0[.miles] == 7_000 }
    #expect(catalog.index.value?.assumptions[.miles] == 7_000)
    #expect(catalog.costs.value[.miles] == 7_000)
  }

  @Test func `neither a late report of an earlier value nor cars that were read before revert anything`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = fixture.live()
    catalog.start()
    _ = await first(catalog.index.asObservable()) { $0 != nil }
    try await catalog.setCosts([.miles: 7_000])

    let change = Task { try await catalog.setCosts([.miles: 9_000]) }
    while catalog.wantedCosts[.miles] != 9_000 { await Task.yield() }
    await catalog.followStored()
    catalog.reload()
    try await change.value
    await catalog.followStored()

    #expect(catalog.costs.value[.miles] == 9_000 && catalog.wantedCosts[.miles] == 9_000)
    #expect(try fixture.store.costAssumptions()[.miles] == 9_000)
  }

  @Test func `assumptions that cannot be written are reported, and stay until the end`() async throws {
    let fixture = try await CatalogFixture()
    let store = TestStore(CostsReactor(try fixture.readOnly()))
    let error = CatalogError.store(.readOnly, path: fixture.store.path)
    var assumptions = try fixture.store.costAssumptions()
    assumptions[.years] = 6

    store.send(.change(.years, by: 1)) { expect in
      expect(.setAssumptions(assumptions)) { $0.assumptions = assumptions }
    }
    await store.receive(
      output: .message(
        .alert(
          "Could not save the cost assumptions",
          text: "\(error) The values stay in effect until the cars are read again.")),
      within: Showcase.timeout)

    await store.finish(within: Showcase.timeout)
  }

  // MARK: Prices

  @Test(
    arguments: [
      ("28,500", 28_500), ("$28500", 28_500), ("28.5k", 28_500), (" 31 000 ", 31_000), ("0", nil), ("0.4", nil),
      ("10000000", 10_000_000), ("10,000,000", 10_000_000), ("28 990", 28_990), ("28\u{A0}990", 28_990),
      ("$28k", 28_000), ("$ 28 K", 28_000), ("28,500 $", 28_500), ("28.99k", 28_990), (".5k", 500),
      ("1,250k", 1_250_000), ("28,499.60", 28_500), ("28499.5", 28_500), ("999", 999), ("7", 7),
    ] as [(String, Int?)])
  func `a price can be typed in several ways, and 0 removes it`(text: String, dollars: Int?) throws {
    #expect(try #require(TypedPrice(text)).dollars == dollars)
  }

  @Test(arguments: [
    "", "k", "$", "cheap", "-5", "1e3", "10000001", "28.5.1", "٢٨", "inf", "nan", "28$500", "$$28", "28kk",
    // Other notations, of which the number is a guess.
    "28.990", "28,5", "28,50", "28,5000", "2,8,500", "28,,500", ",500", "28,500,", "28500,000", "0,500", "28 5",
    "28  500", "1,000 000", "28.990,00", "28.", ".", "28.5,00", "28.125k", "28,5k", "28'500",
  ])
  func `text that is not a price is rejected`(text: String) {
    #expect(TypedPrice(text) == nil)
    #expect(TypedPrice.problem(of: text) == TypedPrice.advice)
  }

  @Test func `a typed price is saved, and a message rejects text that is not a price`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = fixture.live()
    let reactor = CarListReactor(catalog: catalog)
    let outputs = Recorder(reactor.outputs)
    reactor.action.send(.setPrice(CatalogFixture.cars[2], "41k"))
    await catalog.finishWriting()
    reactor.action.send(.setPrice(CatalogFixture.cars[2], "much"))

    #expect(try fixture.store.userData(id: 3).price == 41_000)
    let messages = outputs.elements.compactMap(\.message)
    #expect(messages == [.toast(TypedPrice.advice, kind: .warning)])
  }

  @Test func `a typed price is not saved for another car that has received the ID`() async throws {
    let fixture = try await CatalogFixture()
    let catalog = fixture.live()
    let reactor = CarListReactor(catalog: catalog)
    var cars = CatalogFixture.cars
    cars[2].make = "Ford"
    try fixture.publish(cars)
    _ = try await fixture.store.refresh(from: .file(fixture.file))

    reactor.action.send(.setPrice(CatalogFixture.cars[2], "41k"))
    await catalog.finishWriting()

    #expect(try fixture.store.userData(id: 3).price == nil)
  }
}
