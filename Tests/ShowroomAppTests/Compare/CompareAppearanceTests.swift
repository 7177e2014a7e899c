import ReactorCore
import ReactorTerminal
import Testing

@testable import ShowroomApp

@MainActor
@Suite(.timeLimit(.minutes(20)))
final class CompareAppearanceTests: CompareScreens {
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

  @Test func `in a narrow window, long titles wrap instead of being cut`() throws {
    let stage = Stage(50, 24)
    let (stub, reactor) = try show([1, 4], on: stage)
    stage.terminal.press("G")

    #expect(stage.text.contains("Annual fuel ") && stage.text.contains("\n   cost"), "\(stage.text)")
    #expect(!stage.text.contains("fuel…"))
    withExtendedLifetime((stub, reactor)) {}
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
         Annual fuel                         $1,600   █████████  │
         cost                                                    │
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
