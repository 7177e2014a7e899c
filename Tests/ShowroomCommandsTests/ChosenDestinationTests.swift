import Foundation
import ShowroomUploads
import Testing

@testable import ShowroomApp
@testable import ShowroomSettings

@MainActor
struct ChosenDestinationTests {
  private func dependencies(_ shell: Shell, _ more: [String: String] = [:]) throws -> UploadDependencies {
    let environment = shell.environment.merging(more) { $1 }
    return UploadDependencies(
      store: try shell.store(), settings: try Settings(SettingsRequest(), environment: environment),
      environment: environment)
  }

  @Test func `a chosen destination is used after a restart by the screen and by the command line`() async throws {
    let shell = try Shell()
    try shell.write("Papers", to: "scan.pdf")
    _ = try await shell.run("list")
    let chosen = Destination.folder(shell.home.appendingPathComponent("in").path)
    try dependencies(shell).live().choose(chosen)

    #expect(try dependencies(shell).live().destination.value == chosen)
    let answer = try await shell.run("upload", "22", shell.home.appendingPathComponent("scan.pdf").path)
    #expect(answer.output == "scan.pdf: uploaded, 6 B, \(chosen)/22/scan.pdf\n")
    #expect(answer.errors == "Uploading to \(chosen), the destination chosen on the screen.\n")
  }

  @Test func `a destination named explicitly overrides the saved one, which only the user can read`() throws {
    let shell = try Shell()
    let chosen = try Destination(parsing: "dav+https://files.example/cars", home: "/", base: "/")
    try FileManager.default.createDirectory(
      at: shell.home.appendingPathComponent(".local/share/showroom"), withIntermediateDirectories: true)
    try dependencies(shell).live().choose(chosen)
    #expect(try dependencies(shell).destinations.initial == chosen)
    #expect(try dependencies(shell, ["SHOWROOM_DESTINATION": "/srv/in"]).destinations.initial == .folder("/srv/in"))
    let path = shell.home.appendingPathComponent(".local/share/showroom/destination").path
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    try Data("tus+ftp://?".utf8).write(to: URL(fileURLWithPath: path))
    #expect(try dependencies(shell).destinations.chosen == nil)
  }

  @Test func `a destination that cannot be saved is an error`() throws {
    let shell = try Shell()
    let choice = ChosenDestination(in: shell.home.appendingPathComponent("missing"))

    let failure = #expect(throws: UploadFailure.self) { try choice.remember(.folder("/srv/in")) }

    #expect(failure?.cause == .store)
    #expect(failure?.message.contains("No such file or directory") == true)
  }

  @Test func `a FIFO in place of the chosen source or destination blocks nothing`() async throws {
    let shell = try Shell()
    for name in ["source", "destination"] {
      try #require(mkfifo(shell.home.appendingPathComponent(name).path, 0o600) == 0)
    }

    #expect(ChosenSource(in: shell.home).source == nil && ChosenDestination(in: shell.home).destination == nil)
  }
}
