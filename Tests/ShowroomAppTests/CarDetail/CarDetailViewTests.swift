import Catalogue
import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@testable import ShowroomApp

@MainActor @Suite("The detail screen")
struct CarDetailViewTests {
  private let showcase: Showcase

  init() async throws {
    showcase = try await Showcase(loadIndex: false)
  }

  private static let car = Car(
    id: 42, make: "Kia", model: "K5", year: 2021, vehicleClass: "Midsize Cars", fuel: .petrol,
    fuelName: "Regular Gasoline", cylinders: 4, displacement: 1.6, drive: "Front-Wheel Drive",
    transmission: "Automatic (S8)", cityMPG: 27.2, highwayMPG: 37.4, combinedMPG: 31.1, co2: 286, annualFuelCost: 1450)

  private static func group(
    _ name: String, _ count: Int, _ values: (Double, Double, Double), better: Int
  ) -> Standing.Group {
    Standing.Group(
      name: name, count: count, minimum: values.0, median: values.1, maximum: values.2, better: better,
      worse: count - 1 - better)
  }

  private static let pictures = CarPage.Pictures(
    standings: [
      Standing(
        measure: .consumption, value: 31.1,
        groups: [
          group("Midsize Cars", 5012, (9, 25, 141), better: 852), group("All cars", 49_582, (7, 21, 146), better: 7000),
        ]),
      Standing(
        measure: .co2, value: 286,
        groups: [
          group("Midsize Cars", 5012, (0, 355, 987), better: 2505),
          group("All cars", 49_582, (0, 423, 1270), better: 0),
        ]),
      Standing(
        measure: .cost, value: 1450,
        groups: [
          group("Midsize Cars", 5012, (500, 1900, 6650), better: 5011),
          group("All cars", 49_543, (500, 2250, 8550), better: 49_300),
        ]),
    ],
    history: ModelHistory(
      years: [
        ModelHistory.Year(year: 2020, consumption: 29), ModelHistory.Year(year: 2021, consumption: 31),
        ModelHistory.Year(year: 2022, consumption: nil), ModelHistory.Year(year: 2023, consumption: 33),
      ], shownYear: 2021))

  private func state(_ content: CarDetailReactor.State.Content, at position: Int? = 1) -> CarDetailReactor.State {
    var state = CarDetailReactor.State(id: 42, position: position, count: 340)
    state.content = content
    return state
  }

  /// A screen over a stub: what the reactor would make of it is no matter here.
  private func show(
    _ state: CarDetailReactor.State, on stage: Stage, units: UnitSystem = .us
  ) -> (stub: Stub<CarDetailReactor>, reactor: CarDetailReactor) {
    let reactor = CarDetailReactor(id: 42, in: CarSequence([]), catalogue: showcase.live, clock: stage.clock)
    let stub = reactor.stub()
    stub.state = state
    let view = CarDetailView(
      formatting: CarFormatting(units: units, ascii: stage.terminal.capabilities.isASCII))
    view.reactor = reactor
    stage.show(view)
    return (stub, reactor)
  }

  private static let full = CarPage(
    car: car, userData: UserData(isFavourite: true, note: "Ask about the tow bar."), pictures: pictures)

