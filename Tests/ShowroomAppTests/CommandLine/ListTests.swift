import Catalogue
import Foundation
import Testing

@testable import ShowroomApp

@Suite("showroom list", .timeLimit(.minutes(5)))
@MainActor
struct ListTests {
  @Test("aligns columns by what letters take on the screen, Hangul included")
  func table() async throws {
    let answer = try await Shell().run("list")
    #expect(
      answer.output == """
         ID  ★  Make  Model     Year  Class          Fuel       Economy       CO₂  $/year
          1     BMW   520d      2021  Executive car  Diesel      47 mpg  201 g/mi  $1,200
         22     Kia   EV6       2022  Small SUV      Electric  116 MPGe    0 g/mi       –
        333     현대  아반떼 N  2023  –              Petrol           –         –       –

        """)
    #expect(answer.status == 0 && answer.errors.isEmpty)
  }

  @Test("gives up columns, then letters, where the terminal is narrow")
  func narrow() async throws {
    let shell = try Shell()
    let at50 = try await shell.run("list", columns: 50)
    #expect(
      at50.output == """
         ID  ★  Make  Model     Year  Fuel       Economy
          1     BMW   520d      2021  Diesel      47 mpg
         22     Kia   EV6       2022  Electric  116 MPGe
        333     현대  아반떼 N  2023  Petrol           –

        """)
    let at20 = try await shell.run("list", columns: 20)
    #expect(
      at20.output == """
        Make  Model     Year
        BMW   520d      2021
        Kia   EV6       2022
        현대  아반떼 N  2023

        """)
  }

  @Test("writes ASCII of its own accord when asked to, and the units that are asked for")
  func asciiAndUnits() async throws {
    let answer = try await Shell().run("list", "--ascii", "--units", "metric", "--limit", "2")
    #expect(
      answer.output == """
        ID  *  Make  Model  Year  Class          Fuel          Consumption       CO2  $/year
         1     BMW   520d   2021  Executive car  Diesel       5.0 L/100 km  125 g/km  $1,200
        22     Kia   EV6    2022  Small SUV      Electric  18.0 kWh/100 km    0 g/km       -

        """)
  }

  @Test("finds, sorts and limits as the search field does")
  func query() async throws {
    let shell = try Shell()
    func ids(_ arguments: [String]) async throws -> [String] {
      let capture = try Capture()
      let errors = try Capture()
      #expect(await shell.run(["list", "--format", "csv"] + arguments, capture.output, errors.output) == 0)
      let lines = try capture.text().split(separator: "\r\n")
      return lines.dropFirst().map { String($0.prefix { $0 != "," }) }
    }
    #expect(try await ids(["--sort", "year:desc"]) == ["333", "22", "1"])
    #expect(try await ids(["--sort", "year:asc", "--limit", "2"]) == ["1", "22"])
    #expect(try await ids(["electric", "kia"]) == ["22"])
    #expect(try await ids(["year>=2022 make:kia,현대"]) == ["22", "333"])
    #expect(try await ids(["--favourites"]) == [])
  }

  @Test func `sorts by a field as the screen does, and says which way`() async throws {
    let economy = try await Shell().run("list", "--sort", "economy", columns: 50)
    #expect(
      economy.output == """
         ID  ★  Make  Model     Year  Fuel      Economy ▼
         22     Kia   EV6       2022  Electric   116 MPGe
          1     BMW   520d      2021  Diesel       47 mpg
        333     현대  아반떼 N  2023  Petrol            –

        """)
    let metric = try await Shell().run("list", "--sort", "consumption", "--units", "metric", columns: 60)
    #expect(
      metric.output == """
         ID  ★  Make  Model     Year  Fuel        Consumption ▲
         22     Kia   EV6       2022  Electric  18.0 kWh/100 km
          1     BMW   520d      2021  Diesel       5.0 L/100 km
        333     현대  아반떼 N  2023  Petrol                  –

        """)
    let range = try await Shell().run("list", "--sort", "range", "--ascii", "--limit", "1", columns: 60)
    #expect(
      range.output == """
        ID  *  Make  Model  Year  Fuel       Economy  Range v
        22     Kia   EV6    2022  Electric  116 MPGe   311 mi

        """)
  }

  @Test(arguments: Sort.Field.allCases)
  func `a field without a direction is sorted as the screen sorts it when it is chosen`(field: Sort.Field) throws {
    let name = try #require(Sort.fieldNames.first { Sort(parsing: $0)?.field == field })
    let list = try ListCommand(words: [], sort: name, limit: nil, favouritesOnly: false, format: .table)

    #expect(list.sort == Sort(field == .relevance ? .make : .relevance).choosing(field))
  }

  @Test func `a list without a car says what was probably meant`() async throws {
    let answer = try await Shell().run("list", "kai", "electrc")

    #expect(answer == .init(status: 0, errors: "No matching cars. Did you mean kia electric?\n"))
  }

  @Test("writes JSON with every field under its name, unknown ones as null")
  func json() async throws {
    let answer = try await Shell().run("list", "--format", "json", "kia")
    #expect(
      answer.output == """
        [
          {"id": 22, "make": "Kia", "model": "EV6", "baseModel": "EV6", "year": 2022, "class": "Small SUV", \
        "fuel": "Electric", "fuelName": "Electric", "cylinders": null, "displacementLitres": null, "drive": null, \
        "transmission": null, "cityMPG": null, "highwayMPG": null, "combinedMPG": 116.351756, \
        "kWhPer100Miles": 28.968192, "co2GramsPerMile": 0, "annualFuelCostUSD": null, \
        "electricRangeMiles": 310.685596, "favourite": false, "note": null, "withdrawn": false}
        ]

        """)
    let none = try await Shell().run("list", "--format", "json", "nothing")
    #expect(none == .init(status: 0, output: "[]\n", errors: "No matching cars.\n"))
  }

  @Test("writes CSV as RFC 4180 has it")
  func csv() async throws {
    let shell = try await Self.hostileShell()
    #expect(
      try await shell.run("list", "--format", "csv").output
        == "id,make,model,baseModel,year,class,fuel,fuelName,cylinders,displacementLitres,drive,transmission,cityMPG,"
        + "highwayMPG,combinedMPG,kWhPer100Miles,co2GramsPerMile,annualFuelCostUSD,electricRangeMiles,favourite,note,"
        + "withdrawn\r\n"
        + "1,BMW,520d,520d,2021,Executive car,Diesel,Diesel,4,2,Rear-wheel drive,\"Automatic, 8-speed\",,,47.042917,,"
        + "201.168,1200,,false,,false\r\n"
        + "4,Evil\u{202E},\"a, \"\"b\"\"\",\"a, \"\"b\"\"\",2020,,Petrol,Petrol,,,,,,,,,,,,false,"
        + "\"\u{FFFD}]0;x\u{FFFD}\nx\",false\r\n")
  }

  @Test(
    "never sends a control character to a terminal, nor an override of direction",
    arguments: ["table", "json", "csv"])
  func neutralised(format: String) async throws {
    let answer = try await Self.hostileShell().run("list", "--format", format, columns: 120)
    let dangerous = answer.output.unicodeScalars.filter {
      $0 != "\n" && [.control, .format].contains($0.properties.generalCategory)
    }
    #expect(answer.status == 0 && answer.output.contains("Evil") && dangerous.isEmpty)
  }

  @Test("escapes in JSON what a terminal would obey, so that a parser reads it back")
  func escaped() async throws {
    let output = try await Self.hostileShell().run("list", "evil", "--format", "json").output
    #expect(output.contains(#""make": "Evil\u202e""#))
    #expect(output.contains(#""note": "\u001b]0;x\u0007\nx""#))
    let cars = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]]
    #expect(cars?.first?["make"] as? String == "Evil\u{202E}")
    #expect(cars?.first?["model"] as? String == "a, \"b\"")
    #expect(cars?.first?["note"] as? String == "\u{1B}]0;x\u{7}\nx")
  }

  /// A catalogue with an override of direction in a name, and a command for the terminal in a note.
  static func hostileShell() async throws -> Shell {
    let shell = try Shell(cars: [Shell.bmw, Shell.hostile])
    _ = try await shell.run("list")
    try await shell.store().setNote("\u{1B}]0;x\u{7}\nx", id: 4)
    return shell
  }

  @Test("refuses what it does not understand with a sentence and status 2")
  func refusals() async throws {
    let shell = try Shell()
    #expect(
      try await shell.run("list", "yaer>=2020")
        == .init(
          status: 2,
          errors:
            "showroom: The query has \"yaer>=2020\": There is no field \"yaer\". Did you mean \"year\"?\n"))
    #expect(
      try await shell.run("list", "--sort", "colour")
        == .init(
          status: 2,
          errors:
            "showroom: --sort cannot be \"colour\": write relevance, make, model, year, class, fuel, economy, co2, "
            + "cost, range or displacement, and :asc or :desc after it for the direction.\n"))
    #expect(
      try await shell.run("list", "--limit", "0")
        == .init(status: 2, errors: "showroom: --limit cannot be 0: write a number of cars from 1 on.\n"))
  }
}

@Suite("CSVText")
struct CSVTextTests {
  @Test(
    arguments: [
      ("=cmd|'/C calc'!A0", "'=cmd|'/C calc'!A0"), ("+1", "'+1"), ("-1", "'-1"), ("@x", "'@x"), ("\tx", "'\u{FFFD}x"),
      ("a\u{1B}[31mb", "a\u{FFFD}[31mb"), ("a\nb", "a\nb"), ("a=b", "a=b"), ("", ""), ("\u{9B}x", "\u{FFFD}x"),
    ])
  func `a text cannot be a formula or steer a terminal`(text: String, guarded: String) {
    #expect(CSVText.guarded(text) == guarded)
  }
}
