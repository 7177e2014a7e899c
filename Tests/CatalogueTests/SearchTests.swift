import Testing

@testable import Catalogue

@Suite("Searching the index", .timeLimit(.minutes(5)))
struct SearchTests {
  let index = CatalogueIndex.of([
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
      id: 4, make: "BMW", model: "X5", year: 2020, vehicleClass: "Standard Sport Utility Vehicle 4WD", fuel: .petrol,
      fuelName: "Premium Gasoline", cylinders: 6, displacement: 3.0, drive: "All-Wheel Drive",
      transmission: "Automatic (S8)", combinedMPG: 22.6, co2: 391, annualFuelCost: 2650),
    Car(
      id: 5, make: "Tesla", model: "Model 3", year: 2021, vehicleClass: "Midsize Cars", fuel: .electric,
      fuelName: "Electricity", combinedMPG: 132, co2: 0, annualFuelCost: 550, electricRange: 353),
    Car(
      id: 6, make: "Mazda", model: "3", year: 2015, vehicleClass: "Compact Cars", fuel: .petrol,
      fuelName: "Regular Gasoline", cylinders: 4, displacement: 2.0),
    Car(id: 7, make: "현대", model: "아반떼", year: 2020, vehicleClass: "준중형", fuel: .petrol, combinedMPG: 35),
    Car(id: 8, make: "Citroën", model: "Ë-C4", year: 2021, fuel: .electric, combinedMPG: 120),
  ])

  func ids(_ query: String, _ sort: Sort = .standard, favouritesOnly: Bool = false) -> [Car.ID] {
    let result = index.search(.parse(query), sort: sort, favouritesOnly: favouritesOnly)
    return result?.ordinals.map { index.id(at: Int($0)) } ?? []
  }

  @Test("gives all cars by make, model and year, newest first, when nothing is typed")
  func everything() {
    #expect(ids("") == [4, 8, 1, 3, 2, 6, 5, 7])
    #expect(ids("   ") == ids(""))
  }

  @Test("finds words in any order and any visible field, whatever their case and accents")
  func words() {
    #expect(ids("electric KIA") == [3, 2])
    #expect(ids("niro 2019") == [1])
    #expect(ids("citroen e-c4") == [8])
    #expect(ids("CITROËN") == [8])
    #expect(ids("kia bmw").isEmpty)
    #expect(ids("suv") == [4])
    #expect(ids("ev") == [8, 3, 2, 5])
  }

  @Test("finds Korean text in its composed and in its decomposed form")
  func korean() {
    #expect(ids("아반떼") == [7])
    #expect(ids("현대".decomposedStringWithCanonicalMapping) == [7])
    #expect(ids("준중형 2020") == [7])
  }

  @Test("puts rows where every word begins a word of the name or year before those that have it inside")
  func ranking() {
    // "e" begins a word of Ë-C4 and Niro Electric; it is inside Tesla, and inside the Petrol of others.
    #expect(ids("3") == [6, 5])
    #expect(ids("e") == [8, 3, 2, 4, 1, 6, 5, 7])
    #expect(ids("e", Sort(.year)) == [6, 1, 4, 2, 7, 8, 5, 3], "a chosen column wins over the ranking")
  }

  @Test("keeps phrases together and leaves excluded words out")
  func phrases() {
    #expect(ids("\"model 3\"") == [5])
    #expect(ids("\"tesla model\"") == [5], "a phrase may span make and model")
    #expect(ids("\"3 model\"").isEmpty)
    #expect(ids("niro -electric") == [1])
    #expect(ids("-kia -tesla -bmw") == [8, 6, 7])
    #expect(ids("niro -\"niro electric\"") == [1])
  }

  @Test(
    "filters by text fields",
    arguments: [
      ("make:kia", [1, 3, 2]), ("make:kia,bmw", [4, 1, 3, 2]), ("model:niro fuel:electric", [3, 2]),
      ("class:suv", [4]), ("class:wagon", [1, 3, 2]), ("fuel:gasoline", [4, 1, 6, 7]), ("fuel:hybrid", [1]),
      ("trany:s8", [4]), ("drive:awd", [4]), ("-make:kia fuel:electric", [8, 5]), ("make:\"kia\"", [1, 3, 2]),
      ("MAKE:Kia", [1, 3, 2]), ("brand=kia", [1, 3, 2]),
    ])
  func textFilters(query: String, expected: [Car.ID]) {
    #expect(ids(query) == expected)
    #expect(CarQuery.parse(query).problems.isEmpty)
  }

  @Test(
    "filters by numbers; unknown numbers answer no comparison",
    arguments: [
      ("year>=2021", [8, 3, 5]), ("year:2020", [4, 2, 7]), ("year:2019..2020", [4, 1, 2, 7]), ("year:..2015", [6]),
      ("year:2022..", [3]), ("mpg>112", [8, 3, 2, 5]), ("mpg:23", [4]), ("mpg:22.6", [4]), ("mpg:22.5", []),
      ("mpg<1000", [4, 8, 1, 3, 2, 5, 7]), ("-mpg<1000", []), ("cyl=4", [1, 6]), ("displ:2", [6]),
      ("displ>=1.6", [4, 1, 6]),
      ("co2<100", [3, 2, 5]), ("cost<=650", [3, 2, 5]), ("range>300", [5]), ("cost>1,000", [4]), ("year≥2022", [3]),
      ("-year:2020", [8, 1, 3, 6, 5]),
    ])
  func numberFilters(query: String, expected: [Car.ID]) {
    #expect(ids(query) == expected)
    #expect(CarQuery.parse(query).problems.isEmpty)
  }

  @Test("sorts unknown values last in both directions, ties by make, model, year and id")
  func sorting() {
    #expect(ids("", Sort(.consumption)) == [4, 7, 1, 3, 2, 8, 5, 6])
    #expect(ids("", Sort(.consumption, ascending: false)) == [5, 8, 3, 2, 1, 7, 4, 6])
    #expect(ids("", Sort(.vehicleClass)).last == 8)
    #expect(ids("", Sort(.vehicleClass, ascending: false)).last == 8)
    #expect(ids("", Sort(.year)) == [6, 1, 4, 2, 7, 8, 5, 3])
    #expect(ids("", Sort(.make, ascending: false)) == [7, 5, 6, 1, 3, 2, 8, 4])
    #expect(ids("", Sort(.model)) == [6, 8, 5, 1, 3, 2, 4, 7])
    #expect(ids("", Sort(.fuel)) == [8, 3, 2, 5, 1, 4, 6, 7])
  }

  @Test(
    "gives the same answer within a previous result as over all cars",
    arguments: [
      ("k", "ki"), ("e", "e 2"), ("e", "el"), ("", "kia"), ("kia", "kia year>2019"), ("3", "3 -tesla"), ("niro", "kia"),
      ("kia", "k"), ("-kia", "-k"), ("e fav:yes", "el fav:yes"),
    ])
  func narrowing(first: String, then: String) throws {
    for sort in [Sort.standard, Sort(.consumption, ascending: false)] {
      let previous = try #require(index.search(.parse(first), sort: sort))
      let narrowed = try #require(index.search(.parse(then), sort: sort, within: previous))
      #expect(narrowed.ordinals.map { index.id(at: Int($0)) } == ids(then, sort))
    }
  }

  @Test("shows a favourite at once in a copy, and leaves the first index as it was")
  func favourites() throws {
    let starred = index.updatingUserData(5, UserData(isFavourite: true, note: "red"))
    #expect(starred.favouriteCount == 1 && index.favouriteCount == 0)
    let found = try #require(starred.search(.all, favouritesOnly: true))
    #expect(found.ordinals.map { starred.id(at: Int($0)) } == [5])
    #expect(starred.row(at: try #require(starred.ordinal(of: 5))).hasNote)
    #expect(starred.search(.parse("fav:yes"))?.count == 1)
    #expect(starred.search(.parse("-fav:yes"))?.count == 7)
    #expect(starred.search(.parse("note:yes"))?.count == 1)
    #expect(starred.ordinal(of: 99) == nil)
    #expect(starred.updatingUserData(99, UserData(isFavourite: true)).favouriteCount == 1)
    // Narrowing a list from before the star must not hide the car.
    let before = try #require(index.search(.parse("model"), favouritesOnly: true))
    #expect(starred.search(.parse("model 3"), favouritesOnly: true, within: before)?.count == 1)
  }

  @Test("stops within a few thousand cars when cancelled")
  func cancellation() throws {
    let big = CatalogueIndex.generated(count: 50_000)
    var asked = 0
    let result = big.search(
      .parse("zzz"),
      isCancelled: {
        asked += 1
        return asked > 3
      })
    #expect(result == nil)
    #expect(asked == 4)
    #expect(big.search(.parse("a"), sort: Sort(.cost), isCancelled: { true }) == nil)
  }
  @Test("is made with a look at the cancel flag every few thousand cars, also while they are put in order")
  func cancelledLoading() throws {
    let builder = CatalogueColumnsBuilder(.generated(count: 50_000))
    func looks(_ builder: CatalogueColumnsBuilder, until limit: Int = .max) -> (count: Int, wasCancelled: Bool) {
      var count = 0
      do {
        _ = try CatalogueColumns(builder) {
          count += 1
          return count == limit
        }
        return (count, false)
      } catch {
        return (count, error == .cancelled)
      }
    }
    // So few cars are put in order between two looks: what they get, everyone gets.
    let few = looks(CatalogueColumnsBuilder(.generated(count: 100))).count
    let many = looks(builder).count
    // Two orders of 50,000, each of some 700,000 comparisons.
    #expect(many - few >= 15, "\(many) looks, \(few) with few cars")
    for limit in [1, 3, many / 2, many] {
      #expect(looks(builder, until: limit) == (limit, true))
    }
    #expect(looks(builder, until: many + 1) == (many, false))
  }
}
