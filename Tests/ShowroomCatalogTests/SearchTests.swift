import Testing

@testable import ShowroomCatalog

@Suite(.timeLimit(.minutes(20)))
struct SearchTests {
  let index = CatalogIndex(cars: [
    Car(
      id: 1, make: "Kia", model: "Niro", year: 2019, vehicleClass: "Small Station Wagons", fuel: .hybrid,
      fuelName: "Regular Gasoline", cylinders: 4, displacement: 1.6, drive: "Front-Wheel Drive",
      transmission: "Automatic (AM6)", combinedMPG: 49.4, co2: 178, annualFuelCost: 1000),
    Car(
      id: 2, make: "Kia", model: "Niro Electric", year: 2020, vehicleClass: "Small Station Wagons", fuel: .electric,
      fuelName: "Electricity", combinedMPG: 112.3, co2: 0, annualFuelCost: 650, electricRange: 239),
    Car(
      id: 3, make: "Kia", model: "Niro Electric", year: 2022, vehicleClass: "Small Station Wagons", fuel: .electric,
      fuelName: "Electricity", combinedMPG: 112.3, co2: 0, annualFuelCost: 650, electricRange: 239),
    Car(
      id: 4, make: "BMW", model: "X5", year: 2020, vehicleClass: "Standard Sport Utility Vehicle 4WD", fuel: .gasoline,
      fuelName: "Premium Gasoline", cylinders: 6, displacement: 3.0, drive: "All-Wheel Drive",
      transmission: "Automatic (S8)", combinedMPG: 22.6, co2: 391, annualFuelCost: 2650),
    Car(
      id: 5, make: "Tesla", model: "Model 3", year: 2021, vehicleClass: "Midsize Cars", fuel: .electric,
      fuelName: "Electricity", combinedMPG: 132, co2: 0, annualFuelCost: 550, electricRange: 353),
    Car(
      id: 6, make: "Mazda", model: "3", year: 2015, vehicleClass: "Compact Cars", fuel: .gasoline,
      fuelName: "Regular Gasoline", cylinders: 4, displacement: 2.0),
    Car(id: 7, make: "현대", model: "아반떼", year: 2020, vehicleClass: "준중형", fuel: .gasoline, combinedMPG: 35),
    Car(id: 8, make: "Citroën", model: "Ë-C4", year: 2021, fuel: .electric, combinedMPG: 120),
  ])

  func ids(_ query: String, _ sort: Sort = .standard, favoritesOnly: Bool = false) -> [Car.ID] {
    index.ids(query, sort: sort, favoritesOnly: favoritesOnly)
  }

  @Test func `an empty query returns all cars, the newest model year first, then by make and model`() {
    #expect(ids("") == [3, 8, 5, 4, 2, 7, 1, 6])
    #expect(ids("   ") == ids(""))
  }

  @Test func `words match in any order and any visible field, regardless of case and accents`() {
    #expect(ids("electric KIA") == [3, 2])
    #expect(ids("niro 2019") == [1])
    #expect(ids("citroen e-c4") == [8])
    #expect(ids("CITROËN") == [8])
    #expect(ids("kia bmw").isEmpty)
    #expect(ids("suv") == [4])
    #expect(ids("ev") == [3, 8, 5, 2])
  }

  @Test func `Korean text matches in its composed and in its decomposed form`() {
    #expect(ids("아반떼") == [7])
    #expect(ids("현대".decomposedStringWithCanonicalMapping) == [7])
    #expect(ids("준중형 2020") == [7])
  }

  @Test func `cars whose words begin with the query come before those that contain it`() {
    // "e" begins a word of Ë-C4 and Niro Electric; it is inside Tesla, and inside the Gasoline of others.
    #expect(ids("3") == [5, 6])
    #expect(ids("e") == [3, 8, 2, 5, 4, 7, 1, 6])
    #expect(ids("e", Sort(.year)) == [6, 1, 4, 2, 7, 8, 5, 3], "a chosen column takes precedence over the ranking")
  }

  @Test func `phrases stay together, and excluded words exclude`() {
    #expect(ids("\"model 3\"") == [5])
    #expect(ids("\"tesla model\"") == [5], "a phrase may span make and model")
    #expect(ids("\"3 model\"").isEmpty)
    #expect(ids("niro -electric") == [1])
    #expect(ids("-kia -tesla -bmw") == [8, 7, 6])
    #expect(ids("niro -\"niro electric\"") == [1])
  }

  @Test(
    arguments: [
      ("make:kia", [3, 2, 1]), ("make:kia,bmw", [3, 4, 2, 1]), ("model:niro fuel:electric", [3, 2]),
      ("class:suv", [4]), ("class:wagon", [3, 2, 1]), ("fuel:gasoline", [4, 7, 6]), ("fuel:petrol", [4, 7, 6]),
      ("fuel:hybrid", [1]),
      ("trany:s8", [4]), ("drive:awd", [4]), ("-make:kia fuel:electric", [8, 5]), ("make:\"kia\"", [3, 2, 1]),
      ("MAKE:Kia", [3, 2, 1]), ("brand=kia", [3, 2, 1]),
    ])
  func `filters match text fields`(query: String, expected: [Car.ID]) {
    #expect(ids(query) == expected)
    #expect(CarQuery.parse(query).diagnostics.isEmpty)
  }

