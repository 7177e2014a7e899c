import Catalog
import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@testable import FilePicker
@testable import ShowroomApp
@testable import ShowroomCommands
@testable import ShowroomSettings

@MainActor
final class CarDetailAppearanceTests: CarDetailScreens {
  @Test func `80 by 24 shows the facts in two columns, the note, the variants, and histograms`() {
    let stage = Stage()
    let shown = show(state(.car(Self.full)), on: stage)
    stage.expect(
      """
       Cars › Kia K5 2021 ★                                                     2/340
       Kia K5 2021  ★ favorite                                                       █
                                                                                     █
       Class             Midsize Cars          Combined          31 mpg              █
       Fuel              Gasoline              City              27 mpg              █
       Fuel type         Regular Gasoline      Highway           37 mpg              █
       Displacement      1.6 L                 Electricity       –                   █
       Cylinders         4                     Electric range    –                   █
       Drive             Front-Wheel Drive     CO₂               286 g/mi            █
       Transmission      Automatic (S8)        Annual fuel cost  $1,450              █
       Model family      K5                    ID                42                  █
                                                                                     █
       Note                                                                          █
       Ask about the tow bar.                                                        █
                                                                                     █
       Fuel economy  31 mpg           worst  median  best                            █
         Midsize Cars               9 │────────┼─────●──│ 141      better than 82%   │
         All cars                   7 │────────┼─────●──│ 146      better than 85%   │
       CO₂  286 g/mi                                                                 │
         Midsize Cars             987 │────────●────────│ 0        better than 50%   │
         All cars               1,270 │────────┼────────● 0        the best          │
       Annual fuel cost  $1,450                                                      │
         Midsize Cars          $6,650 ●────────┼────────│ $500     the worst         │
       n Next  p Previous  f Unfavorite  e Note  u Upload  Esc Back
      """,
      styles: """
        .sssssssTTTTTTTTTTTTT
        .TTTTTTaaaaaWWWWWWWWWWWW.......................................................s
        ...............................................................................s
        .sssss...................................ssssssss..............................s
        .ssss....................................ssss..................................s
        .sssssssss...............................sssssss...............................s
        .ssssssssssss............................sssssssssss...........................s
        .sssssssss...............................ssssssssssssss........................s
        .sssss...................................sss...................................s
        .ssssssssssss............................ssssssssssssssss......................s
        .ssssssssssss............................ss....................................s
        ...............................................................................s
        .hhhh..........................................................................s
        ...............................................................................s
        ...............................................................................s
        .hhhhhhhhhhhh..111111...........sssss..ssssss..ssss............................s
        ..............................s.sssssssssssssss2sss.sss......OOOOOOOOOOOOOOO...s
        ..............................s.sssssssssssssss2sss.sss......OOOOOOOOOOOOOOO...s
        .hhh..11111111.................................................................s
        ............................sss.sssssssss2sssssssss.s........OOOOOOOOOOOOOOO...s
        ..........................sssss.ssssssssssssssssss2.s........OOOOOOOO..........s
        .hhhhhhhhhhhhhhhh..111111......................................................s
        .........................ssssss.2ssssssssssssssssss.ssss.....ddddddddd.........s
        .k.ssss..k.ssssssss..k.ssssssssss..k.ssss..k.ssssss..kkk.ssss
        """)
    stage.terminal.press("G")
    stage.expect(
      """
       Cars › Kia K5 2021 ★                                                     2/340
       Model family      K5                    ID                42                  │
                                                                                     │
       Note                                                                          │
       Ask about the tow bar.                                                        │
                                                                                     │
       Fuel economy  31 mpg           worst  median  best                            │
         Midsize Cars               9 │────────┼─────●──│ 141      better than 82%   │
         All cars                   7 │────────┼─────●──│ 146      better than 85%   █
       CO₂  286 g/mi                                                                 █
         Midsize Cars             987 │────────●────────│ 0        better than 50%   █
         All cars               1,270 │────────┼────────● 0        the best          █
       Annual fuel cost  $1,450                                                      █
         Midsize Cars          $6,650 ●────────┼────────│ $500     the worst         █
         All cars              $8,550 ●────────┼────────│ $500     better than <1%   █
                                                                                     █
       K5 by model year  average of 2021: 31 mpg                                     █
       33 ▃▃▃▃▃▃▃ ▆▆▆▆▆▆▆         ███████                                            █
          ███████ ███████         ███████                                            █
          ███████ ███████         ███████                                            █
          ███████ ███████         ███████                                            █
        0 ███████ ███████         ███████                                            █
          2020    ▲2021   2022    2023                                               █
       n Next  p Previous  f Unfavorite  e Note  u Upload  Esc Back
      """)
    withExtendedLifetime(shown) {}
  }

