import Foundation
import ShowroomCatalog
import Testing

@testable import ShowroomApp
@testable import ShowroomSettings

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

  @Test func `a refresh reads the source that was loaded last, unless one is configured`() async throws {
    let store = try CatalogStore(directory: shell.home)
    let bundled = CatalogSource.file(shell.home.appendingPathComponent("catalog.csv.gz"))
    #expect(try settings.refreshSource(of: store) == bundled)

    try shell.write(Shell.catalog([Shell.bmw, Shell.kia]), to: "cars.json")
    let file = CatalogSource.file(shell.home.appendingPathComponent("cars.json"))
    _ = try await store.refreshAndRemember(from: file, approval: { _ in true })

    #expect(try settings.refreshSource(of: store) == file)
    var named = settings
    named.source = try CatalogSource(parsing: "https://example.org/cars.json")
    #expect(try named.refreshSource(of: store) == named.source)

    _ = try await store.refreshAndRemember(from: bundled, approval: { _ in true })

    #expect(try settings.refreshSource(of: store) == bundled)
    #expect(chosen.source == nil)
  }

  @Test(arguments: ["old/share/showroom-resources", "old/Resources", "old/share/showroom"])
  func `bundled cars are refreshed from the bundled catalog even after the program is moved`(folder: String)
    async throws
  {
    let store = try CatalogStore(directory: shell.home)
    let folder = shell.home.appendingPathComponent(folder)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let old = folder.appendingPathComponent("catalog.csv.gz")
    try FileManager.default.copyItem(at: shell.home.appendingPathComponent("catalog.csv.gz"), to: old)
    _ = try await store.refresh(from: .file(old))
    #expect(try settings.refreshSource(of: store) == .file(old))

    try FileManager.default.removeItem(at: old)

    #expect(
      try settings.refreshSource(of: store) == .file(shell.home.appendingPathComponent("catalog.csv.gz")))
  }

  @Test(arguments: ["catalog.json", "catalogue.json", "catalog.csv.gz"])
  func `a missing file of the user is not the bundled catalog, regardless of its name`(name: String) async throws {
    let store = try CatalogStore(directory: shell.home)
    let folder = shell.home.appendingPathComponent("mine")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try shell.write(Shell.catalog(Shell.cars), to: "mine/\(name)")
    let own = CatalogSource.file(folder.appendingPathComponent(name))
    _ = try await store.refresh(from: own)

    try FileManager.default.removeItem(at: folder)

    #expect(try settings.refreshSource(of: store) == own)
  }

  @Test func `only the secrets of the source that was loaded last are kept`()
    async throws
  {
    let store = try CatalogStore(directory: shell.home)
    let secret = try CatalogSource(parsing: "https://me:secret@example.org/cars.json")
    try store.rememberSecrets(of: secret)
    #expect(chosen.source == secret)

    try shell.write(Shell.catalog(Shell.cars), to: "cars.json")
    let file = CatalogSource.file(shell.home.appendingPathComponent("cars.json"))
    _ = try await store.refreshAndRemember(from: file, approval: { _ in true })

    #expect(chosen.source == nil)
    #expect(try settings.refreshSource(of: store) == file)
  }

  @Test func `the saved source is readable only by its owner, because a URL may contain a password`() throws {
    let address = try CatalogSource(parsing: "https://me:secret@example.org/cars.json")
    try chosen.remember(.file(URL(fileURLWithPath: "/a.csv")))
    try chosen.remember(address)
    #expect(try String(contentsOfFile: chosen.path, encoding: .utf8) == "https://me:secret@example.org/cars.json\n")
    #expect(chosen.source == address)
    let mode = try FileManager.default.attributesOfItem(atPath: chosen.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: shell.home.path).sorted() == [
        "catalog.csv.gz", "edition.json", "source",
      ])
  }

  @Test(arguments: ["", "\n", "ftp://example.org\n"])
  func `a file without a valid source is ignored`(text: String) throws {
    try shell.write(text, to: "source")
    #expect(chosen.source == nil)
  }
}
