import Catalogue
import Foundation
import Testing

@testable import ShowroomApp

@Suite("Files that come with the program")
struct ResourceLocatorTests {
  func places(_ executable: String, _ environment: [String: String] = [:]) -> [String] {
    ResourceLocator(environment: environment, executable: URL(fileURLWithPath: executable)).places.map(\.path)
  }

  @Test("are looked for beside an installed program")
  func installed() {
    #expect(places("/opt/showroom/bin/showroom") == ["/opt/showroom/share/showroom"])
  }

  @Test("are looked for in the checkout of a built one")
  func built() {
    #expect(places("/src/.build/release/showroom").last == "/src/Resources")
    #expect(places("/src/.build/x86_64-unknown-linux-gnu/debug/showroom").last == "/src/Resources")
  }

  @Test("are looked for where SHOWROOM_RESOURCES says, and only there")
  func named() {
    #expect(places("/opt/bin/showroom", ["SHOWROOM_RESOURCES": "/r"]) == ["/r"])
    #expect(places("/opt/bin/showroom", ["SHOWROOM_RESOURCES": ""]) == ["/opt/share/showroom"])
  }

  @Test("are missed with the places named")
  func missing() {
    let locator = ResourceLocator(environment: [:], executable: URL(fileURLWithPath: "/nowhere/bin/showroom"))
    #expect(throws: ResourceError.missing(name: "catalogue.json", places: ["/nowhere/share/showroom"])) {
      try locator.catalogue()
    }
  }

  @Test("are found in an installed tree, and make the source of a refresh unless another is chosen")
  func found() throws {
    let prefix = FileManager.default.temporaryDirectory.appendingPathComponent("prefix-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: prefix) }
    let share = prefix.appendingPathComponent("share/showroom")
    try FileManager.default.createDirectory(at: share, withIntermediateDirectories: true)
    try Data("{}".utf8).write(to: share.appendingPathComponent("catalogue.json"))
    let executable = prefix.appendingPathComponent("bin/showroom")
    var settings = try Settings(SettingsRequest(), environment: ["HOME": prefix.path], executable: executable)
    let store = try CatalogueStore(directory: prefix.appendingPathComponent("data"))
    #expect(try settings.refreshSource(of: store).name == share.appendingPathComponent("catalogue.json").path)
    settings.source = .file(URL(fileURLWithPath: "/other.json"))
    #expect(try settings.refreshSource(of: store) == .file(URL(fileURLWithPath: "/other.json")))
  }
}
