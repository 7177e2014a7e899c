import ReactorCore
import ReactorTerminal
import ReactorTesting
import ShowroomCatalog
import Testing

@testable import ShowroomApp
@testable import ShowroomFormatting

@MainActor @Suite(.timeLimit(.minutes(20)))
struct CompareViewTests {
  private let showcase: Showcase

  init() async throws {
    showcase = try await Showcase(loadIndex: false)
  }

  /// Shows a screen over a stubbed reactor, with cars of the catalog.
  private func show(_ ids: [Car.ID], on stage: Stage) throws -> (stub: Stub<CompareReactor>, reactor: CompareReactor) {
    let reactor = CompareReactor(ids: ids, catalog: showcase.live)
    let stub = reactor.stub()
    for place in ids.indices { stub.state.columns[place].lastKnown = try showcase.car(ids[place]) }
    let view = CompareView(
      formatting: CarFormatting(
        ascii: stage.terminal.capabilities.isASCII, costs: CostAssumptions(sourcePrices: [.regular: 3.02])))
    view.reactor = reactor
    stage.show(view)
    return (stub, reactor)
  }

  @Test(arguments: [(80, 24), (120, 40), (200, 60), (50, 12)])
  func `messages cover no name of a compared car`(width: Int, height: Int) throws {
    let stage = Stage(width, height)
    let (stub, reactor) = try show([1, 4, 6, 7], on: stage)
    stub.state.columns[0].isFavorite = true
    let before = stage.text.components(separatedBy: "\n")
    let rule = try #require(before.firstIndex { $0.contains("────") })

    for text in ["Saved", "Uploaded 3 files", "Copied 4 cars"] { stage.window.toast(text, kind: .success) }

    #expect(stage.text.contains("Copied 4 cars"))
    #expect(stage.text.components(separatedBy: "\n")[...rule] == before[...rule])
    withExtendedLifetime(reactor) {}
  }

  @Test func `80 by 24 shows four cars, with ≠ for differences and ✓ for the best values`() throws {
    let stage = Stage()
    let (stub, reactor) = try show([1, 4, 6, 7], on: stage)
    stub.state.columns[0].isFavorite = true
    stage.expect(
      """
       Cars › Compare                                          4 cars, 14 differences
                          ▸ Kia K5        Honda         Hyundai       현대 아반떼
                                          Accord        Ioniq 6 Lo…
       ≠ Year               2021 ★        2021          2024          2023
       ─────────────────────────────────────────────────────────────────────────────
         Class              Midsize       Midsize       Midsize       Midsize        █
                            Cars          Cars          Cars          Cars           █
       ≠ Fuel               Gasoline      Gasoline      Electric      Gasoline       █
       ≠ Fuel type          Regular       Regular       Electric      Regular        █
                            petrol        petrol                      petrol         █
       ≠ Displacement       1.6 L         –             –             –              █
       ≠ Cylinders          4             –             –             –              █
       ≠ Drive              Front-Wheel   –             –             –              █
                            Drive                                                    █
       ≠ Transmission       Automatic     –             –             –              █
                            (S8)                                                     █
       ≠ Model family       K5            Accord        Ioniq 6       아반떼         █
                                                        Long Range                   │
                                                        All-Wheel                    │
                                                        Drive                        │
                                                        Limited                      │
                                                        Edition                      │
       ≠ Combined           29 mpg        26 mpg      ✓ 139 MPGe      36 mpg         │
       Enter Open  x Remove  d Differences only  → Next car  Esc Back
      """,
      styles: """
        .sssssssTTTTTTT
        ....................a.SSSSSS........hhhhh.........hhhhhhh.......hhhhhhhhhhh
        ....................................hhhhhh........hhhhhhhhhhh
        .k.ssss...............aaaa.W........aaaa..........aaaa..........aaaa
        .sssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssss
        ...sssss.......................................................................s
        ...............................................................................s
        .k.ssss........................................................................s
        .k.sssssssss...................................................................s
        ...............................................................................s
        .k.ssssssssssss................................................................s
        .k.sssssssss...................................................................s
        .k.sssss.......................................................................s
        ...............................................................................s
        .k.ssssssssssss................................................................s
        ...............................................................................s
        .k.ssssssssssss................................................................s
        ...............................................................................s
        ...............................................................................s
        ...............................................................................s
        ...............................................................................s
        ...............................................................................s
        .k.ssssssss.....................................O.OOOOOOOO.....................s
        .kkkkk.ssss..k.ssssss..k.ssssssssssssssss..k.ssssssss..kkk.ssss
        """)
    stage.terminal.press("G")
    stage.expect(
      """
       Cars › Compare                                          4 cars, 14 differences
                          ▸ Kia K5        Honda         Hyundai       현대 아반떼
                                          Accord        Ioniq 6 Lo…
       ≠ Year               2021 ★        2021          2024          2023
       ─────────────────────────────────────────────────────────────────────────────
                            Drive                                                    │
       ≠ Transmission       Automatic     –             –             –              │
                            (S8)                                                     │
       ≠ Model family       K5            Accord        Ioniq 6       아반떼         │
                                                        Long Range                   │
                                                        All-Wheel                    │
                                                        Drive                        █
                                                        Limited                      █
                                                        Edition                      █
       ≠ Combined           29 mpg        26 mpg      ✓ 139 MPGe      36 mpg         █
       ≠ City               26 mpg        24 mpg        –           ✓ 31 mpg         █
       ≠ Electricity        –             –             24.3          –              █
                                                        kWh/100 mi                   █
       ≠ Electric range     –             –             316 mi        –              █
       ≠ CO₂                306 g/mi      338 g/mi    ✓ 0 g/mi        241 g/mi       █
       ≠ Annual fuel cost   $1,450        $1,600      ✓ $550          $1,200         █
         Costs assume       EPA, 15,000   EPA, 15,000   EPA, 15,000   EPA, 15,000    █
                            mi/year       mi/year       mi/year       mi/year        █
       Enter Open  x Remove  d Differences only  → Next car  Esc Back
      """)
    withExtendedLifetime(reactor) {}
  }

