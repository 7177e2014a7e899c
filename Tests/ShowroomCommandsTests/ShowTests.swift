import Foundation
import Testing

@Suite("showroom show", .timeLimit(.minutes(5)))
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
        Annual fuel cost  –
        Electricity       29.0 kWh/100 mi
        Electric range    311 mi
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
}
