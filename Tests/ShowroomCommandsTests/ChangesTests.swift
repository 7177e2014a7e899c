import Foundation
import ShowroomCatalog
import ShowroomText
import Testing

@testable import ShowroomCommands
@testable import ShowroomFormatting

@Suite("showroom changes", .timeLimit(.minutes(20)))
@MainActor
struct ChangesTests {
  /// The time of the refresh, in the time zone of the machine.
  private static let time = "2026-05-01 14:03"

  /// Refreshes the catalog of the shell: the Kia changes, the Hyundai goes, and a Volvo comes.
  private func refreshed(_ shell: Shell) async throws {
    _ = try await shell.run("list")
    let kia = Shell.kia.replacing("500", with: "450").replacing(#""Small SUV""#, with: "null")
    let volvo = #"{"id": 5, "make": "Volvo", "model": "EX30", "year": 2024, "fuel": "Electric"}"#
    try shell.write(Shell.catalog([Shell.bmw, kia, volvo]), to: "catalog.csv.gz")
    #expect(try await shell.run("refresh", "--allow-shrink").output == "1 new, 1 changed, 1 gone\n")
    let seconds = try #require(TimestampFormatting.seconds(parsing: Self.time))
    try shell.store().writeDurably { db in
      try db.execute(sql: "UPDATE catalogRefresh SET refreshedAt = ?", arguments: [seconds])
    }
  }

  @Test func `the cars are listed by make with the fields that changed, and the status is 3`() async throws {
    let shell = try Shell()
    try await refreshed(shell)

    #expect(
      try await shell.run("changes")
        == .init(
          status: 3,
          output: """
            1 new, 1 changed, 1 gone (2026-05-01 14:03)

            Kia
              changed  2022 EV6: Class Small SUV → –, Electric range 311 → 280 mi

            Volvo
              new      2024 EX30

            현대
              gone     2023 아반떼 N

            """))
    #expect(
      try await shell.run("changes", "--ascii", "--units", "metric", "kia").output == """
        1 changed (2026-05-01 14:03)

        Kia
          changed  2022 EV6: Class Small SUV -> -, Electric range 500 -> 450 km

        """)
  }

  @Test func `the changes of the latest refresh can be columns of the list`() async throws {
    let shell = try Shell()
    try await refreshed(shell)
    let columns = ["list", "--sort", "make", "--columns", "make,city,new,changed"]

    let table = try await shell.run(columns).output
    #expect(
      table == """
        Make ▲  City  New  Changed
        BMW        –
        Kia        –       yes
        Volvo      –  yes

        """)
    #expect(
      try await shell.run(columns + ["--format", "csv"]).output
        == "make,cityMPG,new,changed\r\nBMW,,false,false\r\nKia,,false,true\r\nVolvo,,true,false\r\n")
    #expect(try await shell.run("list", "--format", "csv").output.contains(/withdrawn\r\n/))
  }

  @Test func `without a change the status is 0`() async throws {
    let shell = try Shell()
    let none = Shell.Answer(status: 0, output: "No changes\n")
    #expect(try await shell.run("changes") == none)
    #expect(try await shell.run("changes", "--since", "2020-01-01") == none)

    try await refreshed(shell)

    #expect(try await shell.run("changes", "--since", "2026-05-02") == none)
    #expect(try await shell.run("changes", "--since", "2026-05-01").status == 3)
    #expect(try await shell.run("changes", "--since", "2026-05-01T14:04") == none)
    #expect(
      try await shell.run("changes", "make:bmw") == .init(status: 0, output: "No changes (2026-05-01 14:03)\n"))
  }

  @Test func `the status is 0 if the reader closes the output`() async throws {
    let shell = try Shell()
    try await refreshed(shell)
    signal(SIGPIPE, SIG_IGN)
    let (pipe, errors) = (Pipe(), try Capture())
    try pipe.fileHandleForReading.close()
    let output = TextOutput(descriptor: pipe.fileHandleForWriting.fileDescriptor, columns: nil)

    let status = await shell.run(["changes"], output, errors.output)

    withExtendedLifetime(pipe) {}
    #expect(try status == 0 && errors.text().isEmpty)
  }

  @Test func `JSON has the numbers of cars, and the old and new values in US units`() async throws {
    let shell = try Shell()
    try await refreshed(shell)
    let seconds = try #require(TimestampFormatting.seconds(parsing: Self.time))
    let time = Date(timeIntervalSince1970: seconds).formatted(.iso8601)

    let answer = try await shell.run("changes", "--format", "json", "--units", "metric")

    #expect(
      answer.output == """
        {"from": "\(time)", "to": "\(time)", "new": 1, "changed": 1, "gone": 1, "repriced": 0, "cars": [
          {"change": "changed", "id": 22, "make": "Kia", "model": "EV6", "year": 2022, "fields": \
        [{"field": "class", "old": "Small SUV", "new": null}, \
        {"field": "electricRangeMiles", "old": 310.685596, "new": 279.617037}]},
          {"change": "new", "id": 5, "make": "Volvo", "model": "EX30", "year": 2024},
          {"change": "gone", "id": 333, "make": "현대", "model": "아반떼 N", "year": 2023}
        ]}

        """)
    #expect(answer.status == 3)
    #expect(
      try await shell.run("changes", "--format", "json", "make:bmw")
        == .init(
          status: 0,
          output: #"{"from": "\#(time)", "to": "\#(time)", "new": 0, "changed": 0, "gone": 0, "cars": []}"# + "\n"))
    #expect(
      try await shell.run("changes", "--format", "json", "--since", "2027-01-01").output
        == #"{"from": null, "to": null, "new": 0, "changed": 0, "gone": 0, "repriced": 0, "cars": []}"# + "\n")
  }

  @Test(
    arguments: [
      ("electric", ["Kia", "Volvo"]), ("fuel:gasoline", ["현대"]), ("year>=2023", ["Volvo", "현대"]), ("bmw", []),
    ])
  func `the changes of a view are those of the cars that match, or did`(query: String, makes: [String]) async throws {
    let shell = try Shell()
    try await refreshed(shell)
    try shell.store().save(SavedView(name: "mine", query: query))

    let answer = try await shell.run("changes", "@mine")

    #expect(answer.status == (makes.isEmpty ? 0 : 3))
    for make in ["BMW", "Kia", "Volvo", "현대"] { #expect(answer.output.contains(make) == makes.contains(make)) }
  }

  @Test func `an invalid argument is an error with status 2, and an unknown view one with status 1`() async throws {
    let shell = try Shell()
    for date in ["yesterday", "2026-02-30", "2026-13-01", "2026-05-01T24:00", "2026-5-1", "", "2026-05-01T14:03:00+02"]
    {
      #expect(
        try await shell.run("changes", "--since", date)
          == .init(
            status: 2,
            errors: "showroom: --since cannot be \"\(date)\". Use a date such as 2026-05-01 or a time such as "
              + "2026-05-01T14:03.\n"))
    }
    #expect(try await shell.run("changes", "mpg>x").status == 2)
    #expect(try await shell.run("changes", "--format", "csv").status == 2)
    #expect(
      try await shell.run("changes", "@kias")
        == .init(status: 1, errors: "showroom: There is no view \"kias\". Save one on the screen.\n"))
  }

  @Test func `a date is the beginning of its day, and a time with Z is in UTC`() throws {
    let noon = try #require(TimestampFormatting.seconds(parsing: "2026-05-01T12:00:00Z"))
    #expect(Date(timeIntervalSince1970: noon).formatted(.iso8601) == "2026-05-01T12:00:00Z")
    for text in ["2026-05-01 00:00", "2028-02-29 23:59"] {
      let seconds = try #require(TimestampFormatting.seconds(parsing: text))
      #expect(TimestampFormatting().minute(seconds) == text)
    }
    #expect(
      TimestampFormatting.seconds(parsing: "2026-05-01") == TimestampFormatting.seconds(parsing: "2026-05-01 00:00:00"))
  }

  @Test func `hostile names never reach the terminal`() async throws {
    let shell = try Shell(cars: [Shell.bmw, Shell.kia])
    let hostile = #"{"id": 5, "make": "Fiat", "model": "500\u202e", "year": 2020, "fuel": "Petrol"}"#
    _ = try await shell.run("list")
    try shell.write(Shell.catalog([Shell.bmw, Shell.kia, Shell.hostile, hostile]), to: "catalog.csv.gz")
    _ = try await shell.run("refresh")

    let answer = try await shell.run("changes")

    #expect(answer.output.contains("Evil") && !answer.output.contains("\u{202E}"))
  }

  @Test func `a number that differs only in decimals that are not displayed is shown with them`() {
    var (old, new) = (Car(id: 1, make: "a", model: "b", year: 2000), Car(id: 1, make: "a", model: "b", year: 2000))
    (old[.co2], new[.co2]) = (318.1, 318.25)
    (old[.combinedMPG], new[.combinedMPG]) = (20, 22)
    (old[.utilityFactor], new[.utilityFactor]) = (0.5, 0.501)
    let formatting = CarFormatting()

    #expect(formatting.change(of: .co2, from: old, to: new) == "318.1 → 318.25 g/mi")
    #expect(formatting.change(of: .economy, from: old, to: new) == "20 → 22 mpg")
    #expect(formatting.change(of: .utilityFactor, from: old, to: new) == "0.5 → 0.501")
    #expect(
      formatting.change(of: .cylinders, from: old, to: Car(id: 1, make: "a", model: "b", year: 2000, cylinders: 4))
        == "– → 4")
  }
}
