import Testing

@testable import ShowroomCatalog

@Suite
struct FacetSelectionTests {
  let index = CatalogIndex(cars: [
    Car(id: 1, make: "Kia", model: "Niro", year: 2019, vehicleClass: "Compact Cars", fuel: .hybrid, cylinders: 4),
    Car(
      id: 2, make: "BMW", model: "330e", year: 2022, vehicleClass: "Subcompact Cars", fuel: .pluginHybrid, cylinders: 4),
    Car(id: 3, make: "Alfa Romeo", model: "4C", year: 2020, fuel: .gasoline, cylinders: 6),
  ])

  @Test(arguments: [
    ("suv make:kia", FieldSelection.values(["Kia", "BMW"]), CarField.make, "suv make:bmw,kia"),
    ("make:kia suv", .values(["Alfa Romeo"]), .make, "make:\"alfa romeo\" suv"),
    ("make:kia suv", .everything, .make, "suv"), ("make:kia suv make:k", .values([]), .make, "suv"),
    ("-make:kia", .values(["BMW"]), .make, "-make:kia make:bmw"),
    ("\"model 3", .values(["Kia"]), .make, "\"model 3\" make:kia"),
    // A whole value means no other, although it may be a part of another.
    ("", .values(["Compact Cars"]), .vehicleClass, "class:\"compact cars\""),
    ("", .values(["Subcompact Cars"]), .vehicleClass, "class:\"subcompact cars\""),
    ("", .values(["Hybrid"]), .fuel, "fuel:hybrid"), ("", .values(["6", "4"]), .cylinders, "cyl:4,6"),
    ("year>=2000", .bounds(NumberBounds(2015...2020)), .year, "year:2015..2020"),
    ("", .bounds(NumberBounds(20.0..<32.5)), .economy, "mpg:20..<32.5"),
    ("", .bounds(NumberBounds(lower: 20)), .economy, "mpg>=20"),
    ("", .bounds(NumberBounds(upper: 20, includesUpper: false)), .economy, "mpg<20"),
    ("", .bounds(NumberBounds(lower: 1, includesLower: false, upper: 2)), .economy, "mpg>1 mpg<=2"),
    ("kia", .flag(false), .favorite, "kia fav:no"),
    ("kia mpg>", .bounds(NumberBounds(20...30)), .economy, "kia mpg:20..30"),
  ])
  func `a selection replaces the filters on its field`(
    text: String, selection: FieldSelection, field: CarField, expected: String
  ) {
    #expect(index.text(text, selecting: selection, of: field) == expected)
    #expect(CarQuery.parse(expected).diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("make:k", FieldSelection.values(["Kia"]), CarField.make), ("make:b make:k", .values([]), .make),
    ("fuel:hybrid", .values(["Hybrid"]), .fuel), ("fuel:hyb", .values(["Hybrid", "Plug-in hybrid"]), .fuel),
    ("cyl>4", .values(["6"]), .cylinders),
    ("mpg>20 mpg<=30", .bounds(NumberBounds(lower: 20, includesLower: false, upper: 30)), .economy),
    ("kia", .everything, .make),
  ])
  func `typed filters select the values that pass them`(
    text: String, selection: FieldSelection, field: CarField
  ) {
    #expect(index.selection(of: field, in: .parse(text)) == selection)
  }
}
