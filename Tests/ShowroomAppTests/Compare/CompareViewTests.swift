import Catalogue
import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@testable import ShowroomApp

@MainActor @Suite("The comparison screen", .timeLimit(.minutes(5)))
struct CompareViewTests {
  private let showcase: Showcase

  init() async throws {
    showcase = try await Showcase(loadIndex: false)
  }

  /// A screen over a stub, with cars of the catalogue.
  private func show(_ ids: [Car.ID], on stage: Stage) throws -> (stub: Stub<CompareReactor>, reactor: CompareReactor) {
    let reactor = CompareReactor(ids: ids, catalogue: showcase.live)
    let stub = reactor.stub()
    for place in ids.indices { stub.state.columns[place].lastKnown = try showcase.car(ids[place]) }
    let view = CompareView(formatting: CarFormatting(ascii: stage.terminal.capabilities.isASCII))
    view.reactor = reactor
    stage.show(view)
    return (stub, reactor)
  }

  @Test("shows four cars at 80×24: ≠ where they differ, ✓ before the better value")
  func standardSize() throws {
    let stage = Stage()
    let (stub, reactor) = try show([1, 4, 6, 7], on: stage)
    stub.state.columns[0].isFavourite = true
    stage.expect(
      """
       Cars › Compare                                          4 cars, 13 differences
                        ▸ Kia K5         Honda Accord   Hyundai        현대 아반떼
                                                        Ioniq 6 Lon…
                          2021 ★         2021           2024           2023
       ─────────────────────────────────────────────────────────────────────────────
         Class            Midsize Cars   Midsize Cars   Midsize Cars   Midsize Cars  █
       ≠ Fuel             Petrol         Petrol         Electric       Petrol        █
       ≠ Grade            Regular        Regular        Electric       Regular       █
                          petrol         petrol                        petrol        █
       ≠ Displacement     1.6 L          –              –              –             █
       ≠ Cylinders        4              –              –              –             █
       ≠ Drive            Front-Wheel    –              –              –             █
                          Drive                                                      █
       ≠ Transmission     Automatic      –              –              –             █
                          (S8)                                                       █
       ≠ Model family     K5             Accord         Ioniq 6 Long   아반떼        █
                                                        Range                        █
                                                        All-Wheel                    █
                                                        Drive                        │
                                                        Limited                      │
                                                        Edition                      │
       ≠ Combined         29 mpg         26 mpg       ✓ 139 MPGe       36 mpg        │
       ≠ City             26 mpg         24 mpg         –            ✓ 31 mpg        │
       Enter Open  x Remove  d Differences only  → Car to the right  Esc Back
      """,
      styles: """
        .sssssssTTTTTTT
        ..................a.SSSSSS.........hhhhhhhhhhhh...hhhhhhh........hhhhhhhhhhh
        ..................................................hhhhhhhhhhhh
        ....................aaaa.W.........aaaa...........aaaa...........aaaa
        .sssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssssss
        ...sssss.......................................................................s
        .k.ssss........................................................................s
        .k.sssss.......................................................................s
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
        .k.ssss........................................................O.OOOOOO........s
        .kkkkk.ssss..k.ssssss..k.ssssssssssssssss..k.ssssssssssssssss..kkk.ssss
        """)
    stage.terminal.press("G")
    stage.expect(
      """
       Cars › Compare                                          4 cars, 13 differences
                        ▸ Kia K5         Honda Accord   Hyundai        현대 아반떼
                                                        Ioniq 6 Lon…
                          2021 ★         2021           2024           2023
       ─────────────────────────────────────────────────────────────────────────────
       ≠ Drive            Front-Wheel    –              –              –             │
                          Drive                                                      │
       ≠ Transmission     Automatic      –              –              –             │
                          (S8)                                                       │
       ≠ Model family     K5             Accord         Ioniq 6 Long   아반떼        │
                                                        Range                        █
                                                        All-Wheel                    █
                                                        Drive                        █
                                                        Limited                      █
                                                        Edition                      █
       ≠ Combined         29 mpg         26 mpg       ✓ 139 MPGe       36 mpg        █
       ≠ City             26 mpg         24 mpg         –            ✓ 31 mpg        █
         Highway          –              –              –              –             █
       ≠ Electricity      –              –              24.3 kWh/100   –             █
                                                        mi                           █
       ≠ Electric range   –              –              316 mi         –             █
       ≠ CO₂              306 g/mi       338 g/mi     ✓ 0 g/mi         241 g/mi      █
       ≠ Fuel a year      $1,450         $1,600       ✓ $550           $1,200        █
       Enter Open  x Remove  d Differences only  → Car to the right  Esc Back
      """)
    withExtendedLifetime(reactor) {}
  }

  @Test("shows only what differs, and all of it at 120×40")
  func wide() throws {
    let stage = Stage(120, 40)
    let (stub, reactor) = try show([1, 2], on: stage)
    stub.state.onlyDifferences = true
    stub.state.selected = 1
    stage.expect(
      """
       Cars › Compare                                                                                   2 cars, 8 differences
                          Kia K5                        ▸ Kia K5

                          2021                            2022
       ─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
       ≠ Displacement     1.6 L                           –
       ≠ Cylinders        4                               –
       ≠ Drive            Front-Wheel Drive               –
       ≠ Transmission     Automatic (S8)                  –
       ≠ Combined         29 mpg                        ✓ 31 mpg
       ≠ City             26 mpg                        ✓ 27 mpg
       ≠ CO₂              306 g/mi                      ✓ 290 g/mi
       ≠ Fuel a year      $1,450                        ✓ $1,400


























       Enter Open  x Remove  d Everything  ← Car to the left  Esc Back
      """)
    withExtendedLifetime(reactor) {}
  }

