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
       Class             Midsize Cars          Model family      K5                  █
       Fuel              Gasoline              Combined          31 mpg              █
       Fuel type         Regular Gasoline      City              27 mpg              █
       Displacement      1.6 L                 Highway           37 mpg              █
       Cylinders         4                     CO₂               286 g/mi            █
       Drive             Front-Wheel Drive     Annual fuel cost  $1,450              █
       Transmission      Automatic (S8)        ID                42                  █
                                                                                     █
       Note                                                                          █
       Ask about the tow bar.                                                        ┃
                                                                                     ┃
       Same model, 2021  2 variants                                                  ┃
       ▸ ● 1.6 L, Automatic (S8)                                   31 mpg ██████░░░░ ┃
           Hybrid, 2.0 L, Automatic (S6)                           52 mpg ██████████ ┃
                                                                                     ┃
       Fuel economy  31 mpg                                 Midsize Cars (5,012)     ┃
         ▂█                                                 ● top 39%                ┃
       ▁▄██▆▃▂▂▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁                         median 25                ┃
       9    ●                   141                                                  ┃
                                                                                     ┃
       n Next  p Previous  f Unfavorite  e Note  Space Mark  c Compare  u Upload  +6
      """,
      styles: """
        .sssssssTTTTTTTTTTTTT
        .TTTTTTaaaaaWWWWWWWWWWWW.......................................................a
        ...............................................................................a
        .sssss...................................ssssssssssss..........................a
        .ssss....................................ssssssss..............................a
        .sssssssss...............................ssss..................................a
        .ssssssssssss............................sssssss...............................a
        .sssssssss...............................sss...................................a
        .sssss...................................ssssssssssssssss......................a
        .ssssssssssss............................ss....................................a
        ...............................................................................a
        .hhhh..........................................................................a
        ...............................................................................a
        ...............................................................................a
        .hhhhhhhhhhhhhhhh..ssssssssss..................................................a
        .IIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIIWWWWWWssss.a
        ...WW...............................................................xxxxxxxxxx.a
        ...............................................................................a
        .hhhhhhhhhhhh..111111.................................ssssssssssssssssssss.....a
        ...xx.................................................WWOOOOOOO................a
        .xxxxxxxxxxxxxxxxxxxxxxxxxxxx.........................sssssssss................a
        .s....W...................sss..................................................a
        ...............................................................................a
        .k.ssss..k.ssssssss..k.ssssssssss..k.ssss..kkkkk.ssss..k.sssssss..k.ssssss..ss
        """)
    stage.terminal.press("G")
    stage.expect(
      """
       Cars › Kia K5 2021 ★                                                     2/340
                                                                                     ┃
       CO₂  286 g/mi                                        Midsize Cars (5,012)     ┃
                     ▁▁▂█▂                                  ● top 33%                ┃
       ▁▁▁▂▃▃▄▄▅▆▆▇▇██████▆▅▄▄▃▃▃▃▃▃▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▁▁   median 355               ┃
       5             ●                                987                            ┃
                                                                                     ┃
       Annual fuel cost  $1,450                             Midsize Cars (5,012)     ┃
         ▃██                                                ● bottom 42%             ┃
       ▁▅███▄▃▂▂▂▂▂▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁                     median $1,300            ┃
       $511 ●                    $6,648                                              ┃
                                                                                     ┃
       K5 by model year                                                              █
       Gasoline  average of 2021: 31 mpg                                             █
       33 ▄▄▄▄▄▄▄ ▆▆▆▆▆▆▆         ███████                                            █
          ███████ ███████         ███████                                            █
          ███████ ███████         ███████                                            █
        0 ███████ ███████         ███████                                            █
                                                                                     █
       Hybrid  average of 2021: 52 mpg                                               █
       53         ███████ ███████                                                    █
        0         ███████ ███████                                                    █
          2020    ▲2021   2022    2023                                               █
       n Next  p Previous  f Unfavorite  e Note  Space Mark  c Compare  u Upload  +6
      """)
    withExtendedLifetime(shown) {}
  }

  @Test func `120 by 40 has two columns that fill the screen, in the configured units`() {
    let stage = Stage(120, 40)
    let shown = show(state(.car(Self.full)), on: stage, units: .metric)
    stage.expect(
      """
       Cars › Kia K5 2021 ★                                                                                             2/340
       Kia K5 2021  ★ favorite                                                                                               ┃

       Class             Midsize Cars                   Consumption  7.6 L/100 km                   Midsize Cars (5,012)
       Fuel              Gasoline                        ▁      █▂                                  ● top 39%
       Fuel type         Regular Gasoline                █      ██▃                                 median 9.4
       Displacement      1.6 L                          ▄██▄▂▁▁▃███▅▂
       Cylinders         4                              █████████████▇▆▄▃▂▂▁▁▁▁▁▁
       Drive             Front-Wheel Drive              1.7   ●              25.5
       Transmission      Automatic (S8)
       Model family      K5                             CO₂  178 g/km                               Midsize Cars (5,012)
       Combined          7.6 L/100 km                              █                                ● top 33%
       City              8.6 L/100 km                          ▁▄▆██                                median 221
       Highway           6.3 L/100 km                       ▂▅▇█████▅▂▁
       CO₂               178 g/km                       ▁▃▆█████████████▇▆▆▅▅▅▅▄▄▄▄▄▄▄▂
       Annual fuel cost  $1,450                         3       ●                   613
       ID                42
                                                        Annual fuel cost  $1,450                    Midsize Cars (5,012)
       Note                                                ██                                       ● bottom 42%
       Ask about the tow bar.                             ▅██                                       median $1,300
                                                         ▃███▁
       Same model, 2021  2 variants                     ▁█████▆▅▄▄▃▃▃▃▃▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▂▁
       ▸ ● 1.6 L, Automatic… 7.6 L/100 km ██████████    $511 ●                    $6,648
           Hybrid, 2.0 L, A… 4.5 L/100 km ██████░░░░
                                                        K5 by model year
                                                        Gasoline  average of 2021: 7.6 L/100 km
                                                        8.1 ██████ ▅▅▅▅▅▅        ▂▂▂▂▂▂
                                                            ██████ ██████        ██████
                                                            ██████ ██████        ██████
                                                            ██████ ██████        ██████
                                                            ██████ ██████        ██████
                                                        0.0 ██████ ██████        ██████

                                                        Hybrid  average of 2021: 4.5 L/100 km
                                                        4.5        ██████ ██████
                                                                   ██████ ██████
                                                        0.0        ██████ ██████
                                                            2020   ▲2021  2022   2023

       n Next  p Previous  f Unfavorite  e Note  Space Mark  c Compare  u Upload  o Open  w Save a copy  D Delete  +3
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
                                                       ┃
       Class             Midsize Cars                  ┃
       Fuel              Gasoline                      ┃
       Fuel type         Regular Gasoline              ┃
       Displacement      1.6 L                         ┃
       Cylinders         4                             ┃
       Drive             Front-Wheel Drive             ┃
       Transmission      Automatic (S8)                ┃
       Model family      K5                            ┃
       n Next  p Previous  f Unfavorite  e Note  +9
      """)
    stage.terminal.press(.pageDown, .pageDown)
    stage.expect(
      """
       Cars › Kia K5 2021 ★                       2/340
       Ask about the tow bar.                          ┃
                                                       ┃
       Same model, 2021  2 variants                    ┃
       ▸ ● 1.6 L, Automatic (S8)     31 mpg ██████░░░░ █
           Hybrid, 2.0 L, Automatic… 52 mpg ██████████ ┃
                                                       ┃
       Fuel economy  31 mpg                            ┃
       Midsize Cars (5,012)  ● top 39%  median 25      ┃
         ▂█                                            ┃
       ▁▄██▆▃▂▂▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁▁                    ┃
       n Next  p Previous  f Unfavorite  e Note  +9
      """)
    stage.terminal.press("G")
    stage.expect(
      """
       Cars › Kia K5 2021 ★                       2/340
       Gasoline  average of 2021: 31 mpg               ┃
       33 ▄▄▄ ▆▆▆     ███                              ┃
          ███ ███     ███                              ┃
          ███ ███     ███                              ┃
        0 ███ ███     ███                              ┃
                                                       ┃
       Hybrid  average of 2021: 52 mpg                 ┃
       53     ███ ███                                  ┃
        0     ███ ███                                  ┃
              ▲2021   2023                             █
       n Next  p Previous  f Unfavorite  e Note  +9
      """)
    withExtendedLifetime(shown) {}
  }

  @Test func `in ASCII mode the screen itself draws only ASCII`() {
    let stage = Stage(80, 40, ascii: true)
    let shown = show(state(.car(Self.full)), on: stage)
    stage.expect(
      """
       Cars > Kia K5 2021 *                                                     2/340
       Kia K5 2021  * favorite                                                       #
                                                                                     #
       Class             Midsize Cars          Model family      K5                  #
       Fuel              Gasoline              Combined          31 mpg              #
       Fuel type         Regular Gasoline      City              27 mpg              #
       Displacement      1.6 L                 Highway           37 mpg              #
       Cylinders         4                     CO2               286 g/mi            #
       Drive             Front-Wheel Drive     Annual fuel cost  $1,450              #
       Transmission      Automatic (S8)        ID                42                  #
                                                                                     #
       Note                                                                          #
       Ask about the tow bar.                                                        #
                                                                                     #
       Same model, 2021  2 variants                                                  #
       > x 1.6 L, Automatic (S8)                                   31 mpg ######.... #
           Hybrid, 2.0 L, Automatic (S6)                           52 mpg ########## #
                                                                                     #
       Fuel economy  31 mpg                                 Midsize Cars (5,012)     #
         _#                                                 x top 39%                #
       _-##=.______________________                         median 25                #
       9    x                   141                                                  #
                                                                                     #
       CO2  286 g/mi                                        Midsize Cars (5,012)     #
                      __#_                                  x top 33%                #
       ____...--===#######=--........____________________   median 355               #
       5             x                                987                            #
                                                                                     #
       Annual fuel cost  $1,450                             Midsize Cars (5,012)     #
         .##                                                x bottom 42%             #
       _-###-._________________________                     median $1,300            #
       $511 x                    $6,648                                              #
                                                                                     #
       K5 by model year                                                              #
       Gasoline  average of 2021: 31 mpg                                             :
       33 ------- =======         #######                                            :
          ####### #######         #######                                            :
          ####### #######         #######                                            :
        0 ####### #######         #######                                            :
       n Next  p Previous  f Unfavorite  e Note  Space Mark  c Compare  u Upload  +6
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

       Class         준중형                    Combined      30 mpg
       Model family  아반떼                    ID            7

       Fuel economy  30 mpg                                 준중형 (1)
                                                            the only one












       n Next  p Previous  f Favorite  e Note  Space Mark  c Compare  u Upload  +6
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










       n Next  p Previous  f Favorite  e Note  Space Mark  +8
      """)
    withExtendedLifetime(shown) {}
  }
}
