import ReactorCore
import ReactorTerminal
import ShowroomCatalog
import Testing

@testable import ShowroomApp
@testable import ShowroomFormatting

/// The appearance of the list for states that the test sets in a stubbed reactor.
@MainActor
struct CarListAppearanceTests {
  let reactor: CarListReactor
  let stub: Stub<CarListReactor>

  init() async throws {
    reactor = CarListReactor(catalog: try await CatalogFixture([]).live())
    stub = reactor.stub()
    stub.state = .showing(favorites: [3])
  }

  @Test func `80 by 24 shows all columns, aligned even with Hangul, the position and the keys`() {
    let screen = CarListScreen(reactor)
    screen.shows(
      """
       Cars                                                                       1/8
          Make     Model    Year  Class          Fuel      Economy mpg   CO₂  $/year
      ▸   BMW      520d     2023  Executive car  Diesel     49 ██▋       203   1,200
          Hyundai  Avante   2022  Compact car    Gasoline   36 █▉        246   1,350
        ★ Kia      EV6      2022  Small SUV      Electric  117 ██████▎     0     600
          Kia      K5       2021  Midsize car    Gasoline   32 █▊        277   1,500
          Kia      K5       2018  Midsize car    Gasoline   27 █▍        329   1,800
          Tesla    Model 3  2018  Midsize car    Electric  132 ███████     0     500
          Toyota   Prius    2017  Midsize car    Hybrid     56 ███       160     850
          현대     그랜저   2016  Large car      Gasoline    –             –       –













       Enter Open  Space Mark  / Search  f Favorite  s Sort  r Refresh  +11    ? Help
      """)
  }

  @Test func `120 by 40 shows the units of all numbers, and no column is wider than its contents`() {
    let screen = CarListScreen(reactor, width: 120, height: 40)
    screen.shows(wideScreen)
  }

  @Test func `a plug-in hybrid shows both fuels, and its bar is that of the blended fuel economy`() {
    stub.state = .showing([
      Car(id: 1, make: "Kia", model: "Niro", year: 2024, fuel: .hybrid, combinedMPG: 50),
      Car(
        id: 2, make: "Chevrolet", model: "Volt", year: 2016, fuel: .pluginHybrid, combinedMPG: 42,
        others: [.electricMPG: 106, .blendedMPG: 77]),
      Car(id: 3, make: "Kia", model: "Niro EV", year: 2024, fuel: .electric, combinedMPG: 113),
    ])
    let screen = CarListScreen(reactor, height: 10)
    screen.shows(
      """
       Cars                                                                       1/3
          Make       Model    Year  Class  Fuel            Economy mpg
      ▸   Kia        Niro     2024  –      Hybrid              50 ▎
          Chevrolet  Volt     2016  –      Plug-in hybrid  42/106 ███
          Kia        Niro EV  2024  –      Electric           113 ███████




       Enter Open  Space Mark  / Search  f Favorite  s Sort  r Refresh  +11    ? Help
      """)
  }

  @Test func `50 by 12 leaves out the class`() {
    let screen = CarListScreen(reactor, width: 50, height: 12)
    screen.shows(
      """
       Cars                                         1/8
          Make     Model    Year  Fuel      Economy
      ▸   BMW      520d     2023  Diesel     49 ██▎
          Hyundai  Avante   2022  Gasoline   36 █▋
        ★ Kia      EV6      2022  Electric  117 █████▍
          Kia      K5       2021  Gasoline   32 █▌
          Kia      K5       2018  Gasoline   27 █▎
          Tesla    Model 3  2018  Electric  132 ██████
          Toyota   Prius    2017  Hybrid     56 ██▌
          현대     그랜저   2016  Gasoline    –

       Enter Open  Space Mark  / Search  +14     ? Help
      """)
  }

  @Test func `the selection is visible without color`() {
    let screen = CarListScreen(reactor, width: 50, height: 12, theme: .mono)
    screen.terminal.press(.down)
    #expect(screen.rows[3].hasPrefix("▸   Hyundai"))
    #expect(screen.style(ofRow: 3, column: 8).attributes.contains(.reverse))
    #expect(!screen.style(ofRow: 2, column: 8).attributes.contains(.reverse))
  }

  @Test func `in ASCII mode the screen itself draws only ASCII, including marks, stars and signs`() {
    stub.state.marked = [2, 3]
    stub.state.favoritesOnly = true
    stub.state.sort = Sort(.economy, ascending: false)
    stub.state.listing = stub.state.listing.dropping(8)
    let screen = CarListScreen(reactor, height: 12, isASCII: true)
    screen.shows(
      """
       Cars                                                   1/7 | * only | 2 marked
          Make     Model    Year  Class          Fuel      Economy mpg v  CO2 g/mi
      >   BMW      520d     2023  Executive car  Diesel     49 ###             203
       x  Hyundai  Avante   2022  Compact car    Gasoline   36 ##              246
       x* Kia      EV6      2022  Small SUV      Electric  117 ########          0
          Kia      K5       2021  Midsize car    Gasoline   32 ##              277
          Kia      K5       2018  Midsize car    Gasoline   27 ##              329
          Tesla    Model 3  2018  Midsize car    Electric  132 #########         0
          Toyota   Prius    2017  Midsize car    Hybrid     56 ####            160


       Enter Open  Space Mark  Esc Show all  / Search  f Favorite  +13         ? Help
      """)
    #expect(screen.text.utf8.allSatisfy { $0 < 0x80 })
  }