  @Test func `120 by 40 shows only the differences, completely`() throws {
    let stage = Stage(120, 40)
    let (stub, reactor) = try show([1, 2], on: stage)
    stub.state.onlyDifferences = true
    stub.state.selected = 1
    stage.expect(
      """
       Cars › Compare                                                                                   2 cars, 9 differences
                            Kia K5                        ▸ Kia K5
       ≠ Year               2021                            2022
       ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
       ≠ Displacement       1.6 L                           –
       ≠ Cylinders          4                               –
       ≠ Drive              Front-Wheel Drive               –
       ≠ Transmission       Automatic (S8)                  –
       ≠ Combined           29 mpg       ███████████████▎ ✓ 31 mpg       ████████████████
       ≠ City               26 mpg       ███████████████▎ ✓ 27 mpg       ████████████████
       ≠ CO₂                306 g/mi     ████████████████ ✓ 290 g/mi     ███████████████▏
       ≠ Annual fuel cost   $1,450       ████████████████ ✓ $1,400       ███████████████▌



























       Enter Open  x Remove  d All facts  ← Previous car  → Next car  Esc Back
      """)
    withExtendedLifetime(reactor) {}
  }

  @Test func `on a wide screen no text wraps while there is room`() async throws {
    let showcase = try await Showcase(
      [
        Showcase.entry(1, "Kia", "Niro", 2021, class: "Small Sport Utility Vehicle 4WD"),
        Showcase.entry(2, "Hyundai", "Ioniq 6 Long Range All-Wheel Drive Limited Edition", 2024),
      ], loadIndex: false)
    let stage = Stage(200, 60)
    let reactor = CompareReactor(ids: [1, 2], catalog: showcase.live)
    let view = CompareView()
    view.reactor = reactor
    stage.show(view)
    #expect(stage.text.contains("Small Sport Utility Vehicle 4WD"))
    #expect(stage.terminal.rows[1].contains("▸ Kia Niro"))
    #expect(stage.terminal.rows[1].contains("Hyundai Ioniq 6 Long Range All-Wheel Drive Limited Edition"))
    #expect(stage.terminal.rows[2].contains("2021"), "the year follows the name")
  }

