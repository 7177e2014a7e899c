import ReactorCore
import ReactorTerminal
import Testing

@testable import ShowroomApp
@testable import ShowroomCatalog
@testable import ShowroomFormatting

/// The appearance of a list with one row for each model, the second of which is unfolded.
@MainActor
struct CarListModelsAppearanceTests {
  let reactor: CarListReactor
  let stub: Stub<CarListReactor>

  /// Models whose variants differ in names, fuels, classes and equipment, or in nothing that the list shows.
  nonisolated static let cars = [
    Car(
      id: 1, make: "Kia", model: "Niro", year: 2023, vehicleClass: "Small SUV", fuel: .hybrid, displacement: 1.6,
      combinedMPG: 53, co2: 167, annualFuelCost: 950),
    Car(
      id: 2, make: "Kia", model: "Niro FE", year: 2023, baseModel: "Niro", vehicleClass: "Small SUV", fuel: .hybrid,
      displacement: 1.6, combinedMPG: 49, co2: 182, annualFuelCost: 1050),
    Car(
      id: 3, make: "Kia", model: "Niro Electric", year: 2023, baseModel: "Niro", vehicleClass: "Small wagon",
      fuel: .electric, combinedMPG: 113, co2: 0, annualFuelCost: 650, electricRange: 253),
    Car(
      id: 4, make: "Kia", model: "Niro Plug-in", year: 2023, baseModel: "Niro", vehicleClass: "Small SUV",
      fuel: .pluginHybrid, displacement: 1.6, combinedMPG: 48, co2: 79, annualFuelCost: 800, electricRange: 33,
      others: [.electricMPG: 108, .blendedMPG: 76]),
    Car(
      id: 5, make: "Kia", model: "EV6", year: 2023, vehicleClass: "Small SUV", fuel: .electric, combinedMPG: 117,
      co2: 0, annualFuelCost: 600, electricRange: 310),
    Car(
      id: 6, make: "Kia", model: "EV6", year: 2023, vehicleClass: "Small SUV", fuel: .electric, combinedMPG: 94, co2: 0,
      annualFuelCost: 750, electricRange: 274),
    Car(
      id: 7, make: "BMW", model: "520d", year: 2022, vehicleClass: "Executive car", fuel: .diesel, displacement: 2,
      combinedMPG: 49, co2: 203, annualFuelCost: 1200),
    Car(
      id: 8, make: "BMW", model: "520d", year: 2022, vehicleClass: "Executive car", fuel: .diesel, displacement: 2,
      combinedMPG: 49, co2: 203, annualFuelCost: 1200),
  ]

  init() async throws {
    reactor = CarListReactor(catalog: try await CatalogFixture([]).live())
    stub = reactor.stub()
    let index = CatalogIndex(cars: Self.cars).updatingUserData([2: UserData(isFavorite: true, note: "Test drive")])
    let found = try #require(index.search(.all))
    stub.state = .showing([])
    stub.state.isFolded = true
    stub.state.listing = CarListing(
      .matches(found), in: index, by: index.models(of: found), unfolding: [1], stamp: 2)
    stub.state.marked = [6]
  }

  @Test func `80 by 24 shows ranges, variants below their model, and signs of any variant on it`() {
    let screen = CarListScreen(reactor, height: 12)
    screen.shows(
      """
       Cars                                             1/3 models, 8 cars · 1 marked
          Make  Model              Year  Class        Fuel            Economy mpg
      ▸●  Kia   EV6    2 variants  2023  SUV          Electric        94–117 ███████
        ★ Kia   Niro 4 variants ✎  2023  SUV      +1  Hybrid      +2  49–113 ▍
          Kia     Niro             2023  SUV          Hybrid              53 ▍
          Kia     Niro Electric    2023  Wagon        Electric           113 ██████▋
        ★ Kia     Niro FE       ✎  2023  SUV          Hybrid              49 ▎
          Kia     Niro Plug-in     2023  SUV          Plug-in hybrid  48/108 ██▊
          BMW   520d   2 variants  2022  Executive    Diesel              49 ▎


       Enter Unfold  Space Mark  / Search  f Favorite  s Sort  r Refresh  +11  ? Help
      """)
  }

