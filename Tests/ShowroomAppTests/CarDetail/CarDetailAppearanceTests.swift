import ReactorCore
import ReactorTerminal
import ShowroomCatalog
import Testing

@testable import ShowroomApp

@MainActor
final class CarDetailAppearanceTests: CarDetailScreens {
  @Test func `80 by 24 shows the facts in two columns, the note, the variants, and histograms`() {
    let stage = Stage()
    let shown = show(state(.car(Self.full)), on: stage)
    stage.expect(
      """
       Cars › Kia K5 2021 ★                                                     2/340
       Class             Midsize Cars          Combined          31 mpg              █
       Fuel              Gasoline              City              27 mpg              █
       Fuel type         Regular Gasoline      Highway           37 mpg              █
       Displacement      1.6 L                 CO₂               286 g/mi            █
       Cylinders         4                     Annual fuel cost  $1,450              █
       Drive             Front-Wheel Drive     Costs assume      EPA, 15,000 mi/year █
       Transmission      Automatic (S8)        ID                42                  █
       Model family      K5                                                          █
                                                                                     █
       Note                                                                          █
       Ask about the tow bar.                                                        █
                                                                                     ┃
       Same model, 2021  2 variants                                                  ┃
       ▸ ● 1.6 L, Automatic (S8)                                   31 mpg ██████░░░░ ┃
           Hybrid, 2.0 L, Automatic (S6)                           52 mpg ██████████ ┃
                                                                                     ┃
       Fuel economy  31 mpg                             ● better than 61% of         ┃
         ▂█                                             5,012 midsize cars           ┃
       ▁▄██▆▃▂▂▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁                     since 1984                   ┃
            ●               141 mpg                     median 25 mpg                ┃
                                                                                     ┃
       CO₂  286 g/mi                                    ● better than 67% of         ┃
       n Next  N Previous  f Unfavorite  e Note  Space Mark  c Compare  u Upload  +8
      """,
      styles: """
        .sssssssTTTTTTTTTTTTT
        .sssss...................................ssssssss..............................a
        .ssss....................................ssss..................................a
        .sssssssss...............................sssssss...............................a
        .ssssssssssss............................sss...................................a
        .sssssssss...............................ssssssssssssssss......................a
        .sssss...................................ssssssssssss..........................a
        .ssssssssssss............................ss....................................a
        .ssssssssssss..................................................................a
        ...............................................................................a
        .hhhh..........................................................................a
        ...............................................................................a
        ...............................................................................a
        .hhhhhhhhhhhhhhhh..ssssssssss..................................................a
        .IIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIWWWWWWssss.a
        ...WW...............................................................xxxxxxxxxx.a
        ...............................................................................a
        .hhhhhhhhhhhh..111111.............................WWOOOOOOOOOOOOOOOOOO.........a
        ...xx.............................................ssssssssssssssssss...........a
        .xxxxxxxxxxxxxxxxxxxxxxxxxxxx.....................ssssssssss...................a
        ......W...............sssssss.....................sssssssssssss................a
        ...............................................................................a
        .hhh..11111111....................................WWOOOOOOOOOOOOOOOOOO.........a
        .k.ssss..k.ssssssss..k.ssssssssss..k.ssss..kkkkk.ssss..k.sssssss..k.ssssss..ss
        """)
    stage.terminal.press("G")
    stage.expect(
      """
       Cars › Kia K5 2021 ★                                                     2/340
                                                                                     ┃
       CO₂  286 g/mi                                    ● better than 67% of         ┃
                  ▁▂▂█                                  5,012 midsize cars           ┃
       ▁▁▂▃▃▄▅▆▇▇█████▇▅▄▄▃▃▃▃▃▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▁         since 1984                   ┃
       5 g/mi     ●                    987 g/mi         median 355 g/mi              ┃
                                                                                     ┃
       Annual fuel cost  $1,450                         ● worse than 58% of          ┃
         ▃██                                            5,012 midsize cars           ┃
       ▁▅███▄▃▂▂▂▂▂▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁                 since 1984                   ┃
       $511 ●                    $6,648                 median $1,300                ┃
                                                                                     ┃
       K5 by model year, mpg                                                         █
       Gasoline  average of 2021: 31 mpg                                             █
       53                                                                            █
          ▅▅▅▅▅▅▅ ▆▆▆▆▆▆▆         ▇▇▇▇▇▇▇                                            █
        0 ███████ ███████         ███████                                            █
                                                                                     █
       Hybrid  average of 2021: 52 mpg                                               █
       53         ███████ ███████                                                    █
                  ███████ ███████                                                    █
        0         ███████ ███████                                                    █
          2020    ▲2021   2022    2023                                               █
       n Next  N Previous  f Unfavorite  e Note  Space Mark  c Compare  u Upload  +8
      """)
    withExtendedLifetime(shown) {}
  }

