import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct FacetListTests {
  private static let makes = Facet(
    id: "make", title: "Make",
    .values([
      Facet.Value(id: "kia", label: "Kia", count: 861), Facet.Value(id: "bmw", label: "BMW", count: 2_658),
      Facet.Value(id: "hyundai", label: "현대 🚗", count: 0),
    ]))
  private static let years = Facet(
    id: "year", title: "Year",
    .range([1, 2, 4, 8, 4, 2].enumerated().map { Facet.Bucket("\(2015 + $0.offset)", count: $0.element) }))
  private static let fuels = Facet(
    id: "fuel", title: "Fuel",
    .values(["Petrol", "Diesel", "Electric"].map { Facet.Value(id: $0, label: $0, count: 10) }))

  private func list(_ stage: TestScreen) -> (FacetList, Recorder<FacetSelection>) {
    let list = stage.show(FacetList([Self.makes, Self.years, Self.fuels]))
    return (list, Recorder(list.selectionChanged.asObservable()))
  }

  @Test func `a wide list shows facets side by side`() {
    let stage = TestScreen(80, 8)
    let (list, _) = list(stage)
    list.selection = FacetSelection(values: ["make": ["bmw"]], ranges: ["year": 1...3])

    #expect(
      stage.text == """
          Make                       Year                       Fuel
        ▸□ Kia        861 ██                  ███              □ Petrol     10 ██████
         ■ BMW      2,658 ██████              ███              □ Diesel     10 ██████
         □ 현대 🚗      0                  █████████           □ Electric   10 ██████
                                     ▄▄▄███████████████
                                        ─────────  2020
                                     [2016 … 2018]
        """)
  }

  @Test func `the help explains what Enter and Space do with values`() {
    let (list, _) = list(TestScreen(80, 8))

    let helps = [ListCommands.open, .mark].map { list.command($0)?.binding.help }

    #expect(
      helps == [
        "Applies the checked values, or the selected one if none is checked.",
        "Checks the selected value, or unchecks it.",
      ])
  }

  @Test func `a narrow list shows facets below each other`() {
    let stage = TestScreen(24, 14)
    let (list, _) = list(stage)
    list.selection = FacetSelection(values: ["make": ["bmw"]], ranges: ["year": 1...3])

    #expect(
      stage.text == """
          Make
        ▸□ Kia             861
         ■ BMW           2,658
         □ 현대 🚗           0
          Year
          2015 ▁[▂▄█]▄▂ 2020
          [2016 … 2018]
          Fuel
         □ Petrol    10 ██████
         □ Diesel    10 ██████
         □ Electric  10 ██████
        """)
  }

  @Test func `Space checks a value, Enter applies, and the keys move between facets`() {
    let stage = TestScreen(80, 8)
    let (list, changes) = list(stage)
    let applied = Recorder(list.applied.asObservable())

    stage.press("j", .space)
    #expect(changes.takeElements() == [FacetSelection(values: ["make": ["bmw"]])])

    stage.press(.right, .right, .space, .enter)
    let both = FacetSelection(values: ["make": ["bmw"], "fuel": ["Petrol"]])
    #expect(changes.takeElements() == [both] && applied.elements == [both])

    stage.press("x")
    #expect(list.selection == FacetSelection(values: ["make": ["bmw"]]))
    stage.press(.left, .left, "G", .right)
    #expect(list.currentFacet?.id == "year" && list.currentValue == nil)
  }

  @Test func `the bounds of a range move within it and within the buckets`() {
    let stage = TestScreen(80, 8)
    let (list, changes) = list(stage)
    stage.press(.right, "]", "]", "{")
    #expect(changes.takeElements().map { $0.ranges["year"] } == [1...5, 2...5, 2...4])

    stage.press("{", "{", "{", "]")
    #expect(changes.takeElements().map { $0.ranges["year"] } == [2...3, 2...2])

    stage.press("[", "[", "}", "}", "}", "}")
    #expect(changes.takeElements().last == FacetSelection())
    #expect(list.selection.isEmpty)
    list.selection = FacetSelection(ranges: ["year": 90...99])
    stage.press("[")
    #expect(list.selection.ranges["year"] == 4...5)
  }

  @Test func `the keys of a range are offered on a range only`() {
    let stage = TestScreen(80, 8)
    let (list, _) = list(stage)
    func offers(_ command: CommandID) -> Bool {
      stage.window.activeBindings.contains { $0.id == command }
    }
    #expect(!offers(FacetList.raiseStart) && !offers("facets.clear"))

    stage.press(.right)
    #expect(
      offers(FacetList.raiseStart) && stage.window.activeBindings.contains { $0.id == ListCommands.mark.id } == false)

    stage.press("]")
    #expect(offers("facets.clear"))
    list.facets = []
    #expect(!offers(FacetList.raiseStart) && !offers("facets.clear") && !offers("facets.next"))
  }

  @Test func `other counts and another order leave the cursor on its value`() {
    let stage = TestScreen(80, 8)
    let (list, changes) = list(stage)
    stage.press("j", "j")

    list.facets = [
      Self.fuels,
      Facet(id: "make", title: "Make", .values([Facet.Value(id: "hyundai", label: "현대", count: 7)])),
    ]
    #expect(list.currentFacet?.id == "make" && list.currentValue?.count == 7)

    list.facets = [Self.fuels]
    #expect(list.currentValue?.id == "Petrol" && changes.elements.isEmpty)
    list.facets = []
    stage.press("j", .right, .space, "]", "x", .pageDown, "G")
    #expect(list.currentFacet == nil && changes.elements.isEmpty)
  }

  @Test func `each facet scrolls independently, and more facets than fit follow the cursor`() {
    let stage = TestScreen(54, 4)
    let (list, _) = list(stage)
    list.facets[0].content = .values((0..<20).map { Facet.Value(id: "\($0)", label: "Make \($0)", count: $0) })

    stage.press("G")
    #expect(stage.rows[3].hasPrefix("▸□ Make 19") && stage.rows[0].contains("Year"))

    stage.press(.right, .right, "j")
    #expect(list.currentValue?.id == "Diesel" || list.currentValue?.id == "Electric")
    #expect(!stage.rows[0].contains("Make") && stage.rows[0].contains("Fuel"))
    stage.press(.left, .left)
    #expect(stage.rows[3].contains("Make 19"))
  }

  @Test func `a click selects a column, a second click selects all again, and one below the chart does nothing`() {
    let stage = TestScreen(80, 8)
    let (list, changes) = list(stage)

    stage.mouse(.press, 35, 3)
    stage.mouse(.release, 35, 3)
    #expect(changes.takeElements() == [FacetSelection(ranges: ["year": 2...2])])
    #expect(list.currentFacet?.id == "year")
    stage.mouse(.press, 35, 1)
    #expect(changes.takeElements() == [FacetSelection()])
    stage.mouse(.release, 35, 1)
    stage.mouse(.press, 35, 6)
    stage.mouse(.drag, 38, 6)
    #expect(changes.takeElements() == [])
  }

  @Test(arguments: [80, 24]) func `dragging selects a range, in both directions and beyond the ends`(width: Int) {
    let stage = TestScreen(width, width == 80 ? 8 : 14)
    let (list, _) = list(stage)
    let (y, columns) = width == 80 ? (3, [29, 32, 35, 38, 41, 44]) : (5, [7, 8, 9, 10, 11, 12])

    stage.mouse(.press, columns[2], y)
    stage.mouse(.drag, columns[3] + (width == 80 ? 0 : 2), y)
    #expect(list.selection.ranges["year"] == 2...3)
    stage.mouse(.drag, columns[0], y + 3)
    #expect(list.selection.ranges["year"] == 0...2)
    stage.mouse(.drag, width - 1, 0)
    #expect(list.selection.ranges["year"] == 2...5)
    stage.mouse(.release, 0, 0)
    stage.mouse(.drag, columns[0], y)
    #expect(list.selection.ranges["year"] == 2...5)
    stage.mouse(.press, columns[0], y)
    stage.mouse(.drag, width - 1, y)
    #expect(list.selection.isEmpty)
  }

  @Test func `a click checks a value and the wheel scrolls the facet under it`() {
    let stage = TestScreen(54, 4)
    let (list, changes) = list(stage)
    list.facets[0].content = .values((0..<20).map { Facet.Value(id: "\($0)", label: "Make \($0)", count: $0) })

    stage.mouse(.wheelDown, 3, 2)
    stage.click("Make 4")

    #expect(changes.takeElements() == [FacetSelection(values: ["make": ["4"]])])
    stage.click("Make")
    #expect(changes.elements.isEmpty && list.currentValue?.id == "4")
  }

  @Test func `a narrow list scrolls across its facets`() {
    let stage = TestScreen(20, 3)
    let (list, _) = list(stage)

    stage.press("j", "j", "j")
    #expect(list.currentFacet?.id == "year" && stage.rows[2].hasPrefix("▸ [2015 … 2020]"))

    stage.press("j")
    #expect(stage.rows[2].hasPrefix("▸□ Petrol") && stage.rows[1].hasPrefix("  Fuel"))
    stage.press("g")
    #expect(stage.rows[0].hasPrefix("  Make"))
    stage.press(.right, .right)
    #expect(list.currentValue?.id == "Petrol")
  }

  @Test(arguments: 40...200)
  func `a label is truncated only where no facet has columns to spare`(width: Int) {
    let stage = TestScreen(width, 8)
    let names = ["Plug-in hybrid", "Electric", "Yes"]
    let list = stage.show(
      FacetList(
        names.map { name in
          Facet(
            id: name, title: "F",
            .values([Facet.Value(id: "a", label: name, count: 12_345), Facet.Value(id: "b", label: "B", count: 1)]))
        } + [Facet(id: "wide", title: "F", .values([Facet.Value(id: "c", label: "Manufacturers", count: 1)]))]))
    list.facetWidth = 20

    let lines = stage.rows.filter { $0.contains("12,345") || $0.contains("Manufact") || $0.contains("□") }
    let isCut = lines.contains { $0.contains("…") }
    let isLoose = lines.contains { line in
      (names + ["Manufacturers"]).contains { line.contains("\($0)   ") }
    }
    #expect(!isCut || !isLoose, "\(stage.text)")
    #expect(!lines.contains { $0.contains(/… {2,}\d/) }, "\(stage.text)")
  }

  @Test func `boxes are squares, in ASCII brackets`() {
    for ascii in [false, true] {
      let stage = TestScreen(24, 14, ascii: ascii)
      let (list, _) = list(stage)
      list.selection = FacetSelection(values: ["make": ["bmw"]])

      #expect(stage.rows[1] == (ascii ? ">[ ] Kia           861" : "▸□ Kia             861"))
      #expect(stage.rows[2] == (ascii ? " [x] BMW         2,658" : " ■ BMW           2,658"))
    }
  }

  @Test(arguments: [(1, 1), (2, 3), (40, 10), (50, 12), (80, 24), (120, 40), (200, 60)])
  func `any size can be drawn`(width: Int, height: Int) {
    for ascii in [true, false] {
      let stage = TestScreen(width, height, ascii: ascii)
      let (list, _) = list(stage)
      stage.press("]", "j", "j", .right, "]", .right, "G", .space)
      list.facetWidth = -4

      #expect(stage.rows.count == height)
    }
  }
}
