import Foundation
import Testing

@Suite("showroom show", .timeLimit(.minutes(20)))
@MainActor
struct ShowTests {
  @Test func `the report contains all facts about a car and the user data`() async throws {
    let shell = try Shell()
    _ = try await shell.run("list")
    let store = try shell.store()
    try store.setFavorite(true, id: 22)
    try store.setNote("Quiet.\nSeats\u{1B}[1m firm.", id: 22)
    #expect(
      try await shell.run("show", "22").output == """
        Car               Kia EV6
        Year              2022
        ID                22
        Class             Small SUV
        Fuel              Electric
        Cylinders         –
        Displacement      –
        Drive             –
        Transmission      –
        City              –
        Highway           –
        Combined          116 MPGe
        CO₂               0 g/mi
        Annual fuel cost  $650
        Electricity       29.0 kWh/100 mi
        Electric range    311 mi
        Costs assume      EPA, 15,000 mi/year
        Favorite          yes
        Note              Quiet.
                          Seats␛[1m firm.

        """)
    let json = try await shell.run("show", "22", "--format", "json").output
    let car = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    #expect(car?["favorite"] as? Bool == true && car?["note"] as? String == "Quiet.\nSeats\u{1B}[1m firm.")
  }

  @Test func `the report lists the attachments of a car`() async throws {
    let shell = try Shell()
    try shell.write("12345", to: "a b.pdf")
    try shell.write("1", to: "two\nlines\u{1B}[1m")
    for name in ["a b.pdf", "two\nlines\u{1B}[1m"] {
      let upload = try await shell.run("upload", "22", shell.home.appendingPathComponent(name).path)
      #expect(upload.status == 0)
    }

    let text = try await shell.run("show", "22").output
    let json = try await shell.run("show", "22", "--format", "json").output

    let folder = shell.home.appendingPathComponent(".local/share/showroom/uploads").path
    #expect(
      text.hasSuffix(
        """
        Favorite          no
        Attachments       a b.pdf  5 B  at \(folder)
                          two%0Alines%1B[1m  1 B  at \(folder)

        """), "\(text)")
    let car = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let files = try #require(car?["attachments"] as? [[String: Any]])
    #expect(files.map { $0["name"] as? String } == ["a b.pdf", "two%0Alines%1B[1m"])
    #expect(files.first?["size"] as? Int == 5)
    #expect(files.first?["destination"] as? String == folder)
    #expect((files.first?["uploadedAt"] as? String)?.hasSuffix("Z") == true)
    #expect((files.first?["sha256"] as? String)?.count == 64)
  }

  @Test func `a car without attachments has an empty array in JSON`() async throws {
    let json = try await Shell().run("show", "22", "--format", "json").output

    #expect(json.hasSuffix(#", "attachments": []}"# + "\n"))
  }

  @Test func `a missing car is an error with status 1`() async throws {
    #expect(
      try await Shell().run("show", "99")
        == .init(
          status: 1, errors: "showroom: Car 99 is not in the catalog. Use showroom list to list cars with their IDs.\n")
    )
  }

  @Test func `several cars are reported one after the other, in JSON each on a line`() async throws {
    let shell = try Shell()

    let text = try await shell.run("show", "22", "1").output
    let json = try await shell.run("show", "22", "1", "--format", "json").output

    let cars = text.components(separatedBy: "\n\n")
    #expect(
      cars.map { $0.split(separator: "\n").first } == ["Car               Kia EV6", "Car               BMW 520d"])
    #expect(json.split(separator: "\n").map { $0.prefix(10) } == [#"{"id": 22,"#, #"{"id": 1, "#])
  }

  @Test func `a sheet has the cars side by side, with notes, in the chosen units, and where they are from`()
    async throws
  {
    let shell = try Shell()
    _ = try await shell.run("list")
    try shell.store().setNote("Quiet | fast", id: 22)

    let sheet = try await shell.run("show", "22", "1", "--format", "markdown", "--units", "metric").output

    #expect(sheet.hasPrefix("# 2 cars compared\n\n|  | Kia EV6 2022 | BMW 520d 2021 |\n|---|---|---|\n"))
    #expect(sheet.contains("\n| CO₂ | **0 g/km** | 125 g/km ██████████ |\n"))
    #expect(
      sheet.hasSuffix("\n## Notes\n\n**Kia EV6 2022**\n\n> Quiet \\| fast\n\nSource: Test, edition 2020-01\n"),
      "\(sheet)")
    #expect(!sheet.contains(shell.home.path))
    #expect(try await shell.run("show", "22", "1", "--format", "markdown", "--units", "metric").output == sheet)
  }

  @Test(arguments: [("html", "<!DOCTYPE html>"), ("svg", "<?xml version=\"1.0\" encoding=\"UTF-8\"?>")])
  func `a sheet is a page or a picture`(format: String, beginning: String) async throws {
    let sheet = try await Shell().run("show", "1", "--format", format).output

    #expect(sheet.hasPrefix(beginning + "\n") && sheet.contains("BMW 520d 2021"))
  }

  @Test func `nothing is written if one of several cars is missing`() async throws {
    let answer = try await Shell().run("show", "1", "99", "--format", "html")

    #expect(answer.status == 1 && answer.output == "")
    #expect(answer.errors == "showroom: Car 99 is not in the catalog. Use showroom list to list cars with their IDs.\n")
  }

  @Test func `the source is named without the folder of its file`() async throws {
    let shell = try Shell()
    try shell.write(Shell.catalog([Shell.bmw]), to: "my cars.json")
    _ = try await shell.run("refresh", "--source", shell.home.appendingPathComponent("my cars.json").path)

    let sheet = try await shell.run("show", "1", "--format", "markdown").output

    #expect(sheet.hasSuffix("\nSource: my cars.json\n"))
  }
}