  @Test("shows two cars at a time at 50×12, and says where one is")
  func narrow() throws {
    let stage = Stage(50, 12)
    let (stub, reactor) = try show([1, 4, 6, 7], on: stage)
    stub.state.selected = 2
    stage.expect(
      """
       Cars › Compare            4 cars, 13 differences
         ◀ 2-3 of 4 ▶   Honda Accord  ▸ Hyundai Ioniq
                                        6 Long Range…
                        2021            2024
       ───────────────────────────────────────────────
         Class          Midsize Cars    Midsize Cars   █
       ≠ Fuel           Petrol          Electric       │
       ≠ Grade          Regular         Electric       │
                        petrol                         │
       ≠ Displacement   –               –              │
       ≠ Cylinders      –               –              │
       Enter Open  x Remove  d Differences only  …
      """)
    withExtendedLifetime(reactor) {}
  }

  @Test("has signs in ASCII too")
  func ascii() throws {
    let stage = Stage(80, 30, ascii: true)
    let (stub, reactor) = try show([1, 4, 5], on: stage)
    stub.state.columns[1].isFavourite = true
    stage.expect(
      """
       Cars > Compare                                          3 cars, 12 differences
                        > Kia K5              Honda Accord        Tatra 77

                          2021                2021 *              1934
       -----------------------------------------------------------------------------
       ! Class            Midsize Cars        Midsize Cars        Streamlined
       ! Fuel             Petrol              Petrol              -
       ! Grade            Regular petrol      Regular petrol      -
       ! Displacement     1.6 L               -                   -
       ! Cylinders        4                   -                   -
       ! Drive            Front-Wheel Drive   -                   -
       ! Transmission     Automatic (S8)      -                   -
       ! Model family     K5                  Accord              77
       ! Combined       + 29 mpg              26 mpg              -
       ! City           + 26 mpg              24 mpg              -
         Highway          -                   -                   -
         Electricity      -                   -                   -
         Electric range   -                   -                   -
       ! CO2            + 306 g/mi            338 g/mi            -
       ! Fuel a year    + $1,450              $1,600              -









       Enter Open  x Remove  d Differences only  Right Car to the right  Esc Back
      """)
    #expect(stage.text.allSatisfy { $0.isASCII })
    withExtendedLifetime(reactor) {}
  }

  @Test("says of a car that it is gone, and keeps its name")
  func gone() throws {
    let stage = Stage(60, 14)
    let (stub, reactor) = try show([1, 4], on: stage)
    stub.state.columns[0].isGone = true
    stage.expect(
      """
       Cars › Compare                       2 cars, 0 differences
                      ▸ Kia K5               Honda Accord

                        2021 gone            2021
       ─────────────────────────────────────────────────────────
         Class                               Midsize Cars        █
         Fuel                                Petrol              █
         Grade                               Regular petrol      █
         Displacement                        –                   █
         Cylinders                           –                   │
         Drive                               –                   │
         Transmission                        –                   │
         Model family                        Accord              │
       x Remove  d Differences only  → Car to the right  Esc Back
      """)
    withExtendedLifetime(reactor) {}
  }

  @Test("says so when nothing differs, and which key shows everything")
  func noDifferences() throws {
    let stage = Stage(60, 14)
    let (stub, reactor) = try show([1], on: stage)
    stub.state.onlyDifferences = true
    stage.expect(
      """
       Cars › Compare                       1 cars, 0 differences
                      ▸ Kia K5

                        2021
       ─────────────────────────────────────────────────────────

                             No differences
             Nothing that is known tells these cars apart.

                           d show everything



       Enter Open  x Remove  d Everything  Esc Back
      """)
    withExtendedLifetime(reactor) {}
  }

  @Test("says why the cars could not be read")
  func failure() throws {
    let stage = Stage(60, 14)
    let (stub, reactor) = try show([1], on: stage)
    stub.state.failure = .cancelled
    #expect(stage.text.contains("The cars could not be read"))
    #expect(stage.text.contains("r try again"))
    withExtendedLifetime(reactor) {}
  }

  @Test("goes from car to car with ← and →, and back from the first one")
  func keys() throws {
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

  @Test("selects a clicked car and opens it at the second click")
  func mouse() throws {
    let stage = Stage()
    let (stub, reactor) = try show([1, 4], on: stage)
    stage.terminal.feed([.mouse(MouseEvent(.press, at: Point(x: 60, y: 2)))])
    stage.terminal.feed([.mouse(MouseEvent(.press, at: Point(x: 60, y: 8), clickCount: 2))])
    #expect(stub.actions == [.load, .select(1), .select(1), .open])
    withExtendedLifetime(reactor) {}
  }

  @Test("means the same without colours, and in the light theme", arguments: [Theme.mono, .light])
  func themes(theme: Theme) throws {
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
