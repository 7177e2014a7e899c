import Foundation
import ShowroomCatalog
import Testing

@testable import ShowroomApp
@testable import ShowroomSettings

struct ResourceLocatorTests {
  func places(_ executable: String, _ environment: [String: String] = [:]) -> [String] {
    ResourceLocator(environment: environment, executable: URL(fileURLWithPath: executable)).places.map(\.path)
  }

  @Test func `an installed program finds its files in share`() {
    #expect(places("/opt/showroom/bin/showroom") == ["/opt/showroom/share/showroom-resources"])
  }

  @Test func `a built program finds its files in the checkout`() {
    #expect(places("/src/.build/release/showroom").last == "/src/Resources")
    #expect(places("/src/.build/x86_64-unknown-linux-gnu/debug/showroom").last == "/src/Resources")
  }

  @Test func `SHOWROOM_RESOURCES is the only folder that is searched`() {
    #expect(places("/opt/bin/showroom", ["SHOWROOM_RESOURCES": "/r"]) == ["/r"])
    #expect(places("/opt/bin/showroom", ["SHOWROOM_RESOURCES": ""]) == ["/opt/share/showroom-resources"])
  }

  @Test func `the error for a missing file contains the searched folders`() {
    let locator = ResourceLocator(environment: [:], executable: URL(fileURLWithPath: "/nowhere/bin/showroom"))
    #expect(throws: ResourceError.missing(name: "catalog.csv.gz", places: ["/nowhere/share/showroom-resources"])) {
      try locator.catalog()
    }
  }

  @Test func `the bundled catalog fills a new one, and its current edition refreshes it, unless a source is chosen`()
    throws
  {
    let prefix = FileManager.default.temporaryDirectory.appendingPathComponent("prefix-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: prefix) }
    let share = prefix.appendingPathComponent("share/showroom-resources")
    try FileManager.default.createDirectory(at: share, withIntermediateDirectories: true)
    try Data("{}".utf8).write(to: share.appendingPathComponent("catalog.csv.gz"))
    let executable = prefix.appendingPathComponent("bin/showroom")
    var settings = try Settings(SettingsRequest(), environment: ["HOME": prefix.path], executable: executable)
    let store = try CatalogStore(directory: prefix.appendingPathComponent("data"))
    #expect(try settings.firstSource(of: store).name == share.appendingPathComponent("catalog.csv.gz").path)
    #expect(throws: ResourceError.missing(name: "edition.json", places: [share.path])) {
      try settings.refreshSource(of: store)
    }
    let edition = share.appendingPathComponent("edition.json")
    try Data("[]".utf8).write(to: edition)
    #expect(throws: ResourceError.damaged(path: edition.path)) { try settings.refreshSource(of: store) }
    let address = "https://example.org/vehicles.csv.zip"
    try Data(#"{"publisher": "EPA", "address": "\#(address)", "date": "2025-10", "cars": 9}"#.utf8).write(to: edition)
    #expect(try settings.refreshSource(of: store).name == address)
    settings.source = .file(URL(fileURLWithPath: "/other.json"))
    #expect(try settings.refreshSource(of: store) == .file(URL(fileURLWithPath: "/other.json")))
  }
}