  @Test(arguments: [(80, 24), (120, 40), (50, 12), (15, 4), (0, 0)])
  func `names that differ only at the end differ on the screen, at any size`(width: Int, height: Int) async throws {
    let name = "Ioniq 6 Long Range All-Wheel Drive Limited Edition"
    let showcase = try await Showcase(
      [
        Showcase.entry(1, "Hyundai", "\(name) (18 inch Wheels)", 2024),
        Showcase.entry(2, "Hyundai", "\(name) (20 inch Wheels)", 2024),
        Showcase.entry(3, "Hyundai", name, 2024), Showcase.entry(4, "Kia", "Niro", 2021),
      ], loadIndex: false)
    let stage = Stage()
    let reactor = CompareReactor(ids: [1, 2, 3, 4], catalog: showcase.live)
    let view = CompareView()
    view.reactor = reactor
    stage.show(view)
    stage.terminal.resize(to: Size(width: width, height: height))
    let text = stage.text

    guard width >= 50 else { return }
    #expect(text.contains("… (18") && text.contains("… (20"), "\(text)")
    #expect(width == 50 || text.contains("Ioniq 6"), "a name that others continue is cut at its end: \(text)")
  }

  @Test func `models whose variants have the same name differ on the screen`() async throws {
    let names = ["Palisade Hybrid FWD", "Palisade Hybrid FWD Blue", "Tucson Hybrid", "Tucson Hybrid Blue"]
    let showcase = try await Showcase(
      names.enumerated().map { place, name in Showcase.entry(place + 1, "Hyundai", name, 2026) }, loadIndex: false)
    let stage = Stage()
    let reactor = CompareReactor(ids: [1, 2, 3, 4], catalog: showcase.live)
    let view = CompareView()
    view.reactor = reactor
    stage.show(view)

    #expect(stage.text.contains("… Palisade"), "\(stage.text)")
    #expect(stage.text.contains("… Tucson"), "\(stage.text)")
  }