  @Test(
    arguments: [
      ("year>=2021", [3, 8, 5]), ("year:2020", [4, 2, 7]), ("year:2019..2020", [4, 2, 7, 1]), ("year:..2015", [6]),
      ("year:2022..", [3]), ("mpg>112", [3, 8, 5, 2]), ("mpg:23", [4]), ("mpg:22.6", [4]), ("mpg:22.5", []),
      ("mpg<1000", [3, 8, 5, 4, 2, 7, 1]), ("-mpg<1000", []), ("cyl=4", [1, 6]), ("displ:2", [6]),
      ("displ>=1.6", [4, 1, 6]),
      ("co2<100", [3, 5, 2]), ("cost<=650", [3, 5, 2]), ("range>300", [5]), ("cost>1,000", [4]), ("year≥2022", [3]),
      ("-year:2020", [3, 8, 5, 1, 6]),
    ])
  func `filters compare numbers, and unknown numbers never match`(query: String, expected: [Car.ID]) {
    #expect(ids(query) == expected)
    #expect(CarQuery.parse(query).diagnostics.isEmpty)
  }

  @Test func `unknown values sort last in both directions, ties by make, model, year and ID`() {
    #expect(ids("", Sort(.economy)) == [4, 7, 1, 3, 2, 8, 5, 6])
    #expect(ids("", Sort(.economy, ascending: false)) == [5, 8, 3, 2, 1, 7, 4, 6])
    #expect(ids("", Sort(.vehicleClass)).last == 8)
    #expect(ids("", Sort(.vehicleClass, ascending: false)).last == 8)
    #expect(ids("", Sort(.year)) == [6, 1, 4, 2, 7, 8, 5, 3])
    #expect(ids("", Sort(.make, ascending: false)) == [7, 5, 6, 1, 3, 2, 8, 4])
    #expect(ids("", Sort(.model)) == [6, 8, 5, 1, 3, 2, 4, 7])
    #expect(ids("", Sort(.fuel)) == [8, 3, 2, 5, 4, 6, 7, 1])
  }

  @Test func `a favorite appears at once in a copy of the index, and leaves the original unchanged`() throws {
    let starred = index.updatingUserData([5: UserData(isFavorite: true, note: "red")])
    #expect(
      starred.search(.all, favoritesOnly: true)?.count == 1 && index.search(.all, favoritesOnly: true)?.count == 0)
    let found = try #require(starred.search(.all, favoritesOnly: true))
    #expect(found.ordinals.map { starred.id(at: Int($0)) } == [5])
    #expect(starred.row(at: try #require(starred.ordinal(of: 5))).hasNote)
    #expect(starred.search(.parse("fav:yes"))?.count == 1)
    #expect(starred.search(.parse("-fav:yes"))?.count == 7)
    #expect(starred.search(.parse("note:yes"))?.count == 1)
    #expect(starred.ordinal(of: 99) == nil)
    #expect(starred.updatingUserData([99: UserData(isFavorite: true)]).search(.all, favoritesOnly: true)?.count == 1)
    // What the search of the original found about the query must not hide the car.
    #expect(index.search(.parse("model 3 fav:yes"))?.count == 0)
    #expect(starred.search(.parse("model 3 fav:yes"))?.count == 1)
  }

  @Test func `a canceled search stops within a few thousand cars`() throws {
    let big = CatalogIndex.generated(count: 50_000)
    var asked = 0
    let result = big.search(
      .parse("9"),
      isCanceled: {
        asked += 1
        return asked > 3
      })
    #expect(result == nil)
    #expect(asked == 4)
    #expect(big.search(.parse("a"), sort: Sort(.cost), isCanceled: { true }) == nil)
  }

  @Test func `building the index checks for cancellation every few thousand cars, even while sorting`() throws {
    let builder = CatalogColumnsBuilder(.generated(count: 50_000))
    func looks(_ builder: CatalogColumnsBuilder, until limit: Int = .max) -> (count: Int, wasCanceled: Bool) {
      var count = 0
      do {
        _ = try CatalogColumns(builder) {
          count += 1
          return count == limit
        }
        return (count, false)
      } catch {
        return (count, error == .canceled)
      }
    }
    // A few cars are sorted without a check, so their checks are those of every catalog.
    let few = looks(CatalogColumnsBuilder(.generated(count: 100))).count
    let many = looks(builder).count
    // Two sorts of 50,000 cars, each with about 700,000 comparisons.
    #expect(many - few >= 15, "\(many) looks, \(few) with few cars")
    for limit in [1, 3, many / 2, many] {
      #expect(looks(builder, until: limit) == (limit, true))
    }
    #expect(looks(builder, until: many + 1) == (many, false))
  }
}
