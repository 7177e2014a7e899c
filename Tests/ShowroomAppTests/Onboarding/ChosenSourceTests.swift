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

  @Test func `the source that was loaded last is the one that a refresh takes, unless one is configured`() async throws
  {
    let store = try CatalogueStore(directory: shell.home)
    let bundled = CatalogueSource.file(shell.home.appendingPathComponent("catalogue.json"))
    #expect(try settings.refreshSource(of: store) == bundled)

    try shell.write(Shell.catalogue([Shell.bmw, Shell.kia]), to: "cars.json")
    let file = CatalogueSource.file(shell.home.appendingPathComponent("cars.json"))
    _ = try await store.refreshAndRemember(from: file, approval: { _ in true })

    #expect(try settings.refreshSource(of: store) == file)
    var named = settings
    named.source = try CatalogueSource(parsing: "https://example.org/cars.json")
    #expect(try named.refreshSource(of: store) == named.source)

    _ = try await store.refreshAndRemember(from: bundled, approval: { _ in true })

    #expect(try settings.refreshSource(of: store) == bundled)
    #expect(chosen.source == nil)
  }

  @Test func `bundled cars are refreshed from the bundled catalogue also after the program has moved`() async throws {
    let store = try CatalogueStore(directory: shell.home)
    try FileManager.default.createDirectory(
      at: shell.home.appendingPathComponent("old"), withIntermediateDirectories: true)
    let old = shell.home.appendingPathComponent("old/catalogue.json")
    try FileManager.default.copyItem(at: shell.home.appendingPathComponent("catalogue.json"), to: old)
    _ = try await store.refresh(from: .file(old))
    #expect(try settings.refreshSource(of: store) == .file(old))

    try FileManager.default.removeItem(at: old)

    #expect(
      try settings.refreshSource(of: store) == .file(shell.home.appendingPathComponent("catalogue.json")))
  }

  @Test func `the secrets of the source that was loaded last are kept for its next refresh, and no others`()
    async throws
  {
    let store = try CatalogueStore(directory: shell.home)
    let secret = try CatalogueSource(parsing: "https://me:secret@example.org/cars.json")
    try store.rememberSecrets(of: secret)
    #expect(chosen.source == secret)

    try shell.write(Shell.catalogue(Shell.cars), to: "cars.json")
    let file = CatalogueSource.file(shell.home.appendingPathComponent("cars.json"))
    _ = try await store.refreshAndRemember(from: file, approval: { _ in true })

    #expect(chosen.source == nil)
    #expect(try settings.refreshSource(of: store) == file)
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
