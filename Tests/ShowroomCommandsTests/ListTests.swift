import Foundation
import ShowroomCatalog
import Testing

@testable import ShowroomApp
@testable import ShowroomCommands
@testable import ShowroomFormatting
@testable import ShowroomSettings

@Suite("showroom list", .timeLimit(.minutes(20)))
@MainActor
struct ListTests {
  @Test func `columns are aligned by display width, including Hangul`() async throws {
    let answer = try await Shell().run("list")
    #expect(
      answer.output == """
         ID  ★  Make  Model     Year  Class          Fuel       Economy       CO₂  $/year
        333     현대  아반떼 N  2023  –              Gasoline         –         –       –
         22     Kia   EV6       2022  Small SUV      Electric  116 MPGe    0 g/mi    $650
          1     BMW   520d      2021  Executive car  Diesel      47 mpg  201 g/mi  $1,200

        """)
    #expect(answer.status == 0 && answer.errors.isEmpty)
  }

  @Test func `marked cars are those of the last session on the screen`() async throws {
    let shell = try Shell()
    let none = try await shell.run("list", "marked:yes", "--format", "csv", "--columns", "id")
    #expect(
      none
        == .init(
          status: 0, output: "id\r\n",
          errors: "No cars are marked. The shortlist is that of the last session on the screen.\n"))

    var session = SessionState()
    session.marked = [22, 1, 99]
    #expect(SessionFile(shell.home.appendingPathComponent(".local/state/showroom/session.json")).save(session))

    let columns = ["--format", "csv", "--columns", "id"]
    #expect(try await shell.run(["list", "marked:yes"] + columns).output == "id\r\n22\r\n1\r\n")
    #expect(try await shell.run(["list", "@marked", "bmw"] + columns) == .init(status: 0, output: "id\r\n1\r\n"))
    #expect(try await shell.run(["list", "marked:no"] + columns).output == "id\r\n333\r\n")
    #expect(
      try await shell.run("facets", "marked", "--format", "csv").output == "value,count\r\nyes,2\r\nno,1\r\n")
  }

  @Test func `a narrow terminal drops columns and then truncates cells`() async throws {
    let shell = try Shell()
    let at50 = try await shell.run("list", columns: 50)
    #expect(
      at50.output == """
         ID  ★  Make  Model     Year  Fuel       Economy
        333     현대  아반떼 N  2023  Gasoline         –
         22     Kia   EV6       2022  Electric  116 MPGe
          1     BMW   520d      2021  Diesel      47 mpg

        """)
    let at20 = try await shell.run("list", columns: 20)
    #expect(
      at20.output == """
        Make  Model     Year
        현대  아반떼 N  2023
        Kia   EV6       2022
        BMW   520d      2021

        """)
  }

  @Test func `options select ASCII output and units`() async throws {
    let answer = try await Shell().run("list", "--ascii", "--units", "metric", "--sort", "make", "--limit", "2")
    #expect(
      answer.output == """
        ID  *  Make ^  Model  Year  Class          Fuel          Consumption       CO2  $/year
         1     BMW     520d   2021  Executive car  Diesel       5.0 L/100 km  125 g/km  $1,200
        22     Kia     EV6    2022  Small SUV      Electric  18.0 kWh/100 km    0 g/km    $650

        """)
  }

  @Test func `queries, sorting and limits work as in the search field`() async throws {
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
    #expect(try await ids(["year>=2022 make:kia,현대"]) == ["333", "22"])
    #expect(try await ids(["--favorites"]) == [])
  }

  @Test func `a list is sorted as on the screen, and its heading shows the direction`() async throws {
    let economy = try await Shell().run("list", "--sort", "economy", columns: 50)
    #expect(
      economy.output == """
         ID  ★  Make  Model     Year  Fuel      Economy ▼
         22     Kia   EV6       2022  Electric   116 MPGe
          1     BMW   520d      2021  Diesel       47 mpg
        333     현대  아반떼 N  2023  Gasoline          –

        """)
    let metric = try await Shell().run("list", "--sort", "consumption", "--units", "metric", columns: 60)
    #expect(
      metric.output == """
         ID  ★  Make  Model     Year  Fuel        Consumption ▲
         22     Kia   EV6       2022  Electric  18.0 kWh/100 km
          1     BMW   520d      2021  Diesel       5.0 L/100 km
        333     현대  아반떼 N  2023  Gasoline                –

        """)
    let range = try await Shell().run("list", "--sort", "range", "--ascii", "--limit", "1", columns: 60)
    #expect(
      range.output == """
        ID  *  Make  Model  Year  Fuel       Economy  Range v
        22     Kia   EV6    2022  Electric  116 MPGe   311 mi

        """)
  }

  @Test(arguments: [nil] + CarField.sorted)
  func `a field without a direction is sorted in its natural order on the screen`(field: CarField?) throws {
    let name = try #require(Sort.names.first { Sort(parsing: $0)?.field == field })
    let list = try ListCommand(words: [], sort: name, limit: nil, favoritesOnly: false, format: .table)

    #expect(list.sort == Sort(field == nil ? .make : nil).choosing(field))
  }

  @Test func `a query without matches suggests a similar one`() async throws {
    let answer = try await Shell().run("list", "kai", "electrc")

    #expect(answer == .init(status: 0, errors: "No matching cars. Did you mean kia electric?\n"))
  }

  @Test func `a query of more than 2,000 characters is an error with status 2`() async throws {
    let words = String(repeating: "kia ", count: 10) + String(repeating: "x", count: 2000)
    let answer = try await Shell().run("list", words)

    #expect(answer.status == 2 && answer.output.isEmpty)
    #expect(answer.errors.hasSuffix("A query may have at most 2,000 characters.\n"))
  }

  @Test func `JSON contains every field by name, and unknown values as null`() async throws {
    let answer = try await Shell().run("list", "--format", "json", "kia")
    #expect(
      answer.output == """
        [
          {"id": 22, "make": "Kia", "model": "EV6", "baseModel": "EV6", "year": 2022, "class": "Small SUV", \
        "fuel": "Electric", "fuelName": "Electric", "cylinders": null, "displacementLiters": null, "drive": null, \
        "transmission": null, "cityMPG": null, "highwayMPG": null, "combinedMPG": 116.351756, \
        "electricCityMPG": null, "electricHighwayMPG": null, "electricMPG": null, "blendedMPG": null, \
        "utilityFactor": null, "kWhPer100Miles": 28.968192, "co2GramsPerMile": 0, "annualFuelCostUSD": 650, \
        "priceUSD": null, "electricRangeMiles": 310.685596, "chargeHours": null, \
        "totalRangeMiles": null, "turbocharger": null, "supercharger": null, "startStop": null, \
        "engineDescription": null, "transmissionDescription": null, "electricMotor": null, \
        "luggageVolumeCubicFeet": null, "passengerVolumeCubicFeet": null, "greenhouseGasScore": null, \
        "fuelEconomyScore": null, "gasGuzzler": null, "fiveYearSavingsUSD": null, "secondFuelMPG": null, \
        "secondFuelRangeMiles": null, "secondFuelAnnualCostUSD": null, \
        "favorite": false, "note": null, "withdrawn": false}
        ]

        """)
    let none = try await Shell().run("list", "--format", "json", "nothing")
    #expect(none == .init(status: 0, output: "[]\n", errors: "No matching cars.\n"))
  }

  @Test func `an ID above 2^53 is exported exactly`() {
    let car = Car(id: 9_007_199_254_740_993, make: "Kia", model: "K5", year: 2020)
    let export = CarExport(car, UserData(), columns: [.id])

    #expect(export.json == #"{"id": 9007199254740993}"# && export.csv == "9007199254740993\r\n")
  }

  @Test func `the chosen columns are listed in their order, in every format`() async throws {
    let shell = try Shell()
    let table = try await shell.run("list", "--columns", "year,make,mpg,city,displ", "--sort", "year")
    #expect(
      table.output == """
        Year ▼  Make   Economy  City  Displ
          2023  현대         –     –      –
          2022  Kia   116 MPGe     –      –
          2021  BMW     47 mpg     –  2.0 L

        """)
    let csv = try await shell.run("list", "--columns", "model,co2", "--format", "csv")
    #expect(csv.output == "model,co2GramsPerMile\r\n아반떼 N,\r\nEV6,0\r\n520d,201.168\r\n")
    let json = try await shell.run("list", "kia", "--columns", "make,fav", "--format", "json")
    #expect(json.output == "[\n  {\"make\": \"Kia\", \"favorite\": false}\n]\n")
  }

  @Test func `two fields order a list`() async throws {
    let shell = try Shell()
    let answer = try await shell.run(
      "list", "--sort", "fuel:desc,year:asc", "--columns", "fuel,year", "--format", "csv")

    #expect(answer.output == "fuel,year\r\nGasoline,2023\r\nElectric,2022\r\nDiesel,2021\r\n")
  }

  @Test func `models are listed with the number of their variants, and the ranges of their numbers`() async throws {
    let shell = try Shell(cars: Self.variants)
    let answer = try await shell.run("list", "--models")
    #expect(
      answer.output == """
        ★  Make  Model             Year  Class      Fuel         Economy           CO₂        $/year
           BMW   i4                2022  –          Electric    116 MPGe        0 g/mi          $650
           BMW   520 (2 variants)  2021  Large car  Diesel +1  43–47 mpg  185–201 g/mi  $1,200–1,350
           Kia   Rio (2 variants)  2021  Sedan +1   Gasoline      39 mpg             –        $1,150

        """)
    #expect(answer.status == 0 && answer.errors.isEmpty)
    let columns = ["--columns", "model,fuel,id"]
    let first = "Model             Fuel         ID\n520 (2 variants)  Diesel +1  1 +1\n"
    #expect(try await shell.run(["list", "--models", "2021", "--limit", "1"] + columns).output == first)
    #expect(try await shell.run("list", "--models", "nothing").errors == "No matching cars.\n")
  }

  @Test func `metric ranges have the unit of their fuels`() async throws {
    let shell = try Shell(cars: Self.variants)
    let columns = ["--columns", "model,mpg,co2,cost", "--units", "metric"]
    #expect(
      try await shell.run(["list", "--models", "520"] + columns).output == """
        Model                  Consumption           CO₂        $/year
        520 (2 variants)  5.0–5.5 L/100 km  115–125 g/km  $1,200–1,350

        """)
  }

  @Test func `fields that a list on the screen does not have are read from the cars of a model`() async throws {
    let shell = try Shell(cars: Self.variants)
    #expect(
      try await shell.run("list", "--models", "520", "--columns", "family,id,cyl").output == """
        Model family    ID  Cyl
        520           1 +1    –

        """)
  }

  @Test func `models are rows of a table only`() async throws {
    let shell = try Shell(cars: Self.variants)
    #expect(
      try await shell.run("list", "--models", "--format", "csv")
        == .init(
          status: 2,
          errors: """
            showroom: --models applies to tables, and not to csv. Leave it out; cars of a model have the same baseModel \
            and year.

            """))
  }

  @Test func `a view saved with folded models is listed by models, unless cars are requested`() async throws {
    let shell = try Shell(cars: Self.variants)
    _ = try await shell.run("list")
    try shell.store().save(SavedView(name: "old", query: "2021", columns: [.model], foldsModels: true))

    let models = try await shell.run("list", "@old")
    #expect(models.output == "Model\n520 (2 variants)\nRio (2 variants)\n")
    #expect(try await shell.run("list", "@old", "--no-models").output == "Model\n520d\n520i\nRio\nRio\n")
    #expect(try await shell.run("list", "@old", "--format", "csv").output == "model\r\n520d\r\n520i\r\nRio\r\nRio\r\n")
  }

  nonisolated private static let variants = [
    #"{"id": 1, "make": "BMW", "model": "520d", "baseModel": "520", "year": 2021, "class": "Large car", "fuel": "Diesel", "consumption": {"combined": 5.0}, "co2": 125, "annualFuelCost": 1200}"#,
    #"{"id": 2, "make": "BMW", "model": "520i", "baseModel": "520", "year": 2021, "class": "Large car", "fuel": "Petrol", "consumption": {"combined": 5.5}, "co2": 115, "annualFuelCost": 1350}"#,
    #"{"id": 3, "make": "Kia", "model": "Rio", "year": 2021, "class": "Sedan", "fuel": "Petrol", "consumption": {"combined": 6.0}}"#,
    #"{"id": 4, "make": "Kia", "model": "Rio", "year": 2021, "class": "Hatchback", "fuel": "Petrol", "consumption": {"combined": 6.0}}"#,
    #"{"id": 5, "make": "BMW", "model": "i4", "year": 2022, "fuel": "Electric", "electricConsumption": 18.0, "co2": 0}"#,
  ]

  @Test func `a saved view is listed by its name, in its order and columns, and words narrow it`() async throws {
    let shell = try Shell()
    _ = try await shell.run("list")
    let sort = Sort(.year, ascending: false)
    try shell.store().save(SavedView(name: "new", query: "year>=2022", sort: sort, columns: [.make, .year]))

    #expect(try await shell.run("list", "@new").output == "Make  Year ▼\n현대    2023\nKia     2022\n")
    #expect(try await shell.run("list", "@NEW", "kia").output == "Make  Year ▼\nKia     2022\n")
    #expect(
      try await shell.run("list", "@new", "--sort", "year:asc", "--columns", "model").output == "Model\nEV6\n아반떼 N\n")
    #expect(
      try await shell.run("list", "@now")
        == .init(status: 1, errors: "showroom: There is no view \"now\". Did you mean \"new\"?\n"))
    #expect(try await shell.run("list", "@new", "yaer:1").status == 2)
  }

  @Test func `an export of a search is what the command prints`() async throws {
    let shell = try Shell()
    _ = try await shell.run("list")
    let store = try shell.store()
    let index = try store.loadIndex()
    let sort = try #require(Sort(parsing: "year,make"))
    let result = try #require(index.search(.parse("2022"), sort: sort))
    let columns: [CarField] = [.year, .note, .economy]
    for format in ExportFormat.allCases {
      let export = CarListExport(result.ordinals, of: index, in: store, columns: columns)
      let printed = try await shell.run(
        "list", "2022", "--sort", "year,make", "--columns", "year,note,mpg", "--format", format.rawValue)

      #expect(try export.text(as: format) == printed.output)
    }
  }

  @Test func `CSV conforms to RFC 4180`() async throws {
    let shell = try await Self.hostileShell()
    #expect(
      try await shell.run("list", "--format", "csv").output
        == "id,make,model,baseModel,year,class,fuel,fuelName,cylinders,displacementLiters,drive,transmission,cityMPG,"
        + "highwayMPG,combinedMPG,electricCityMPG,electricHighwayMPG,electricMPG,blendedMPG,utilityFactor,"
        + "kWhPer100Miles,co2GramsPerMile,annualFuelCostUSD,priceUSD,electricRangeMiles,chargeHours,"
        + "totalRangeMiles,turbocharger,supercharger,startStop,engineDescription,transmissionDescription,"
        + "electricMotor,luggageVolumeCubicFeet,passengerVolumeCubicFeet,greenhouseGasScore,fuelEconomyScore,"
        + "gasGuzzler,fiveYearSavingsUSD,secondFuelMPG,secondFuelRangeMiles,secondFuelAnnualCostUSD,"
        + "favorite,note,"
        + "withdrawn\r\n"
        + "1,BMW,520d,520d,2021,Executive car,Diesel,Diesel,4,2,Rear-wheel drive,\"Automatic, 8-speed\",,,47.042917,,,,,,,"
        + "201.168,1200,,,,,,,,,,,,,,,,,,,,false,,false\r\n"
        + "4,Evil\u{FFFD},\"a, \"\"b\"\"\",\"a, \"\"b\"\"\",2020,,Gasoline,Petrol,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,false,"
        + "\"\u{FFFD}]0;x\u{FFFD}\nx\",false\r\n")
  }

  @Test(
    arguments: ["table", "json", "csv"])
  func `output to a terminal contains no control characters or directional overrides`(format: String) async throws {
    let answer = try await Self.hostileShell().run("list", "--format", format, columns: 120)
    let dangerous = answer.output.unicodeScalars.filter {
      $0 != "\n" && [.control, .format].contains($0.properties.generalCategory)
    }
    #expect(answer.status == 0 && answer.output.contains("Evil") && dangerous.isEmpty)
  }

  @Test func `JSON escapes control characters, and a parser restores them`() async throws {
    let output = try await Self.hostileShell().run("list", "evil", "--format", "json").output
    #expect(output.contains(#""make": "Evil\u202e""#))
    #expect(output.contains(#""note": "\u001b]0;x\u0007\nx""#))
    let cars = try JSONSerialization.jsonObject(with: Data(output.utf8)) as? [[String: Any]]
    #expect(cars?.first?["make"] as? String == "Evil\u{202E}")
    #expect(cars?.first?["model"] as? String == "a, \"b\"")
    #expect(cars?.first?["note"] as? String == "\u{1B}]0;x\u{7}\nx")
  }

  /// Returns a shell whose catalog has a directional override in a name and an escape sequence in a note.
  static func hostileShell() async throws -> Shell {
    let shell = try Shell(cars: [Shell.bmw, Shell.hostile])
    _ = try await shell.run("list")
    try shell.store().setNote("\u{1B}]0;x\u{7}\nx", id: 4)
    return shell
  }

  @Test func `invalid arguments are errors with status 2`() async throws {
    let shell = try Shell()
    #expect(
      try await shell.run("list", "yaer>=2020")
        == .init(
          status: 2,
          errors:
            "showroom: Invalid query at \"yaer>=2020\": There is no field \"yaer\". Did you mean \"year\"?\n"))
    #expect(
      try await shell.run("list", "--sort", "color")
        == .init(
          status: 2,
          errors:
            "showroom: --sort cannot be \"color\". Use "
            + "relevance, make, model, year, class, fuel, displ, mpg, mpge, co2, cost, price, range, charge, "
            + "totalrange, turbo, supercharger, startstop, engine, gearing, motor, luggage, passenger, ghg, score, "
            + "guzzler, savings, mpg2, "
            + "range2 or cost2, optionally followed by :asc or :desc, or two of them separated by a "
            + "comma.\n"))
    #expect(
      try await shell.run("list", "--limit", "0")
        == .init(status: 2, errors: "showroom: --limit cannot be 0. Use a number of at least 1.\n"))
    #expect(
      try await shell.run("list", "--columns", "maek")
        == .init(
          status: 2,
          errors: "showroom: --columns is not valid: There is no column \"maek\". Did you mean \"make\"?\n"))
  }
}

@Suite("CSVText")
struct CSVTextTests {
  @Test(
    arguments: [
      ("=cmd|'/C calc'!A0", "'=cmd|'/C calc'!A0"), ("+1", "'+1"), ("-1", "'-1"), ("@x", "'@x"), ("\tx", "'\u{FFFD}x"),
      ("a\u{1B}[31mb", "a\u{FFFD}[31mb"), ("a\nb", "a\nb"), ("a=b", "a=b"), ("", ""), ("\u{9B}x", "\u{FFFD}x"),
      ("a\u{202E}b", "a\u{FFFD}b"), ("\u{2066}a\u{2069}", "\u{FFFD}a\u{FFFD}"), ("\u{200F}\u{61C}", "\u{FFFD}\u{FFFD}"),
      ("e\u{301}👩\u{200D}🔧", "e\u{301}👩\u{200D}🔧"),
    ])
  func `text cannot be a formula or control a terminal`(text: String, guarded: String) {
    #expect(CSVText.guarded(text) == guarded)
  }
}
