import Testing

@testable import ShowroomCatalog

@Suite("The field \"marked\"")
struct MarkedTests {
  private let index = CatalogIndex(cars: [
    Car(id: 1, make: "Kia", model: "K5", year: 2021), Car(id: 2, make: "Kia", model: "EV6", year: 2022),
    Car(id: 3, make: "BMW", model: "520d", year: 2021),
  ]).updatingMarks([3, 1, 99])

  private func found(_ query: String, in other: CatalogIndex? = nil) -> Set<Car.ID> {
    Set((other ?? index).ids(query))
  }

  @Test(
    arguments: [
      ("marked:yes", [1, 3]), ("marked:no", [2]), ("-marked:yes", [2]), ("-marked:no", [1, 3]),
      ("shortlist:yes kia", [1]),
    ] as [(String, Set<Car.ID>)])
  func `marked cars are found, and no others`(query: String, ids: Set<Car.ID>) {
    #expect(found(query) == ids)
    #expect(CarQuery.parse(query).diagnostics.isEmpty)
  }

  @Test func `marks are counted, completed, replaced, and kept when other data changes`() throws {
    let facets = try #require(index.facets(for: .parse("make:kia marked:yes")))
    #expect(facets.flag(.marked) == (yes: 1, no: 1))
    let completions = index.completions(for: "marked:", at: 7)?.candidates
    #expect(completions?.map(\.text) == ["marked:yes", "marked:no"] && completions?.map(\.count) == [2, 1])

    let edited = index.updatingUserData([1: UserData(isFavorite: true)]).updatingFiles([2])
    #expect(found("marked:yes", in: edited) == [1, 3])
    #expect(found("marked:yes", in: index.updatingMarks([2])) == [2])
    #expect(index.hasMarks && !index.updatingMarks([99]).hasMarks)
  }
}
