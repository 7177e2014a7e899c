import Foundation
import Testing

@Suite("showroom show", .timeLimit(.minutes(5)))
@MainActor
struct ShowTests {
  @Test("says everything known about a car, and what the user has on it")
  func text() async throws {
    let shell = try Shell()
    _ = try await shell.run("list")
    let store = try shell.store()
    try await store.setFavourite(true, id: 22)
    try await store.setNote("Quiet.\nSeats\u{1B}[1m firm.", id: 22)
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
        Fuel cost a year  –
        Electricity       29.0 kWh/100 mi
        Electric range    311 mi
        Favourite         yes
        Note              Quiet.
                          Seats␛[1m firm.

        """)
    let json = try await shell.run("show", "22", "--format", "json").output
    let car = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    #expect(car?["favourite"] as? Bool == true && car?["note"] as? String == "Quiet.\nSeats\u{1B}[1m firm.")
  }

  @Test func `lists the files of a car`() async throws {
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
        Favourite         no
        Attachments       a b.pdf  5 B  at \(folder)
                          two_lines_[1m  1 B  at \(folder)

        """), "\(text)")
    let car = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any]
    let files = try #require(car?["attachments"] as? [[String: Any]])
    #expect(files.map { $0["name"] as? String } == ["a b.pdf", "two_lines_[1m"])
    #expect(files.first?["size"] as? Int == 5)
    #expect(files.first?["destination"] as? String == folder)
    #expect((files.first?["uploadedAt"] as? String)?.hasSuffix("Z") == true)
    #expect((files.first?["sha256"] as? String)?.count == 64)
  }

  @Test func `a car without files has none in JSON`() async throws {
    let json = try await Shell().run("show", "22", "--format", "json").output

    #expect(json.hasSuffix(#", "attachments": []}"# + "\n"))
  }

  @Test("names a car that is not there, with status 1")
  func notFound() async throws {
    #expect(
      try await Shell().run("show", "99")
        == .init(
          status: 1, errors: "showroom: There is no car 99 in the catalogue: showroom list shows the IDs there are.\n"))
  }
}