  @Test func `metric units show liters and kilowatt-hours, and the sort arrow is reversed`() {
    stub.state.sort = Sort(.economy, ascending: false)
    let screen = CarListScreen(reactor, height: 12, units: .metric)
    screen.shows(
      """
       Cars                                                                       1/8
          Make     Model    Year  Class          Fuel          Consumption ▲
      ▸   BMW      520d     2023  Executive car  Diesel     4.8 L/100 km   ██▋
          Hyundai  Avante   2022  Compact car    Gasoline   6.5 L/100 km   █▉
        ★ Kia      EV6      2022  Small SUV      Electric  17.9 kWh/100 km ██████▎
          Kia      K5       2021  Midsize car    Gasoline   7.4 L/100 km   █▊
          Kia      K5       2018  Midsize car    Gasoline   8.7 L/100 km   █▍
          Tesla    Model 3  2018  Midsize car    Electric  15.9 kWh/100 km ███████
          Toyota   Prius    2017  Midsize car    Hybrid     4.2 L/100 km   ███
          현대     그랜저   2016  Large car      Gasoline     –

       Enter Open  Space Mark  / Search  f Favorite  s Sort  r Refresh  +11    ? Help
      """)
  }

  @Test func `a narrow list in metric units has the distance in the heading`() {
    stub.state = .showing([
      Car(id: 1, make: "BMW", model: "520d xDrive Touring", year: 2023, fuel: .diesel, combinedMPG: 49),
      Car(id: 2, make: "Kia", model: "Niro EV Long Range", year: 2024, fuel: .electric, combinedMPG: 113),
      Car(
        id: 3, make: "Chevrolet", model: "Volt", year: 2016, fuel: .pluginHybrid, combinedMPG: 42,
        others: [.electricMPG: 106, .blendedMPG: 77]),
      Car(id: 4, make: "Toyota", model: "Mirai", year: 2024, fuel: .hydrogen, combinedMPG: 74),
      Car(id: 5, make: "현대", model: "그랜저", year: 2016, fuel: .gasoline),
    ])
    let screen = CarListScreen(reactor, width: 50, height: 12, units: .metric)
    screen.shows(
      """
       Cars                                         1/5
          Make       Model              Year   /100 km
      ▸   BMW        520d xDrive Tour…  2023   4.8 L
          Kia        Niro EV Long Ran…  2024  18.5 kWh
          Chevrolet  Volt               2016  5.6/19.8
          Toyota     Mirai              2024   3.2 Le
          현대       그랜저             2016     –




       Enter Open  Space Mark  / Search  +14     ? Help
      """)
  }

  @Test func `sorting by a field without a column adds one`() {
    stub.state.sort = Sort(.co2)
    let screen = CarListScreen(reactor, height: 10)
    screen.shows(
      """
       Cars                                                                       1/8
          Make     Model    Year  Class          Fuel      Economy mpg  CO₂ g/mi ▲
      ▸   BMW      520d     2023  Executive car  Diesel     49 ██▋             203   █
          Hyundai  Avante   2022  Compact car    Gasoline   36 █▉              246   █
        ★ Kia      EV6      2022  Small SUV      Electric  117 ██████▎           0   █
          Kia      K5       2021  Midsize car    Gasoline   32 █▊              277   █
          Kia      K5       2018  Midsize car    Gasoline   27 █▍              329   █
          Tesla    Model 3  2018  Midsize car    Electric  132 ███████           0   █
          Toyota   Prius    2017  Midsize car    Hybrid     56 ███             160   │
       Enter Open  Space Mark  / Search  f Favorite  s Sort  r Refresh  +11    ? Help
      """)
  }

  @Test func `matches are highlighted in any script, and stars and marks have their own style`() {
    stub.state.listing = stub.state.listing.answering("랜 kia 202")
    stub.state.marked = [1, 2]
    stub.state.columns = [ListColumn(.make), ListColumn(.model), ListColumn(.year)]
    let screen = CarListScreen(reactor, width: 50, height: 12)
    screen.shows(
      """
       Cars                              1/8 · 2 marked
          Make     Model    Year
      ▸●  BMW      520d     2023
       ●  Hyundai  Avante   2022
        ★ Kia      EV6      2022
          Kia      K5       2021
          Kia      K5       2018
          Tesla    Model 3  2018
          Toyota   Prius    2017
          현대     그랜저   2016

       Enter Open  Space Mark  / Search  +14     ? Help
      """,
      styles: """
        .TTTT
        ....hhhh.....hhhhh....hhhh
        SSSSSSSSSSSSSSSSSSSSSS111SSSSSSSSSSSSSSSSSSSSSSSS
        .W....................MMM
        ..W.MMM...............MMM
        ....MMM...............MMM
        ....MMM


        ...............MM

        .kkkkk.ssss..kkkkk.ssss..k.ssssss..sss.....k.ssss
        """)
  }

