import Testing

@testable import ShowroomCatalog

@Suite(.timeLimit(.minutes(20)))
struct SuggestionTests {
  let index = CatalogIndex(cars: [
    Car(
      id: 1, make: "Kia", model: "Niro", year: 2019, vehicleClass: "Small Station Wagons", fuel: .hybrid,
      fuelName: "Regular Gasoline", transmission: "Automatic (AM6)"),
    Car(
      id: 2, make: "Kia", model: "Niro Electric", year: 2020, vehicleClass: "Small Station Wagons", fuel: .electric,
      fuelName: "Electricity"),
    Car(id: 3, make: "Kya", model: "One", year: 2020, fuel: .gasoline),
    Car(id: 4, make: "Alfa Romeo", model: "Giulia", year: 2020, vehicleClass: "Midsize Cars", fuel: .gasoline),
    Car(id: 5, make: "Citroën", model: "Ë-C4", year: 2021, fuel: .electric),
  ])

  @Test(arguments: [
    ("kai electrc", "kia electric"), ("fuel:electrc", "fuel:electric"), ("kia feul:electrc", "kia fuel:electric"),
    ("yaer:2020", "year:2020"), ("make:\"alfa romoe\"", "make:\"alfa romeo\""),
    ("make:bmv,citroem", "make:bmv,citroen"),
    ("NIRO wagns", "NIRO wagons"), ("class:wagns -electric", "class:wagons -electric"),
    ("giulai year>2000", "giulia year>2000"),
  ])
  func `misspelled words, values and fields are replaced by the nearest known ones`(typed: String, meant: String) {
    #expect(index.suggestion(for: .parse(typed)) == meant)
  }

  @Test func `of equally near words, the one that more cars have is suggested`() {
    // "kxa" is one letter from Kia (two cars) and from Kya (one).
    #expect(index.suggestion(for: .parse("kxa")) == "kia")
  }

  @Test(arguments: [
    "", "kia", "kia diesel", "xyzxyz", "kai giulia", "2091", "ki", "mpg>1000", "-electrc", "kia mpg>",
    String(repeating: "k", count: 100_000),
  ])
  func `nothing is suggested if nothing is misspelled, or if the correction has no match`(typed: String) {
    #expect(index.suggestion(for: .parse(typed)) == nil)
  }

  @Test func `a suggestion can be canceled`() {
    #expect(index.suggestion(for: .parse("kai"), isCanceled: { true }) == nil)
  }
}