  @Test("shows facts in two columns, the note, and the car's place in words and bars at 80×24")
  func standardSize() {
    let stage = Stage()
    let shown = show(state(.car(Self.full)), on: stage)
    stage.expect(
      """
       Cars › Kia K5 2021 ★                                                     2/340
       Kia K5 2021  ★ followed                                                       █
                                                                                     █
       Class           Midsize Cars            Combined        31 mpg                █
       Fuel            Petrol                  City            27 mpg                █
       Grade           Regular Gasoline        Highway         37 mpg                █
       Displacement    1.6 L                   Electricity     –                     █
       Cylinders       4                       Electric range  –                     █
       Drive           Front-Wheel Drive       CO₂             286 g/mi              █
       Transmission    Automatic (S8)          Fuel a year     $1,450                █
       Model family    K5                      Source number   42                    █
                                                                                     █
       Note                                                                          █
       Ask about the tow bar.                                                        █
                                                                                     █
       Consumption  31 mpg            worst  median  best                            █
         Midsize Cars               9 │────────┼─────●──│ 141      better than 82 %  │
         All cars                   7 │────────┼─────●──│ 146      better than 85 %  │
       CO₂  286 g/mi                                                                 │
         Midsize Cars             987 │────────●────────│ 0        better than 50 %  │
         All cars               1,270 │────────┼────────● 0        the best          │
       Fuel a year  $1,450                                                           │
         Midsize Cars          $6,650 ●────────┼────────│ $500     the worst         │
       n Next  p Previous  f Unfollow  e Note  Esc Back
      """,
      styles: """
        .sssssssTTTTTTTTTTTTT
        .TTTTTTaaaaaWWWWWWWWWWWW.......................................................s
        ...............................................................................s
        .sssss...................................ssssssss..............................s
        .ssss....................................ssss..................................s
        .sssss...................................sssssss...............................s
        .ssssssssssss............................sssssssssss...........................s
        .sssssssss...............................ssssssssssssss........................s
        .sssss...................................sss...................................s
        .ssssssssssss............................sssssssssss...........................s
        .ssssssssssss............................sssssssssssss.........................s
        ...............................................................................s
        .hhhh..........................................................................s
        ...............................................................................s
        ...............................................................................s
        .hhhhhhhhhhh..111111............sssss..ssssss..ssss............................s
        ..............................s.sssssssssssssss2sss.sss......OOOOOOOOOOOOOOOO..s
        ..............................s.sssssssssssssss2sss.sss......OOOOOOOOOOOOOOOO..s
        .hhh..11111111.................................................................s
        ............................sss.sssssssss2sssssssss.s........OOOOOOOOOOOOOOOO..s
        ..........................sssss.ssssssssssssssssss2.s........OOOOOOOO..........s
        .hhhhhhhhhhh..111111...........................................................s
        .........................ssssss.2ssssssssssssssssss.ssss.....ddddddddd.........s
        .k.ssss..k.ssssssss..k.ssssssss..k.ssss..kkk.ssss
        """)
    stage.terminal.press("G")
    stage.expect(
      """
       Cars › Kia K5 2021 ★                                                     2/340
       Model family    K5                      Source number   42                    │
                                                                                     │
       Note                                                                          │
       Ask about the tow bar.                                                        │
                                                                                     │
       Consumption  31 mpg            worst  median  best                            │
         Midsize Cars               9 │────────┼─────●──│ 141      better than 82 %  │
         All cars                   7 │────────┼─────●──│ 146      better than 85 %  █
       CO₂  286 g/mi                                                                 █
         Midsize Cars             987 │────────●────────│ 0        better than 50 %  █
         All cars               1,270 │────────┼────────● 0        the best          █
       Fuel a year  $1,450                                                           █
         Midsize Cars          $6,650 ●────────┼────────│ $500     the worst         █
         All cars              $8,550 ●────────┼────────│ $500     better than <1 %  █
                                                                                     █
       K5 over the years  mean of 2021: 31 mpg                                       █
       33                         ███████                                            █
                                  ███████                                            █
                  ███████         ███████                                            █
                  ███████         ███████                                            █
       28 ███████ ███████         ███████                                            █
          2020    ▲2021   2022    2023                                               █
       n Next  p Previous  f Unfollow  e Note  Esc Back
      """)
    withExtendedLifetime(shown) {}
  }

  @Test("says more about each bar at 120×40, in the units of the settings")
  func wide() {
    let stage = Stage(120, 40)
    let shown = show(state(.car(Self.full)), on: stage, units: .metric)
    stage.expect(
      """
       Cars › Kia K5 2021 ★                                                                                             2/340
       Kia K5 2021  ★ followed

       Class           Midsize Cars                                Combined        7.6 L/100 km
       Fuel            Petrol                                      City            8.6 L/100 km
       Grade           Regular Gasoline                            Highway         6.3 L/100 km
       Displacement    1.6 L                                       Electricity     –
       Cylinders       4                                           Electric range  –
       Drive           Front-Wheel Drive                           CO₂             178 g/km
       Transmission    Automatic (S8)                              Fuel a year     $1,450
       Model family    K5                                          Source number   42

       Note
       Ask about the tow bar.

       Consumption  7.6 L/100 km                    worst   median   best
         Midsize Cars                          26.1 │─────────┼──────●──│ 1.7     better than 82 % of 5,012, median 9.4
         All cars                              33.6 │─────────┼──────●──│ 1.6     better than 85 % of 49,582, median 11.2
       CO₂  178 g/km
         Midsize Cars                           613 │─────────●─────────│ 0       better than 50 % of 5,012, median 221
         All cars                               789 │─────────┼─────────● 0       the best of 49,582, median 263
       Fuel a year  $1,450
         Midsize Cars                        $6,650 ●─────────┼─────────│ $500    the worst of 5,012, median $1,900
         All cars                            $8,550 ●─────────┼─────────│ $500    better than <1 % of 49,543, median $2,250

       K5 over the years  mean of 2021: 7.6 L/100 km
       8.1 ███████
           ███████
           ███████ ▇▇▇▇▇▇▇
           ███████ ███████
       6.9 ███████ ███████         ███████
           2020    ▲2021   2022    2023







       n Next  p Previous  f Unfollow  e Note  Esc Back
      """)
    withExtendedLifetime(shown) {}
  }

