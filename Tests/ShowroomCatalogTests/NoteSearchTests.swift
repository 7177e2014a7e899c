import Testing

@testable import ShowroomCatalog

@Suite
struct NoteSearchTests {
  private let index: CatalogIndex

  init() {
    let cars = [
      Car(id: 1, make: "Kia", model: "K5", year: 2021), Car(id: 2, make: "Kia", model: "EV6", year: 2022),
      Car(id: 3, make: "BMW", model: "520d", year: 2021),
    ]
    index = CatalogIndex(cars: cars).updatingUserData([
      1: UserData(note: "Jané's favorite,\ncall on Monday"), 3: UserData(note: "Kia is cheaper"),
    ])
  }

  private func found(_ query: String, in other: CatalogIndex? = nil) -> Set<Car.ID> {
    Set((other ?? index).ids(query))
  }

  @Test(
    arguments: [
      ("jane", [1]), ("JANÉ", [1]), ("mond", [1]), ("kia", [1, 2, 3]), ("kia cheaper", [3]), ("-kia", []),
      ("-jane", [2, 3]), ("\"call on\"", [1]), ("note:jane", [1]), ("note:kia", [3]), ("-note:jane", [2, 3]),
      ("note:jane,cheaper", [1, 3]), ("note:yes", [1, 3]), ("note:no", [2]), ("note:nothing", []), ("2021 monday", [1]),
    ] as [(String, Set<Car.ID>)])
  func `words and note: find what notes contain`(query: String, ids: Set<Car.ID>) {
    #expect(found(query) == ids)
    #expect(CarQuery.parse(query).diagnostics.isEmpty)
  }

  @Test func `a note that is changed or removed is found as it is now`() {
    _ = found("jane")
    let changed = index.updatingUserData([
      1: UserData(note: "for Tom"), 2: UserData(note: "Jane's second choice"),
    ])
    #expect(found("jane", in: changed) == [2])
    #expect(found("tom", in: changed) == [1])
    #expect(found("jane", in: changed.updatingUserData([2: UserData()])) == [])
    #expect(found("jane") == [1], "an older index keeps its notes")
  }

  @Test func `matches in the make and the model rank above matches in notes`() throws {
    let ordinals = try #require(index.search(.parse("kia"))).ordinals
    #expect(index.id(at: Int(ordinals[2])) == 3)
  }

  @Test func `a filter on the text of notes selects neither value of the facet, and a selected value replaces it`() {
    #expect(index.selection(of: .note, in: .parse("note:jane")) == .everything)
    #expect(index.facets(for: .parse("note:jane"))?.flag(.note).yes == 2)
    #expect(index.text("note:jane", selecting: .flag(true), of: .note) == "note:yes")
  }

  @Test func `the row has the note`() throws {
    let ordinal = try #require(index.ordinal(of: 3))
    #expect(index.row(at: ordinal).note == "Kia is cheaper")
  }
}
