import Testing

@testable import ShowroomCatalog

@Suite
struct SortTests {
  @Test(arguments: [
    ("mpg:desc,year", Sort(.economy, ascending: false).then(.natural(.year))),
    ("year:asc, make", Sort(.year).then(Sort.Level(.make))),
    ("CO2,cost:desc", Sort(.co2).then(Sort.Level(.cost, ascending: false))),
  ])
  func `a second field follows a comma`(text: String, sort: Sort) {
    #expect(Sort(parsing: text) == sort)
  }

  @Test(arguments: [
    "year,", ",year", "year,year:asc", "relevance,year", "year,relevance", "year,make,model", "year,color", "",
  ])
  func `levels without effect, and more than two, are rejected`(text: String) {
    #expect(Sort(parsing: text) == nil)
  }

  @Test func `every order is read from its text`() {
    let fields = [nil] + CarField.sorted
    for first in fields {
      for second in fields {
        for ascending in [true, false] where first != nil || ascending {
          let sort = Sort(first, ascending: ascending).then(Sort.Level(second, ascending: !ascending))
          #expect(Sort(parsing: sort.description) == sort, "\(sort)")
        }
      }
    }
    #expect(Sort(.economy, ascending: false).then(Sort.Level(.year)).description == "mpg,year:asc")
  }

  @Test func `cars that are equal in the first field are in the order of the second`() throws {
    let index = CatalogIndex.generated(count: 2000)
    let rows = (0..<2000).map { index.row(at: $0) }

    for second in [Sort.Level(.year), .natural(.economy), Sort.Level(.make, ascending: false)] {
      let sort = Sort(.vehicleClass, ascending: false).then(second)
      let found = try #require(index.search(.all, sort: sort)).ordinals.map { Int($0) }

      let tied = try #require(index.search(.all, sort: Sort(second))).ordinals.map { Int($0) }
      let expected = Dictionary(grouping: tied) { rows[$0].vehicleClass ?? "" }
        .sorted { $0.key > $1.key }.flatMap(\.value)
      #expect(found == expected, "\(sort)")
    }
  }

  @Test func `sorting by make alone also sorts by model, and sorting by make and year does not`() throws {
    let index = CatalogIndex(cars: [
      Car(id: 1, make: "Kia", model: "Niro", year: 2019), Car(id: 2, make: "Kia", model: "EV6", year: 2022),
      Car(id: 3, make: "BMW", model: "X5", year: 2020),
    ])
    func ids(_ sort: Sort) -> [Car.ID]? { index.search(.all, sort: sort)?.ordinals.map { index.id(at: Int($0)) } }

    #expect(ids(Sort(.make)) == [3, 2, 1])
    #expect(ids(Sort(.make).then(Sort.Level(.year))) == [3, 1, 2])
  }
}
