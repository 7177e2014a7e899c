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

  @Test("names a car that is not there, with status 1")
  func notFound() async throws {
    #expect(
      try await Shell().run("show", "99")
        == .init(
          status: 1, errors: "showroom: There is no car 99 in the catalogue: showroom list shows the IDs there are.\n"))
  }
}