  @Test func `a column in which every car of the complete list matches is not highlighted`() async throws {
    func highlights(_ makes: [String], isComplete: Bool = true) async throws -> [[Int]] {
      let cars = makes.enumerated().map {
        Car(id: Car.ID($0.offset + 1), make: $0.element, model: $0.offset == 0 ? "Kia" : "K5", year: 2020)
      }
      let index = try await CatalogFixture(cars).store.loadIndex()
      let rows = (0..<cars.count).map { index.row(at: index.ordinal(of: Car.ID($0 + 1)) ?? 0) }
      let query = CarQuery.parse("kia")
      let cells = CarCells(formatting: CarFormatting())
      cells.highlightMatches(
        in: isComplete
          ? CarListing(.matches(try #require(index.search(query))), in: index, stamp: 1)
          : CarListing(page: rows, total: 9, query: query, stamp: 1))
      return [CarField.make, .model].map { field in rows.map { cells.cell(field, $0).highlights.count } }
    }

    #expect(try await highlights(["Kia", "Kia", "Kia"]) == [[0, 0, 0], [1, 0, 0]])
    #expect(try await highlights(["Kia", "Kia", "Kia"], isComplete: false) == [[1, 1, 1], [1, 0, 0]])
  }

  @Test(arguments: [Theme.dark, .light, .neutral, .mono])
  func `a match has no background of its own, so that the selection stands out`(theme: Theme) {
    #expect(theme[.match].background == theme[.text].background)
    #expect(theme[.selection].background != theme[.text].background || theme == .mono)
  }

  @Test func `a long message leaves some rows of the list in a small window`() {
    stub.state.query = .parse("kia color:red")
    let screen = CarListScreen(reactor, width: 50, height: 12)
    screen.shows(
      """
       Cars      1/8 · filter: kia · ignored: color:red
          Make     Model    Year  Fuel      Economy
      ▸   BMW      520d     2023  Diesel     49 ██▎    █
          Hyundai  Avante   2022  Gasoline   36 █▋     │
        ★ Kia      EV6      2022  Electric  117 █████▍ │
      /kia color:red
       There is no field "color". The fields are make,
       model, class, fuel, fueltype, drive, trans,
       engine, gearing, motor, like, year, cyl, displ,
       mpg, mpge, co2, cost, price, range, charge,
       totalrange, luggage, passenger, ghg, score,…
       Enter Open  Space Mark  Esc Clear  +15    ? Help
      """)
  }

  @Test func `the problem of an invalid filter is shown completely below the search field`() {
    stub.state.query = .parse("kia color:red")
    let screen = CarListScreen(reactor, height: 12)
    screen.shows(
      """
       Cars                                    1/8 · filter: kia · ignored: color:red
          Make     Model    Year  Class          Fuel      Economy mpg   CO₂  $/year
      ▸   BMW      520d     2023  Executive car  Diesel     49 ██▋       203   1,200 █
          Hyundai  Avante   2022  Compact car    Gasoline   36 █▉        246   1,350 │
        ★ Kia      EV6      2022  Small SUV      Electric  117 ██████▎     0     600 │
      /kia color:red
       There is no field "color". The fields are make, model, class, fuel, fueltype,
       drive, trans, engine, gearing, motor, like, year, cyl, displ, mpg, mpge, co2,
       cost, price, range, charge, totalrange, luggage, passenger, ghg, score,
       savings, mpg2, range2, cost2, turbo, supercharger, startstop, guzzler, fav,
       note, withdrawn, files, marked, new, changed.
       Enter Open  Space Mark  Esc Clear  / Search  f Favorite  s Sort  +12    ? Help
      """)
  }
}

private let wideScreen = """
   Cars                                                                                                               1/8
      Make     Model    Year  Class          Fuel      Economy mpg  CO₂ g/mi  $/year
  ▸   BMW      520d     2023  Executive car  Diesel     49 ██▋           203   1,200
      Hyundai  Avante   2022  Compact car    Gasoline   36 █▉            246   1,350
    ★ Kia      EV6      2022  Small SUV      Electric  117 ██████▎         0     600
      Kia      K5       2021  Midsize car    Gasoline   32 █▊            277   1,500
      Kia      K5       2018  Midsize car    Gasoline   27 █▍            329   1,800
      Tesla    Model 3  2018  Midsize car    Electric  132 ███████         0     500
      Toyota   Prius    2017  Midsize car    Hybrid     56 ███           160     850
      현대     그랜저   2016  Large car      Gasoline    –                 –       –





























   Enter Open  Space Mark  / Search  f Favorite  s Sort  r Refresh  c Compare  u Upload  # Facets  v Preview  +7   ? Help
  """