  @Test func `120 by 40 has two columns that fill the screen, in the configured units`() {
    let stage = Stage(120, 40)
    let shown = show(state(.car(Self.full)), on: stage, units: .metric)
    stage.expect(
      """
       Cars › Kia K5 2021 ★                                                                                             2/340
       Class             Midsize Cars                   Consumption  7.6 L/100 km               ● better than 61% of         ┃
       Fuel              Gasoline                        ▁      █▂                              5,012 midsize cars
       Fuel type         Regular Gasoline                █      ██▃                             since 1984
       Displacement      1.6 L                          ▄██▄▂▁▁▃███▅▂                           median 9.4 L/100 km
       Cylinders         4                              █████████████▇▆▄▃▂▂▁▁▁▁▁▁
       Drive             Front-Wheel Drive                    ●     25.5 L/100 km
       Transmission      Automatic (S8)
       Model family      K5                             CO₂  178 g/km                           ● better than 67% of
       Combined          7.6 L/100 km                              █                            5,012 midsize cars
       City              8.6 L/100 km                          ▁▄▆██                            since 1984
       Highway           6.3 L/100 km                       ▂▅▇█████▅▂▁                         median 221 g/km
       CO₂               178 g/km                       ▁▃▆█████████████▇▆▆▅▅▅▅▄▄▄▄▄▄▄▂
       Annual fuel cost  $1,450                         3 g/km  ●              613 g/km
       Costs assume      EPA, 24,140 km/year
       ID                42                             Annual fuel cost  $1,450                ● worse than 58% of
                                                           ██                                   5,012 midsize cars
       Note                                               ▅██                                   since 1984
       Ask about the tow bar.                            ▃███▁                                  median $1,300
                                                        ▁█████▆▅▄▄▃▃▃▃▃▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▁
       Same model, 2021  2 variants                     $511 ●                    $6,648
       ▸ ● 1.6 L, Automatic… 7.6 L/100 km ██████░░░░
           Hybrid, 2.0 L, A… 4.5 L/100 km ██████████    K5 by model year, L/100 km
                                                        Gasoline  average of 2021: 7.6 L/100 km
                                                        8.1 ██████ ▆▆▆▆▆▆        ▄▄▄▄▄▄
                                                            ██████ ██████        ██████
                                                            ██████ ██████        ██████
                                                        0.0 ██████ ██████        ██████

                                                        Hybrid  average of 2021: 4.5 L/100 km
                                                        8.1
                                                                   ▂▂▂▂▂▂ ▂▂▂▂▂▂
                                                                   ██████ ██████
                                                        0.0        ██████ ██████
                                                            2020   ▲2021  2022   2023




       n Next  N Previous  f Unfavorite  e Note  Space Mark  c Compare  u Upload  o Open file  w Save a copy  D Delete  +5
      """)
    withExtendedLifetime(shown) {}
  }

  @Test func `50 by 12 shows everything in one column that scrolls`() {
    let stage = Stage(50, 12)
    let shown = show(state(.car(Self.full)), on: stage)
    stage.expect(
      """
       Cars › Kia K5 2021 ★                       2/340
       Class             Midsize Cars                  █
       Fuel              Gasoline                      ┃
       Fuel type         Regular Gasoline              ┃
       Displacement      1.6 L                         ┃
       Cylinders         4                             ┃
       Drive             Front-Wheel Drive             ┃
       Transmission      Automatic (S8)                ┃
       Model family      K5                            ┃
       Combined          31 mpg                        ┃
       City              27 mpg                        ┃
       n Next  N Previous  f Unfavorite  e Note  +11
      """)
    stage.terminal.press(.pageDown, .pageDown)
    stage.expect(
      """
       Cars › Kia K5 2021 ★                       2/340
                                                       ┃
       Same model, 2021  2 variants                    ┃
       ▸ ● 1.6 L, Automatic (S8)     31 mpg ██████░░░░ ┃
           Hybrid, 2.0 L, Automatic… 52 mpg ██████████ █
                                                       ┃
       Fuel economy  31 mpg                            ┃
       ● better than 61% of                            ┃
       5,012 midsize cars since 1984                   ┃
         ▂█                                            ┃
       ▁▄██▆▃▂▂▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁                    ┃
       n Next  N Previous  f Unfavorite  e Note  +11
      """)
    stage.terminal.press("G")
    stage.expect(
      """
       Cars › Kia K5 2021 ★                       2/340
       Gasoline  average of 2021: 31 mpg               ┃
       53                                              ┃
          ▅▅▅ ▆▆▆     ▇▇▇                              ┃
        0 ███ ███     ███                              ┃
                                                       ┃
       Hybrid  average of 2021: 52 mpg                 ┃
       53     ███ ███                                  ┃
              ███ ███                                  ┃
        0     ███ ███                                  ┃
              ▲2021   2023                             █
       n Next  N Previous  f Unfavorite  e Note  +11
      """)
    withExtendedLifetime(shown) {}
  }