  @Test("puts everything into one column at 50×12, and scrolls")
  func narrow() {
    let stage = Stage(50, 12)
    let shown = show(state(.car(Self.full)), on: stage)
    stage.expect(
      """
       Cars › Kia K5 2021 ★                       2/340
       Kia K5 2021  ★ followed                         █
                                                       █
       Class           Midsize Cars                    │
       Fuel            Petrol                          │
       Grade           Regular Gasoline                │
       Displacement    1.6 L                           │
       Cylinders       4                               │
       Drive           Front-Wheel Drive               │
       Transmission    Automatic (S8)                  │
       Model family    K5                              │
       n Next  p Previous  f Unfollow  e Note  Esc Back
      """)
    stage.terminal.press(.pageDown, .pageDown)
    stage.expect(
      """
       Cars › Kia K5 2021 ★                       2/340
                                                       │
       Note                                            │
       Ask about the tow bar.                          │
                                                       │
       Consumption  31 mpg                             █
         Midsize Cars                 better than 82 % █
               9 │─────────────┼────────●────│ 141     │
         All cars                     better than 85 % │
               7 │─────────────┼─────────●───│ 146     │
       CO₂  286 g/mi                                   │
       n Next  p Previous  f Unfollow  e Note  Esc Back
      """)
    stage.terminal.press("G")
    stage.expect(
      """
       Cars › Kia K5 2021 ★                       2/340
         All cars                     better than <1 % │
          $8,550 ●─────────────┼─────────────│ $500    │
                                                       │
       K5 over the years  mean of 2021: 31 mpg         │
       33             ███                              │
                      ███                              │
              ███     ███                              │
              ███     ███                              │
       28 ███ ███     ███                              █
              ▲2021   2023                             █
       n Next  p Previous  f Unfollow  e Note  Esc Back
      """)
    withExtendedLifetime(shown) {}
  }

  @Test("draws nothing but ASCII of its own accord when asked to")
  func ascii() {
    let stage = Stage(80, 40, ascii: true)
    let shown = show(state(.car(Self.full)), on: stage)
    stage.expect(
      """
       Cars > Kia K5 2021 *                                                     2/340
       Kia K5 2021  * followed

       Class           Midsize Cars            Combined        31 mpg
       Fuel            Petrol                  City            27 mpg
       Grade           Regular Gasoline        Highway         37 mpg
       Displacement    1.6 L                   Electricity     -
       Cylinders       4                       Electric range  -
       Drive           Front-Wheel Drive       CO2             286 g/mi
       Transmission    Automatic (S8)          Fuel a year     $1,450
       Model family    K5                      Source number   42

       Note
       Ask about the tow bar.

       Consumption  31 mpg            worst  median  best
         Midsize Cars               9 |--------+-----x--| 141      better than 82 %
         All cars                   7 |--------+-----x--| 146      better than 85 %
       CO2  286 g/mi
         Midsize Cars             987 |--------x--------| 0        better than 50 %
         All cars               1,270 |--------+--------x 0        the best
       Fuel a year  $1,450
         Midsize Cars          $6,650 x--------+--------| $500     the worst
         All cars              $8,550 x--------+--------| $500     better than <1 %

       K5 over the years  mean of 2021: 31 mpg
       33                         #######
                                  #######
                  #######         #######
                  #######         #######
       28 ####### #######         #######
          2020    ^2021   2022    2023







       n Next  p Previous  f Unfollow  e Note  Esc Back
      """)
    #expect(stage.text.allSatisfy { $0.isASCII })
    withExtendedLifetime(shown) {}
  }

