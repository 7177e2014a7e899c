import Foundation
import ShowroomCatalog
import Testing

@Suite("showroom facets", .timeLimit(.minutes(20)))
@MainActor
struct FacetsTests {
  static let cars = [
    Shell.bmw, Shell.kia, Shell.hyundai,
    #"{"id": 5, "make": "Kia", "model": "Niro", "year": 2019, "fuel": "Hybrid", "cylinders": 4}"#,
  ]

  @Test func `values are listed with their counts and bars, the most frequent first`() async throws {
    let shell = try Shell(cars: Self.cars)
    #expect(
      try await shell.run("facets", "make")
        == .init(
          status: 0,
          output: """
            Make  Cars
            Kia      2  ████████████████████████
            BMW      1  ████████████
            현대     1  ████████████

            """))
    #expect(
      try await shell.run("facets", "fuel", "make:kia", "--ascii", "--limit", "1").output == """
        Fuel      Cars
        Electric     1  ########################

        """)
    #expect(try await shell.run("facets", "make", "make:kia", "--format", "csv").output.contains("BMW,1"))
  }

  @Test func `numbers are counted in ranges, and unknown values last`() async throws {
    let shell = try Shell(cars: Self.cars)
    #expect(
      try await shell.run("facets", "year", "--buckets", "3").output == """
             Year  Cars
             2019     1  ████████████
        2020–2021     1  ████████████
        2022–2023     2  ████████████████████████

        """)
    #expect(
      try await shell.run("facets", "cylinders", "--format", "json").output
        == "[\n  {\"value\": \"4\", \"count\": 2},\n  {\"value\": null, \"count\": 2}\n]\n")
    #expect(
      try await shell.run("facets", "co2", "--buckets", "1", "--format", "csv").output
        == "from,to,count\r\n0,250,2\r\n,,2\r\n")
    #expect(try await shell.run("facets", "fav", "--format", "csv").output == "value,count\r\nyes,0\r\nno,4\r\n")
  }

  @Test func `ranges end with the catalog, and a range of fractions names the bound that it does not reach`()
    async throws
  {
    let cars = [0.9, 1.4, 3.0].enumerated().map { id, liters in
      #"{"id": \#(id + 1), "make": "Kia", "model": "Rio", "year": \#(2019 + id), "fuel": "Petrol", "displacement": \#(liters)}"#
    }
    let shell = try Shell(cars: cars)

    #expect(
      try await shell.run("facets", "year", "--buckets", "2", "--ascii").output == """
             Year  Cars
             2019     1  ############
        2020-2021     2  ########################

        """)
    #expect(
      try await shell.run("facets", "year", "--buckets", "2", "--format", "csv").output
        == "from,to,count\r\n2018,2020,1\r\n2020,2022,2\r\n")
    #expect(
      try await shell.run("facets", "displ", "--buckets", "3", "--ascii").output == """
        Displacement (L)  Cars
                   0.9-2     2  ########################
                     2-3     1  ############

        """)
  }

  @Test func `cars for which a property is unknown are counted last`() async throws {
    let turbo = #"{"id": 6, "make": "Kia", "model": "Rio", "year": 2020, "fuel": "Petrol", "turbocharger": true}"#
    let shell = try Shell(cars: Self.cars + [turbo])

    #expect(
      try await shell.run("facets", "turbo", "--format", "csv").output == "value,count\r\nyes,1\r\nno,0\r\n,4\r\n")
    #expect(
      try await shell.run("facets", "startstop", "--format", "json")
        == .init(status: 0, output: "[\n  {\"value\": null, \"count\": 5}\n]\n"))
  }

  @Test func `a limit keeps the most frequent values, including numbers, ranges and properties`() async throws {
    let cars = zip(1..., [3, 6, 6]).map { id, number in
      #"{"id": \#(id), "make": "Kia", "model": "K", "year": 200\#(number), "fuel": "Petrol", "cylinders": \#(number)}"#
    }
    let shell = try Shell(cars: cars)
    func counts(_ field: String) async throws -> String {
      try await shell.run("facets", field, "--limit", "1", "--format", "csv").output
    }

    #expect(try await counts("cyl") == "value,count\r\n6,2\r\n")
    #expect(try await counts("year") == "from,to,count\r\n2006,2007,2\r\n")
    #expect(try await counts("fav") == "value,count\r\nno,3\r\n")
  }

  @Test func `a query without matches has an empty output and a remark`() async throws {
    let shell = try Shell(cars: Self.cars)

    #expect(
      try await shell.run("facets", "fuel", "kai") == .init(status: 0, errors: "No matching cars. Did you mean kia?\n"))
    #expect(try await shell.run("facets", "fuel", "zzz", "--format", "json").output == "[]\n")
    #expect(try await shell.run("facets", "year", "zzz", "--format", "csv").output == "from,to,count\r\n")
  }

  @Test func `a saved view is counted`() async throws {
    let shell = try Shell(cars: Self.cars)
    _ = try await shell.run("list")
    try shell.store().save(SavedView(name: "kias", query: "kia"))

    #expect(
      try await shell.run("facets", "fuel", "@kias", "2022", "--format", "csv").output
        == "value,count\r\nElectric,1\r\n")
  }

  @Test(arguments: [
    (["maek"], "There is no field \"maek\" to count. Did you mean \"make\"?"),
    (["make", "yaer:1"], "Invalid query at \"yaer:1\": There is no field \"yaer\". Did you mean \"year\"?"),
    (["make", "--buckets", "0"], "--buckets cannot be 0. Use a number from 1 to 1000."),
    (["make", "--buckets", "-1"], "--buckets cannot be -1. Use a number from 1 to 1000."),
    (["make", "--limit", "0"], "--limit cannot be 0. Use a number of at least 1."),
    (["make", "--limit", "-5"], "--limit cannot be -5. Use a number of at least 1."),
  ])
  func `an invalid argument is an error with status 2`(arguments: [String], message: String) async throws {
    let answer = try await Shell().run(["facets"] + arguments)

    #expect(answer == .init(status: 2, errors: "showroom: \(message)\n"))
  }
}