  @Test func `120 by 40 shows the range of every number`() {
    let screen = CarListScreen(reactor, width: 120, height: 12)
    screen.shows(
      """
       Cars                                                                                     1/3 models, 8 cars · 1 marked
          Make  Model              Year  Class          Fuel            Displ L  Economy mpg     CO₂ g/mi       $/year
      ▸●  Kia   EV6    2 variants  2023  Small SUV      Electric              –  94–117 ███████         0      600–750
        ★ Kia   Niro 4 variants ✎  2023  Small SUV  +1  Hybrid      +2      1.6  49–113 ▍         b 0–182  b 650–1,050
          Kia     Niro             2023  Small SUV      Hybrid              1.6      53 ▍             167          950
          Kia     Niro Electric    2023  Small wagon    Electric              –     113 ██████▋         0          650
        ★ Kia     Niro FE       ✎  2023  Small SUV      Hybrid              1.6      49 ▎             182        1,050
          Kia     Niro Plug-in     2023  Small SUV      Plug-in hybrid      1.6  48/108 ██▊          b 79        b 800
          BMW   520d   2 variants  2022  Executive car  Diesel              2.0      49 ▎             203        1,200


       Enter Unfold  Space Mark  / Search  f Favorite  s Sort  r Refresh  c Compare  u Upload  # Facets  +8            ? Help
      """)
  }

  @Test func `50 by 12 keeps the fuel economy`() {
    let screen = CarListScreen(reactor, width: 50, height: 12)
    screen.shows(
      """
       Cars               1/3 models, 8 cars · 1 marked
          Make  Model              Year  Economy mpg
      ▸●  Kia   EV6    2 variants  2023  94–117 ██████
        ★ Kia   Niro 4 variants ✎  2023  49–113 ▍
          Kia     Niro             2023      53 ▍
          Kia     Niro Electric    2023     113 █████▋
        ★ Kia     Niro FE       ✎  2023      49 ▏
          Kia     Niro Plug-in     2023  48/108 ██▍
          BMW   520d   2 variants  2022      49 ▏


       Enter Unfold  Space Mark  / Search  +14   ? Help
      """)
  }

  @Test func `a narrow list counts variants in parentheses`() {
    let screen = CarListScreen(reactor, width: 42, height: 12)
    screen.shows(
      """
       Cars       1/3 models, 8 cars · 1 marked
          Make  Model             Year     mpg
      ▸●  Kia   EV6          (2)  2023  94–117
        ★ Kia   Niro       (4) ✎  2023  49–113
          Kia     Niro            2023      53
          Kia     Niro Electric   2023     113
        ★ Kia     Niro FE      ✎  2023      49
          Kia     Niro Plug-in    2023  48/108
          BMW   520d         (2)  2022      49


       Enter Unfold  Space Mark  +15     ? Help
      """)
  }

  @Test func `metric units show one unit for the fuels of a model, and the best fuel economy first`() {
    let screen = CarListScreen(reactor, width: 120, height: 12, units: .metric)
    screen.shows(
      """
       Cars                                                                                     1/3 models, 8 cars · 1 marked
          Make  Model              Year  Class          Fuel            Displ L           Consumption          CO₂ g/km
      ▸●  Kia   EV6    2 variants  2023  Small SUV      Electric              –  17.9–22.3 kWh/100 km ███████         0
        ★ Kia   Niro 4 variants ✎  2023  Small SUV  +1  Hybrid      +2      1.6    2.1–4.8 Le/100 km  ▍         b 0–113
          Kia     Niro             2023  Small SUV      Hybrid              1.6        4.4 L/100 km   ▍             104
          Kia     Niro Electric    2023  Small wagon    Electric              –       18.5 kWh/100 km ██████▋         0
        ★ Kia     Niro FE       ✎  2023  Small SUV      Hybrid              1.6        4.8 L/100 km   ▎             113
          Kia     Niro Plug-in     2023  Small SUV      Plug-in hybrid      1.6        4.9 L/19.4 kWh ██▊          b 49
          BMW   520d   2 variants  2022  Executive car  Diesel              2.0        4.8 L/100 km   ▎             126


       Enter Unfold  Space Mark  / Search  f Favorite  s Sort  r Refresh  c Compare  u Upload  # Facets  +8            ? Help
      """)
  }