  @Test("shows a dash for what nobody knows, Hangul at its width, and no bar for the only one of its class")
  func gaps() {
    var car = Car(id: 7, make: "현대", model: "아반떼", year: 1990, vehicleClass: "준중형", combinedMPG: 30)
    car.isWithdrawn = true
    let pictures = CarPage.Pictures(
      standings: [
        Standing(
          measure: .consumption, value: 30,
          groups: [
            Self.group("준중형", 1, (30, 30, 30), better: 0),
            Standing.Group(name: "All cars", count: 3, minimum: 30, median: 30, maximum: 30, better: 0, worse: 0),
          ])
      ])
    let stage = Stage()
    let shown = show(state(.car(CarPage(car: car, pictures: pictures)), at: nil), on: stage)
    stage.expect(
      """
       Cars › 현대 아반떼 1990
       현대 아반떼 1990

       No longer in its source. It is kept because you follow it or wrote a note on
       it.

       Class           준중형                  Combined        30 mpg
       Fuel            –                       City            –
       Grade           –                       Highway         –
       Displacement    –                       Electricity     –
       Cylinders       –                       Electric range  –
       Drive           –                       CO₂             –
       Transmission    –                       Fuel a year     –
       Model family    아반떼                  Source number   7

       Consumption  30 mpg            worst  median  best
         준중형                                                    the only one
         All cars                  30 │────────●────────│ 30       all the same





       f Follow  e Note  Esc Back
      """)
    withExtendedLifetime(shown) {}
  }

  @Test("wraps a long name in the page and cuts it in the title")
  func longName() {
    let car = Car(
      id: 8, make: "Mercedes-Benz", model: "Maybach S 680 4MATIC Long Wheelbase Night Series Edition Number One",
      year: 2024, baseModel: "Maybach S-Class", transmission: "Automatic (variable gear ratios), 9-speed")
    let stage = Stage(60, 18)
    let shown = show(state(.car(CarPage(car: car, pictures: CarPage.Pictures()))), on: stage)
    stage.expect(
      """
       Mercedes-Benz Maybach S 680 4MATIC Long Wheelbase N… 2/340
       Mercedes-Benz Maybach S 680 4MATIC Long Wheelbase Night   █
       Series Edition Number One 2024                            █
                                                                 █
       Class           –                                         █
       Fuel            –                                         █
       Grade           –                                         █
       Displacement    –                                         █
       Cylinders       –                                         █
       Drive           –                                         █
       Transmission    Automatic (variable gear ratios), 9-speed █
       Model family    Maybach S-Class                           █
       Combined        –                                         █
       City            –                                         █
       Highway         –                                         │
       Electricity     –                                         │
       Electric range  –                                         │
       n Next  p Previous  f Follow  e Note  Esc Back
      """)
    withExtendedLifetime(shown) {}
  }

  @Test("keeps the room of the bars while they are being made, so that nothing jumps when they come")
  func nothingJumps() {
    let stage = Stage(80, 40)
    let (stub, reactor) = show(state(.car(CarPage(car: Self.car))), on: stage)
    let before = stage.text.split(separator: "\n", omittingEmptySubsequences: false)
    stub.state = state(.car(CarPage(car: Self.car, pictures: CarPage.Pictures(standings: Self.pictures.standings))))
    let after = stage.text.split(separator: "\n", omittingEmptySubsequences: false)
    for title in ["Consumption  31 mpg", "CO₂  286 g/mi", "Fuel a year  $1,450"] {
      let row = before.firstIndex { $0.hasPrefix(" \(title)") }
      #expect(row != nil)
      #expect(row == after.firstIndex { $0.hasPrefix(" \(title)") })
    }
    withExtendedLifetime(reactor) {}
  }

  @Test("says that the comparison is still being made once that has lasted")
  func latePictures() {
    let stage = Stage()
    let (stub, reactor) = show(state(.car(CarPage(car: Self.car))), on: stage)
    #expect(!stage.text.contains("Comparing"))
    stub.state.arePicturesLate = true
    #expect(stage.text.contains("Comparing with the other cars"))
    withExtendedLifetime(reactor) {}
  }

  @Test("says which car is gone, and which keys help")
  func gone() {
    let stage = Stage(60, 14)
    let shown = show(state(.gone(name: "Kia K5 2021")), on: stage)
    stage.expect(
      """
       Cars › Kia K5 2021                                   2/340


                          Kia K5 2021 is gone
         The catalogue no longer has it: a refresh, here or in
                     another program, took it away.

                               Esc back
                               n next car




       n Next  p Previous  Esc Back
      """)
    withExtendedLifetime(shown) {}
  }