  @Test func `120 by 40 has two columns that fill the screen, in the configured units`() {
    let stage = Stage(120, 40)
    let shown = show(state(.car(Self.full)), on: stage, units: .metric)
    stage.expect(
      """
       Cars › Kia K5 2021 ★                                                                                             2/340
       Kia K5 2021  ★ favorite

       Class             Midsize Cars                              Combined          7.6 L/100 km
       Fuel              Gasoline                                  City              8.6 L/100 km
       Fuel type         Regular Gasoline                          Highway           6.3 L/100 km
       Displacement      1.6 L                                     Electricity       –
       Cylinders         4                                         Electric range    –
       Drive             Front-Wheel Drive                         CO₂               178 g/km
       Transmission      Automatic (S8)                            Annual fuel cost  $1,450
       Model family      K5                                        ID                42

       Note
       Ask about the tow bar.

       Consumption  7.6 L/100 km                    worst   median   best
         Midsize Cars                          26.1 │─────────┼──────●──│ 1.7     better than 82% of 5,012, median 9.4
         All cars                              33.6 │─────────┼──────●──│ 1.6     better than 85% of 49,582, median 11.2
       CO₂  178 g/km
         Midsize Cars                           613 │─────────●─────────│ 0       better than 50% of 5,012, median 221
         All cars                               789 │─────────┼─────────● 0       the best of 49,582, median 263
       Annual fuel cost  $1,450
         Midsize Cars                        $6,650 ●─────────┼─────────│ $500    the worst of 5,012, median $1,900
         All cars                            $8,550 ●─────────┼─────────│ $500    better than <1% of 49,543, median $2,250

       K5 by model year  average of 2021: 7.6 L/100 km
       8.1 ███████ ▅▅▅▅▅▅▅         ▃▃▃▃▃▃▃
           ███████ ███████         ███████
           ███████ ███████         ███████
           ███████ ███████         ███████
       0.0 ███████ ███████         ███████
           2020    ▲2021   2022    2023







       n Next  p Previous  f Unfavorite  e Note  u Upload  Esc Back
      """)
    withExtendedLifetime(shown) {}
  }

  @Test func `50 by 12 shows everything in one column that scrolls`() {
    let stage = Stage(50, 12)
    let shown = show(state(.car(Self.full)), on: stage)
    stage.expect(
      """
       Cars › Kia K5 2021 ★                       2/340
       Kia K5 2021  ★ favorite                         █
                                                       █
       Class             Midsize Cars                  │
       Fuel              Gasoline                      │
       Fuel type         Regular Gasoline              │
       Displacement      1.6 L                         │
       Cylinders         4                             │
       Drive             Front-Wheel Drive             │
       Transmission      Automatic (S8)                │
       Model family      K5                            │
       n Next  p Previous  f Unfavorite  e Note  …
      """)
    stage.terminal.press(.pageDown, .pageDown)
    stage.expect(
      """
       Cars › Kia K5 2021 ★                       2/340
                                                       │
       Note                                            │
       Ask about the tow bar.                          │
                                                       │
       Fuel economy  31 mpg                            █
         Midsize Cars                  better than 82% █
               9 │─────────────┼────────●────│ 141     │
         All cars                      better than 85% │
               7 │─────────────┼─────────●───│ 146     │
       CO₂  286 g/mi                                   │
       n Next  p Previous  f Unfavorite  e Note  …
      """)
    stage.terminal.press("G")
    stage.expect(
      """
       Cars › Kia K5 2021 ★                       2/340
         All cars                      better than <1% │
          $8,550 ●─────────────┼─────────────│ $500    │
                                                       │
       K5 by model year  average of 2021: 31 mpg       │
       33 ▃▃▃ ▆▆▆     ███                              │
          ███ ███     ███                              │
          ███ ███     ███                              │
          ███ ███     ███                              │
        0 ███ ███     ███                              █
              ▲2021   2023                             █
       n Next  p Previous  f Unfavorite  e Note  …
      """)
    withExtendedLifetime(shown) {}
  }