  @Test func `all numbers of a row have a bar, also if one of them is longer than the others`() async throws {
    let volumes = ["2718", "null", "2973", "2832"]
    let showcase = try await Showcase(
      volumes.enumerated().map { place, liters in
        Showcase.entry(place + 1, "Kia", "Niro", 2021, more: #""passengerVolume": \#(liters)"#)
      }, loadIndex: false)
    let stage = Stage(120, 40)
    let reactor = CompareReactor(ids: [1, 2, 3, 4], catalog: showcase.live)
    let view = CompareView()
    view.reactor = reactor
    stage.show(view)

    let row = try #require(stage.text.split(separator: "\n").first { $0.contains("Passenger space") })
    #expect(row.contains("96 cu ft  █") && row.contains("105 cu ft █") && row.contains("100 cu ft █"), "\(row)")
  }

  @Test func `50 by 12 shows two cars at a time and their range`() throws {
    let stage = Stage(50, 12)
    let (stub, reactor) = try show([1, 4, 6, 7], on: stage)
    stub.state.selected = 2
    stage.expect(
      """
       Cars › Compare            4 cars, 14 differences
         ◀ 2-3 of 4 ▶   Honda Accord  ▸ Hyundai Ioniq
                                        6 Long Range…
       ≠ Year           2021            2024
       ───────────────────────────────────────────────
         Class          Midsize Cars    Midsize Cars   █
       ≠ Fuel           Gasoline        Electric       │
       ≠ Fuel type      Regular         Electric       │
                        petrol                         │
       ≠ Displacement   –               –              │
       ≠ Cylinders      –               –              │
       Enter Open  x Remove  d Differences only  +3
      """)
    withExtendedLifetime(reactor) {}
  }

  @Test func `the signs have ASCII forms`() throws {
    let stage = Stage(80, 30, ascii: true)
    let (stub, reactor) = try show([1, 4, 5], on: stage)
    stub.state.columns[1].isFavorite = true
    stage.expect(
      """
       Cars > Compare                                          3 cars, 13 differences
                          > Kia K5             Honda Accord       Tatra 77
       ! Year               2021               2021 *             1934
       -----------------------------------------------------------------------------
       ! Class              Midsize Cars       Midsize Cars       Streamlined
       ! Fuel               Gasoline           Gasoline           -
       ! Fuel type          Regular petrol     Regular petrol     -
       ! Displacement       1.6 L              -                  -
       ! Cylinders          4                  -                  -
       ! Drive              Front-Wheel        -                  -
                            Drive
       ! Transmission       Automatic (S8)     -                  -
       ! Model family       K5                 Accord             77
       ! Combined         + 29 mpg   #######   26 mpg   ######.   -
       ! City             + 26 mpg   #######   24 mpg   ######.   -
       ! CO2              + 306 g/mi ######.   338 g/mi #######   -
       ! Annual fuel cost + $1,450   ######.   $1,600   #######   -
         Costs assume       EPA, 15,000        EPA, 15,000        -
                            mi/year            mi/year










       Enter Open  x Remove  d Differences only  Right Next car  Esc Back
      """)
    #expect(stage.text.allSatisfy { $0.isASCII })
    withExtendedLifetime(reactor) {}
  }

  @Test func `a removed car is marked and keeps its name`() throws {
    let stage = Stage(60, 14)
    let (stub, reactor) = try show([1, 4], on: stage)
    stub.state.columns[0].isGone = true
    stage.expect(
      """
       Cars › Compare                       2 cars, 0 differences
                      ▸ Kia K5               Honda Accord
         Year           2021 gone            2021
       ─────────────────────────────────────────────────────────
         Class                               Midsize Cars        █
         Fuel                                Gasoline            █
         Fuel type                           Regular petrol      █
         Model family                        Accord              █
         Combined                            26 mpg   █████████  █
         City                                24 mpg   █████████  █
         CO₂                                 338 g/mi █████████  █
         Annual fuel…                        $1,600   █████████  █
         Costs assume                        EPA, 15,000         │
       Enter Open  x Remove  d Differences only  → Next car  +1
      """)
    withExtendedLifetime(reactor) {}
  }

  @Test func `a comparison without differences shows a message and the key that shows all facts`() throws {
    let stage = Stage(60, 14)
    let (stub, reactor) = try show([1, 1], on: stage)
    stub.state.onlyDifferences = true
    stage.expect(
      """
       Cars › Compare                       2 cars, 0 differences
                      ▸ Kia K5               Kia K5
         Year           2021                 2021
       ─────────────────────────────────────────────────────────


                             No differences
              All known facts of these cars are the same.

                              d All facts



       Enter Open  x Remove  d All facts  → Next car  Esc Back
      """)
    withExtendedLifetime(reactor) {}
  }

  @Test func `a single car has no differences to count`() throws {
    let stage = Stage(60, 14)
    let (stub, reactor) = try show([1, 4], on: stage)
    #expect(stage.text.contains(" 2 cars, 9 differences\n"), "\(stage.text)")

    stub.state.columns.removeLast()
    #expect(stage.text.contains("  1 car\n"), "\(stage.text)")
    stub.state.onlyDifferences = true
    #expect(stage.text.contains("There is no other car to compare this one with."))
    withExtendedLifetime(reactor) {}
  }

  @Test func `a failure to load the cars shows the cause`() throws {
    let stage = Stage(60, 14)
    let (stub, reactor) = try show([1], on: stage)
    stub.state.failure = .canceled
    #expect(stage.text.contains("Could not load the cars"))
    #expect(stage.text.contains("r Retry"))
    withExtendedLifetime(reactor) {}
  }

  @Test func `← and → move between the cars, and ← goes back from the first one`() throws {
    let stage = Stage()
    let (stub, reactor) = try show([1, 4], on: stage)
    stage.terminal.press(.right, "x", "d", .enter)
    #expect(stub.actions == [.load, .select(1), .remove, .toggleDifferences, .open])
    stub.state.selected = 1
    stage.terminal.press(.right, "h")
    #expect(stub.actions.dropFirst(5) == [.select(0)])
    stub.state.selected = 0
    stage.terminal.press(.left)
    #expect(stage.navigation.screens.count == 1)
    withExtendedLifetime(reactor) {}
  }

  @Test func `a click selects a car, and a second click opens it`() throws {
    let stage = Stage()
    let (stub, reactor) = try show([1, 4], on: stage)
    stage.terminal.feed([.mouse(MouseEvent(.press, at: Point(x: 60, y: 2)))])
    stage.terminal.feed([.mouse(MouseEvent(.press, at: Point(x: 60, y: 8), clickCount: 2))])
    #expect(stub.actions == [.load, .select(1), .select(1), .open])
    withExtendedLifetime(reactor) {}
  }

  @Test(arguments: [Theme.mono, .light])
  func `the screen has the same text without colors and in the light theme`(theme: Theme) throws {
    let stage = Stage(theme: theme)
    let reference = Stage()
    let shown = [try show([1, 4], on: stage), try show([1, 4], on: reference)]
    #expect(stage.text == reference.text)
    #expect(stage.style(of: "≠") == theme[.different])
    #expect(stage.style(of: "✓") == theme[.good])
    #expect(stage.style(of: "Kia K5") == theme[.selection])
    withExtendedLifetime(shown) {}
  }
}
