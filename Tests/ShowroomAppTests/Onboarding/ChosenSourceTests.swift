import Catalogue
import Foundation
import Testing

@testable import ShowroomApp

@Suite("The source that was chosen in the program")
@MainActor
struct ChosenSourceTests {
  private let shell: Shell
  private let settings: Settings
  private let chosen: ChosenSource

  init() throws {
    shell = try Shell()
    var settings = try Settings(SettingsRequest(), environment: shell.environment)
    settings.dataDirectory = shell.home
    self.settings = settings
    chosen = ChosenSource(in: shell.home)
  }

  @Test("is what a refresh takes, unless the call or the configuration names another")
  func precedence() throws {
    let file = CatalogueSource.file(URL(fileURLWithPath: "/cars.csv"))
    let bundled = CatalogueSource.file(shell.home.appendingPathComponent("catalogue.json"))
    #expect(try settings.refreshSource() == bundled)
    try chosen.remember(file)
    #expect(try settings.refreshSource() == file)
    var named = settings
    named.source = try CatalogueSource(parsing: "https://example.org/cars.json")
    #expect(try named.refreshSource() == named.source)
    try chosen.remember(nil)
    try chosen.remember(nil)
    #expect(try settings.refreshSource() == bundled)
  }

  @Test("is a line of text that only its owner reads, as an address may carry a password")
  func file() throws {
    let address = try CatalogueSource(parsing: "https://me:secret@example.org/cars.json")
    try chosen.remember(.file(URL(fileURLWithPath: "/a.csv")))
    try chosen.remember(address)
    #expect(try String(contentsOfFile: chosen.path, encoding: .utf8) == "https://me:secret@example.org/cars.json\n")
    #expect(chosen.source == address)
    let mode = try FileManager.default.attributesOfItem(atPath: chosen.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: shell.home.path).sorted() == ["catalogue.json", "source"])
  }

  @Test("is none where the file says nothing that could be one", arguments: ["", "\n", "ftp://example.org\n"])
  func damaged(text: String) throws {
    try shell.write(text, to: "source")
    #expect(chosen.source == nil)
  }
}
