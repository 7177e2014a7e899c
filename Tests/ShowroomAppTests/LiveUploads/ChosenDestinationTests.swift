import Foundation
import Testing
import Uploads

@testable import ShowroomApp

@Suite("The destination chosen on the screen")
@MainActor
struct ChosenDestinationTests {
  private func equipment(_ shell: Shell, _ more: [String: String] = [:]) throws -> UploadEquipment {
    let environment = shell.environment.merging(more) { $1 }
    return UploadEquipment(
      store: try shell.store(), settings: try Settings(SettingsRequest(), environment: environment),
      environment: environment)
  }

  @Test func `is used again after a restart, by the screen and by the command line`() async throws {
    let shell = try Shell()
    try shell.write("Papers", to: "scan.pdf")
    _ = try await shell.run("list")
    let chosen = Destination.folder(shell.home.appendingPathComponent("in").path)
    try equipment(shell).live().choose(chosen)

    #expect(try equipment(shell).live().destination.value == chosen)
    let answer = try await shell.run("upload", "22", shell.home.appendingPathComponent("scan.pdf").path)
    #expect(answer.output == "scan.pdf: uploaded, 6 B, \(chosen)/22/scan.pdf\n")
    #expect(answer.errors == "Uploading to \(chosen), the destination chosen on the screen.\n")
  }

  @Test func `gives way to one that is named, and is kept from others`() throws {
    let shell = try Shell()
    let chosen = try Destination(parsing: "dav+https://files.example/cars", home: "/", base: "/")
    try FileManager.default.createDirectory(
      at: shell.home.appendingPathComponent(".local/share/showroom"), withIntermediateDirectories: true)
    try equipment(shell).live().choose(chosen)
    #expect(try equipment(shell).places.initial == chosen)
    #expect(try equipment(shell, ["SHOWROOM_DESTINATION": "/srv/in"]).places.initial == .folder("/srv/in"))
    let path = shell.home.appendingPathComponent(".local/share/showroom/destination").path
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    try Data("tus+ftp://?".utf8).write(to: URL(fileURLWithPath: path))
    #expect(try equipment(shell).places.chosen == nil)
  }
}
