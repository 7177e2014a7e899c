import Testing

@testable import ShowroomApp
@testable import ShowroomCatalog

@MainActor
struct CarSequenceTests {
  @Test func `sequences are equal if they know the same cars in the same order`() {
    let index = CatalogIndex(cars: CatalogFixture.cars)
    let ids = [index.id(at: 2), index.id(at: 0)]

    #expect(CarSequence(ids) == CarSequence([2, 0], in: index))
    #expect(CarSequence(ids) != CarSequence([0, 2], in: index))
    #expect(CarSequence(ids) != CarSequence([2], in: index))
    #expect(CarSequence(ids) != CarSequence(first: ids, of: 2), "the list is not loaded yet")
    #expect(CarSequence(first: ids, of: 3) != CarSequence(first: ids, of: 4))
  }
}
