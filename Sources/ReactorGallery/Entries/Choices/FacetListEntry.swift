import ReactorTerminal

extension GalleryEntry {
  static let facetList = GalleryEntry(
    .choices, "FacetList", "Properties whose values the user can check, with the number of items for each value.",
    states: [
      GalleryState("Focused", isFocused: true) {
        let list = FacetList(Facet.cars)
        list.selection = FacetSelection(values: ["make": ["kia"]], ranges: ["year": 5...8])
        return list
      },
      GalleryState("Unfocused") { FacetList(Facet.cars) },
      GalleryState("A range", isFocused: true) {
        let list = FacetList([Facet.cars[1], Facet.cars[0]])
        list.selection = FacetSelection(ranges: ["year": 5...8])
        return list
      },
    ])
}

extension Facet {
  fileprivate static let cars = [
    Facet(
      id: "make", title: "Make",
      .values([
        Value(id: "kia", label: "Kia", count: 861), Value(id: "bmw", label: "BMW", count: 2_658),
        Value(id: "hyundai", label: "현대", count: 940), Value(id: "volvo", label: "Volvo", count: 799),
        Value(id: "other", label: "Manufacturers that have left the market 🚗", count: 12_044),
      ])),
    Facet(
      id: "year", title: "Year",
      .range(
        [4, 7, 12, 30, 52, 41, 60, 88, 71, 95].enumerated().map { Bucket("\(2016 + $0.offset)", count: $0.element) })
    ),
    Facet(
      id: "fuel", title: "Fuel",
      .values([
        Value(id: "petrol", label: "Petrol", count: 38_100), Value(id: "diesel", label: "Diesel", count: 1_210),
        Value(id: "electric", label: "Electric", count: 1_120),
      ])),
  ]
}