  @Test func `in ASCII mode a model has only ASCII`() {
    let screen = CarListScreen(reactor, width: 120, height: 12, isASCII: true)
    screen.shows(
      """
       Cars                                                                                     1/3 models, 8 cars | 1 marked
          Make  Model              Year  Class          Fuel            Displ L  Economy mpg     CO2 g/mi       $/year
      >x  Kia   EV6    2 variants  2023  Small SUV      Electric              -  94-117 #######         0      600-750
        * Kia   Niro 4 variants n  2023  Small SUV  +1  Hybrid      +2      1.6  49-113 #         b 0-182  b 650-1,050
          Kia     Niro             2023  Small SUV      Hybrid              1.6      53 #             167          950
          Kia     Niro Electric    2023  Small wagon    Electric              -     113 ######          0          650
        * Kia     Niro FE       n  2023  Small SUV      Hybrid              1.6      49 #             182        1,050
          Kia     Niro Plug-in     2023  Small SUV      Plug-in hybrid      1.6  48/108 ###          b 79        b 800
          BMW   520d   2 variants  2022  Executive car  Diesel              2.0      49 #             203        1,200


       Enter Unfold  Space Mark  / Search  f Favorite  s Sort  r Refresh  c Compare  u Upload  # Facets  +8            ? Help
      """)
    #expect(screen.text.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test func `the cells of a model are those of its variants, or the first and the number of others`() throws {
    let cells = CarCells(formatting: CarFormatting())
    let listing = stub.state.listing
    let niro = try #require((0..<listing.rowCount).map(listing.listRow).first { $0.model?.count == 4 })
    func texts(_ field: CarField) -> [String] {
      let cell = cells.cell(field, niro)
      return [cell.text] + cell.suffix.map(\.text)
    }
    #expect(texts(.model) == ["Niro", "4 variants", " ", "✎"])
    #expect(texts(.make) == ["Kia"] && texts(.year) == ["2023"])
    #expect(texts(.fuel) == ["Hybrid", "+2"])
    #expect(texts(.vehicleClass) == ["Small SUV", "+1"])
    #expect(texts(.drive) == ["–"])
    #expect(texts(.displacement) == ["1.6"])
    #expect(texts(.range) == ["33–253"])
    #expect(texts(.cost) == ["b 650–1,050"])
    #expect(texts(.co2) == ["b 0–182"])
    #expect(texts(.economy) == ["49–113"])
    #expect(texts(.note) == ["some"])
    #expect(texts(.turbocharger) == [""])
    #expect(texts(.id) == ["1"])
  }

  @Test func `ranges are those of the displayed numbers, and one where they look the same`() {
    func text(
      _ field: CarField, _ range: ClosedRange<Double>, _ units: UnitSystem = .us, ascii: Bool = false,
      fuels: Set<Fuel> = [.gasoline], isBlended: Bool = false
    ) -> String {
      CarFormatting(units: units, ascii: ascii).number(of: field, in: range, fuels: fuels, isBlended: isBlended)
    }
    #expect(text(.economy, 23...29) == "23–29")
    #expect(text(.economy, 23...29, ascii: true) == "23-29")
    #expect(text(.economy, 22.6...23.4) == "23")
    #expect(text(.economy, 23...29, .metric) == "8.1–10.2 L/100 km")
    #expect(text(.economy, 83...117, .metric, fuels: [.electric]) == "17.9–25.2 kWh/100 km")
    #expect(text(.economy, 49...113, .metric, fuels: [.hybrid, .electric]) == "2.1–4.8 Le/100 km")
    #expect(text(.economy, 49...77, .metric, fuels: [.pluginHybrid], isBlended: true) == "3.1–4.8 Le/100 km")
    #expect(text(.economy, 0...20, .metric) == "11.8–– L/100 km")
    #expect(text(.co2, 200...300, .metric) == "124–186")
    #expect(text(.range, 253...310, .metric) == "407–499")
    #expect(text(.displacement, 1.6...2) == "1.6–2.0")
    #expect(text(.savings, -1500...250) == "-1,500 to 250")
    #expect(text(.savings, -1500 ... -250, ascii: true) == "-1,500 to -250")
    #expect(text(.cylinders, 4...6) == "4–6")
    #expect(text(.price, 20_000...30_500) == "20,000–30,500")
    #expect(text(.chargeHours, 4...8.5) == "4–8.5")
  }
}