  @Test func `in ASCII mode the screen itself draws only ASCII`() {
    let stage = Stage(80, 40, ascii: true)
    let shown = show(state(.car(Self.full)), on: stage)
    stage.expect(
      """
       Cars > Kia K5 2021 *                                                     2/340
       Class             Midsize Cars          Combined          31 mpg              #
       Fuel              Gasoline              City              27 mpg              #
       Fuel type         Regular Gasoline      Highway           37 mpg              #
       Displacement      1.6 L                 CO2               286 g/mi            #
       Cylinders         4                     Annual fuel cost  $1,450              #
       Drive             Front-Wheel Drive     Costs assume      EPA, 15,000 mi/year #
       Transmission      Automatic (S8)        ID                42                  #
       Model family      K5                                                          #
                                                                                     #
       Note                                                                          #
       Ask about the tow bar.                                                        #
                                                                                     #
       Same model, 2021  2 variants                                                  #
       > x 1.6 L, Automatic (S8)                                   31 mpg ######.... #
           Hybrid, 2.0 L, Automatic (S6)                           52 mpg ########## #
                                                                                     #
       Fuel economy  31 mpg                             x better than 61% of         #
         _#                                             5,012 midsize cars           #
       _-##=.______________________                     since 1984                   #
            x               141 mpg                     median 25 mpg                #
                                                                                     #
       CO2  286 g/mi                                    x better than 67% of         #
                  __.#                                  5,012 midsize cars           #
       ___..--==######=--......._______________         since 1984                   #
       5 g/mi     x                    987 g/mi         median 355 g/mi              #
                                                                                     #
       Annual fuel cost  $1,450                         x worse than 58% of          #
         .##                                            5,012 midsize cars           #
       _-###-._________________________                 since 1984                   #
       $511 x                    $6,648                 median $1,300                #
                                                                                     #
       K5 by model year, mpg                                                         #
       Gasoline  average of 2021: 31 mpg                                             #
       53                                                                            #
          ------- =======         =======                                            :
        0 ####### #######         #######                                            :
                                                                                     :
       Hybrid  average of 2021: 52 mpg                                               :
       n Next  N Previous  f Unfavorite  e Note  Space Mark  c Compare  u Upload  +8
      """)
    #expect(stage.text.allSatisfy { $0.isASCII })
    withExtendedLifetime(shown) {}
  }

  @Test func `unknown values are left out, Hangul keeps its width, and the only car of a class has no chart`() throws {
    var car = Car(id: 7, make: "현대", model: "아반떼", year: 1990, vehicleClass: "준중형", combinedMPG: 30)
    car.isWithdrawn = true
    let only = try #require(Distribution([30]))
    let charts = CarPage.Charts(
      classRanks: [
        ClassRank(
          field: .economy, value: 30, vehicleClass: "준중형", group: ClassRank.Group(only, years: "since 1990"))
      ])
    let stage = Stage()
    let shown = show(state(.car(CarPage(car: car, charts: charts)), at: nil), on: stage)
    stage.expect(
      """
       Cars › 현대 아반떼 1990
       No longer in the source. It is kept because it is a favorite or has a note, a
       price or files.

       Class         준중형                    Combined      30 mpg
       Model family  아반떼                    ID            7

       Fuel economy  30 mpg                             the only one in its class
                                                        since 1990














       n Next  N Previous  f Favorite  e Note  Space Mark  c Compare  u Upload  +8
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
       Mercedes-Benz Maybach S 680 4MATIC Long Wheelbase Night
       Series Edition Number One 2024

       Transmission  Automatic (variable gear ratios), 9-speed
       Model family  Maybach S-Class
       ID            8










       n Next  N Previous  f Favorite  e Note  Space Mark  +10
      """)
    withExtendedLifetime(shown) {}
  }
}