  @Test func `in ASCII mode the screen itself draws only ASCII`() {
    let stage = Stage(80, 40, ascii: true)
    let shown = show(state(.car(Self.full)), on: stage)
    stage.expect(
      """
       Cars > Kia K5 2021 *                                                     2/340
       Kia K5 2021  * favorite

       Class             Midsize Cars          Combined          31 mpg
       Fuel              Gasoline              City              27 mpg
       Fuel type         Regular Gasoline      Highway           37 mpg
       Displacement      1.6 L                 Electricity       -
       Cylinders         4                     Electric range    -
       Drive             Front-Wheel Drive     CO2               286 g/mi
       Transmission      Automatic (S8)        Annual fuel cost  $1,450
       Model family      K5                    ID                42

       Note
       Ask about the tow bar.

       Fuel economy  31 mpg           worst  median  best
         Midsize Cars               9 |--------+-----x--| 141      better than 82%
         All cars                   7 |--------+-----x--| 146      better than 85%
       CO2  286 g/mi
         Midsize Cars             987 |--------x--------| 0        better than 50%
         All cars               1,270 |--------+--------x 0        the best
       Annual fuel cost  $1,450
         Midsize Cars          $6,650 x--------+--------| $500     the worst
         All cars              $8,550 x--------+--------| $500     better than <1%

       K5 by model year  average of 2021: 31 mpg
       33 ....... -------         #######
          ####### #######         #######
          ####### #######         #######
          ####### #######         #######
        0 ####### #######         #######
          2020    ^2021   2022    2023







       n Next  p Previous  f Unfavorite  e Note  u Upload  Esc Back
      """)
    #expect(stage.text.allSatisfy { $0.isASCII })
    withExtendedLifetime(shown) {}
  }

  @Test func `unknown values are left out, Hangul keeps its width, and the only car of a class has no chart`() throws {
    var car = Car(id: 7, make: "현대", model: "아반떼", year: 1990, vehicleClass: "준중형", combinedMPG: 30)
    car.isWithdrawn = true
    let only = try #require(Distribution([30]))
    let charts = CarPage.Charts(
      standings: [Standing(measure: .consumption, value: 30, name: "준중형", distribution: only)])
    let stage = Stage()
    let shown = show(state(.car(CarPage(car: car, charts: charts)), at: nil), on: stage)
    stage.expect(
      """
       Cars › 현대 아반떼 1990
       현대 아반떼 1990

       No longer in the source. It is kept because it is a favorite or has a note or
       files.

       Class             준중형                Combined          30 mpg
       Fuel              –                     City              –
       Fuel type         –                     Highway           –
       Displacement      –                     Electricity       –
       Cylinders         –                     Electric range    –
       Drive             –                     CO₂               –
       Transmission      –                     Annual fuel cost  –
       Model family      아반떼                ID                7

       Fuel economy  30 mpg           worst  median  best
         준중형                                                    the only one
         All cars                  30 │────────●────────│ 30       all the same





       f Favorite  e Note  u Upload  Esc Back
      """)
    withExtendedLifetime(shown) {}
  }

  @Test func `a long name wraps in the page and is truncated in the title`() {
    let car = Car(
      id: 8, make: "Mercedes-Benz", model: "Maybach S 680 4MATIC Long Wheelbase Night Series Edition Number One",
      year: 2024, baseModel: "Maybach S-Class", transmission: "Automatic (variable gear ratios), 9-speed")
    let stage = Stage(60, 18)
    let shown = show(state(.car(CarPage(car: car, charts: CarPage.Charts()))), on: stage)
    stage.expect(
      """
       Mercedes-Benz Maybach S 680 4MATIC Long Wheelbase N… 2/340
       Mercedes-Benz Maybach S 680 4MATIC Long Wheelbase Night   █
       Series Edition Number One 2024                            █
                                                                 █
       Class             –                                       █
       Fuel              –                                       █
       Fuel type         –                                       █
       Displacement      –                                       █
       Cylinders         –                                       █
       Drive             –                                       █
       Transmission      Automatic (variable gear ratios),       █
                         9-speed                                 █
       Model family      Maybach S-Class                         █
       Combined          –                                       │
       City              –                                       │
       Highway           –                                       │
       Electricity       –                                       │
       n Next  p Previous  f Favorite  e Note  u Upload  Esc Back
      """)
    withExtendedLifetime(shown) {}
  }
}
