import ShowroomTestSupport
import Testing

@testable import ShowroomCatalog

@Suite
struct LikenessTests {
  private static let golf = Car(
    id: 1, make: "VW", model: "Golf", year: 2020, vehicleClass: "Compact Cars", fuel: .gasoline, displacement: 1.5,
    combinedMPG: 32, annualFuelCost: 1400, others: [.luggageVolume: 16, .passengerVolume: 93])

  /// Returns a car like the Golf, with changes.
  private static func car(_ id: Car.ID, _ model: String? = nil, _ change: (inout Car) -> Void = { _ in }) -> Car {
    var car = golf
    car.id = id
    car.model = model ?? "Model \(id)"
    change(&car)
    return car
  }

  private func found(_ query: String, in cars: [Car], sort: Sort = .standard) -> [Car.ID] {
    CatalogIndex(cars: cars).ids(query, sort: sort)
  }

  // MARK: Distance

  /// A pair of changes of a car, of which the first one is nearer to it.
  struct Pair: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let near, far: @Sendable (inout Car) -> Void
  }

  @Test(arguments: [
    Pair(testDescription: "a step of size before another kind of body") {
      $0[.vehicleClass] = "Midsize Cars"
    } far: {
      $0[.vehicleClass] = "Small Pickup Trucks 2WD"
    },
    Pair(testDescription: "one step of size before two") {
      $0[.vehicleClass] = "Subcompact Cars"
    } far: {
      $0[.vehicleClass] = "Large Cars"
    },
    Pair(testDescription: "a wagon before an SUV") {
      $0[.vehicleClass] = "Small Station Wagons"
    } far: {
      $0[.vehicleClass] = "Small Sport Utility Vehicle 2WD"
    },
    Pair(testDescription: "a hybrid before an electric car") {
      $0.fuel = .hybrid
    } far: {
      $0.fuel = .electric
    },
    Pair(testDescription: "flex-fuel before diesel") {
      $0.fuel = .flexFuel
    } far: {
      $0.fuel = .diesel
    },
    Pair(testDescription: "33 mpg before 40") {
      $0[.combinedMPG] = 33
    } far: {
      $0[.combinedMPG] = 40
    },
    Pair(testDescription: "a lower cost before a much higher one") {
      $0.annualFuelCost = 1300
    } far: {
      $0.annualFuelCost = 2100
    },
    Pair(testDescription: "1.6 L before 3.5 L") {
      $0[.displacement] = 1.6
    } far: {
      $0[.displacement] = 3.5
    },
    Pair(testDescription: "a year before five years") {
      $0.year = 2021
    } far: {
      $0.year = 2015
    },
    Pair(testDescription: "a little less passenger space") {
      $0[.passengerVolume] = 90
    } far: {
      $0[.passengerVolume] = 70
    },
    Pair(testDescription: "a little more luggage space") {
      $0[.luggageVolume] = 18
    } far: {
      $0[.luggageVolume] = 40
    },
    Pair(testDescription: "differences are relative") {
      $0[.combinedMPG] = 36
    } far: {
      $0[.combinedMPG] = 28
    },
  ])
  func `a small difference is nearer than a large one`(pair: Pair) {
    // The far car comes first in the order of the catalog.
    let cars = [Self.golf, Self.car(2, "A", pair.far), Self.car(3, "B", pair.near)]

    #expect(found("like:1", in: cars) == [1, 3, 2])
  }

  @Test func `a car with hydrogen is further from an electric one than a plug-in hybrid`() {
    let electric = Self.car(1) { $0.fuel = .electric }
    let cars = [
      electric, Self.car(2, "A") { $0.fuel = .hydrogen }, Self.car(3, "B") { $0.fuel = .pluginHybrid },
    ]

    #expect(found("like:1", in: cars) == [1, 3, 2])
  }

  @Test func `an unknown value neither attracts nor repels`() {
    let cars = [
      Self.golf, Self.car(2, "A") { $0.year = 2019 },
      Self.car(3, "B") { ($0.year, $0[.luggageVolume], $0[.displacement]) = (2021, nil, nil) },
      Self.car(4, "C") { ($0.year, $0.fuel) = (2022, .unknown) },
    ]

    // A car with less in common would be first if an unknown value were no difference, and last if it were a large one.
    #expect(found("like:1", in: cars) == [1, 2, 3, 4])
    #expect(found("like:3", in: cars) == [3, 1, 4, 2])
  }

  @Test func `a car with less than half of the known values of another cannot be compared with it`() {
    let bare = Car(id: 2, make: "VW", model: "Unknown", year: 2020)

    #expect(found("like:1", in: [Self.golf, bare]) == [1])
    #expect(found("like:2", in: [Self.golf, bare]) == [2, 1])
  }

  @Test func `only the nearest car of each other model is listed, and of its own model only the car itself`() {
    let cars =
      [Self.golf, Self.car(2, "Golf"), Self.car(3, "Golf") { $0.year = 2021 }]
      + (2015...2024).map { year in Self.car(Int64(year), "Jetta") { $0.year = year } }

    #expect(found("like:1", in: cars) == [1, 2020])
  }

  @Test func `at most ten other cars of each make are listed`() {
    let cars =
      [Self.golf]
      + (2...30).map { id in
        Self.car(Int64(id)) { ($0.make, $0[.combinedMPG]) = (id == 30 ? "Kia" : "VW", 32 + Double(id) / 10) }
      }

    #expect(found("like:1", in: cars) == Array(1...11) + [30])
  }

  @Test func `the user's price counts once both cars have one`() {
    let cars = [Self.golf, Self.car(2, "A") { $0[.price] = 90_000 }, Self.car(3, "B") { $0[.price] = 30_000 }]
    let index = CatalogIndex(cars: cars)
    #expect(index.ids("like:1") == [1, 2, 3])

    let priced = index.updatingUserData([1: UserData(price: 29_000)])

    #expect(priced.ids("like:1") == [1, 3, 2])
  }

  @Test func `an index for a command finds the same cars as that of the screen`() async throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    func entry(_ id: Int, price: Int) -> String {
      #"{"id": \#(id), "make": "A", "model": "\#(id)", "year": 2020, "fuel": "Gasoline", "price": \#(price)}"#
    }
    func found(_ fields: Set<CarField>?) throws -> [Car.ID] { try store.loadIndex(for: fields).ids("like:1") }

    let cars = jsonCatalog(entry(1, price: 20_000), entry(2, price: 90_000), entry(3, price: 21_000))
    _ = try await store.refresh(from: folder.write(cars, as: "cars.json"))
    #expect(try found([.like]) == [1, 3, 2] && found(nil) == [1, 3, 2])

    try store.setPrice(20_000, id: 2)
    #expect(try found([.like]) == [1, 2, 3] && found(nil) == [1, 2, 3])
  }

  // MARK: Query

  @Test func `at most 50 cars are listed as similar, and the car itself is the first of them`() {
    let cars =
      [Self.golf]
      + (2...80).map { id in
        Self.car(Int64(id)) { ($0.make, $0[.combinedMPG]) = ("Make \(id % 8)", 32 + Double(id) / 10) }
      }

    #expect(found("like:1", in: cars) == Array(1...50))
    #expect(found("-like:1", in: cars).sorted() == Array(51...80))
  }

  @Test func `other words and filters narrow the cars, and another order replaces that of likeness`() {
    let cars =
      [Self.golf]
      + (2...6).map { id in
        Self.car(Int64(id)) {
          ($0[.combinedMPG], $0.fuel) = (32 + Double(id), id.isMultiple(of: 2) ? .gasoline : .flexFuel)
        }
      }

    #expect(found("like:1 fuel:gasoline", in: cars) == [1, 2, 4, 6])
    #expect(found("like:1 golf", in: cars) == [1])
    #expect(found("like:1", in: cars, sort: .natural(.economy)) == [6, 5, 4, 3, 2, 1])
    #expect(CatalogIndex(cars: cars).facets(for: .parse("like:1"))?.count == 6)
  }

  @Test func `a car that does not exist finds nothing`() {
    #expect(found("like:7", in: [Self.golf]) == [])
    #expect(found("-like:7", in: [Self.golf]) == [1])
  }

  @Test(arguments: ["like:golf", "like:1,2", "like:1.5", "like:99999999999999999999"])
  func `an error explains text that is not an ID`(query: String) {
    let diagnostics = CarQuery.parse(query).diagnostics

    #expect(diagnostics.map(\.description) == ["like takes the ID of a car, as in like:45102."])
  }

  @Test(arguments: [("like:", "like: needs a value."), ("like>3", "like is not a number. Write like:3.")])
  func `an error explains a filter that lacks its value or has another operator`(query: String, message: String) {
    #expect(CarQuery.parse(query).diagnostics.map(\.description) == [message])
  }
}