  @Test("says why the car could not be read, and r tries again")
  func failed() {
    let stage = Stage(60, 14)
    let (stub, reactor) = show(state(.failed(.cancelled)), on: stage)
    stage.expect(
      """
       Cars › Car                                           2/340


                      ✗ The car could not be read
                 Cancelled; the catalogue is as it was.

                              r try again
                              Esc back





       n Next  p Previous  Esc Back
      """)
    let before = stub.actions.count
    stage.terminal.press("r", "R", .f5)
    #expect(stub.actions.dropFirst(before) == [.load, .load, .load])
    withExtendedLifetime(reactor) {}
  }

  @Test("sends what each key asks for, and nothing at the end of the list")
  func keys() {
    let stage = Stage()
    let (stub, reactor) = show(state(.car(Self.full)), on: stage)
    #expect(stub.actions == [.load])
    stage.terminal.press("n", "]", "p", "[", "f", "e")
    #expect(stub.actions.dropFirst() == [.next, .next, .previous, .previous, .toggleFavourite, .editNote])

    stub.state = state(.car(Self.full), at: 339)
    stage.terminal.press("n", "]")
    #expect(stub.actions.count == 7)
    #expect(!stage.text.contains("n Next"))
    withExtendedLifetime(reactor) {}
  }

  @Test("shows the next car from its top, and the same car where it was")
  func scrolling() {
    let stage = Stage(50, 12)
    let (stub, reactor) = show(state(.car(Self.full)), on: stage)
    stage.terminal.press("j", "j", "j")
    let scrolled = stage.text
    var changed = Self.full
    changed.userData.isFavourite = false
    stub.state = state(.car(changed))
    #expect(stage.terminal.rows[1] == scrolled.split(separator: "\n")[1])
    stage.window.render()
    #expect(stage.terminal.rows[1].hasPrefix(" Fuel"))

    var other = Self.full
    other.car.id = 43
    stub.state = state(.car(other))
    #expect(stage.text.contains(" Kia K5 2021  ★ followed"))
    withExtendedLifetime(reactor) {}
  }

  @Test("scrolls with the wheel and the scrollbar")
  func mouse() {
    let stage = Stage(50, 12)
    let shown = show(state(.car(Self.full)), on: stage)
    stage.terminal.feed([.mouse(MouseEvent(.wheelDown, at: Point(x: 5, y: 5)))])
    #expect(stage.terminal.rows[1].hasPrefix(" Fuel"))
    stage.terminal.feed([.mouse(MouseEvent(.press, at: Point(x: 49, y: 10)))])
    #expect(stage.text.contains("▲2021"))
    withExtendedLifetime(shown) {}
  }

  @Test("says what failed in an alert, whose r sends what tries again")
  func alert() {
    let stage = Stage(60, 14)
    let (stub, reactor) = show(state(.car(Self.full)), on: stage)
    stub.state.alert = RetryableFailure(
      title: "Kia K5 2021 could not be followed", error: CatalogueError.cancelled, retry: .setFavourite(true, 42))
    #expect(stage.text.contains("Kia K5 2021 could not be followed"))
    #expect(stage.text.contains("Cancelled; the catalogue is as it was."))
    stage.terminal.press("r")
    #expect(stub.actions.last == .setFavourite(true, 42))
    #expect(!stage.text.contains("could not be followed"))
    withExtendedLifetime(reactor) {}
  }

  @Test("means the same without colours, and in the light theme", arguments: [Theme.mono, .light])
  func themes(theme: Theme) {
    let stage = Stage(theme: theme)
    let reference = Stage()
    let shown = [show(state(.car(Self.full)), on: stage), show(state(.car(Self.full)), on: reference)]
    #expect(stage.text == reference.text)
    #expect(stage.style(of: "better than 82 %") == theme[.good])
    #expect(stage.style(of: "the worst") == theme[.bad])
    #expect(stage.style(of: "★ followed") == theme[.mark])
    if theme == .mono {
      let cells = stage.terminal.cells
      #expect(cells.allSatisfy { $0.style.foreground == .default && $0.style.background == .default })
    }
    withExtendedLifetime(shown) {}
  }
}
