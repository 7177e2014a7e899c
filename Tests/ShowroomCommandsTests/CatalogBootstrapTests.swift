import Foundation
import ShowroomApp
import ShowroomCatalog
import ShowroomSettings
import Testing

@Suite(.timeLimit(.minutes(20)))
@MainActor
struct CatalogBootstrapTests {
  @Test func `a new catalog is filled from the bundled one, and an existing one is unchanged`() async throws {
    let shell = try Shell()
    let settings = try Settings(SettingsRequest(), environment: shell.environment)
    #expect(try await CatalogBootstrap.open(settings: settings).count() == 3)
    try shell.write(Shell.catalog([Shell.bmw]), to: "catalog.csv.gz")
    #expect(try await CatalogBootstrap.open(settings: settings).count() == 3)
  }

  @Test func `a new catalog is filled from the configured source`() async throws {
    let shell = try Shell()
    try shell.write(Shell.catalog([Shell.bmw]), to: "other.json")
    var request = SettingsRequest()
    request.source = shell.home.appendingPathComponent("other.json").path
    let settings = try Settings(request, environment: shell.environment)

    #expect(try await CatalogBootstrap.open(settings: settings).count() == 1)
  }

  @Test func `a missing bundled catalog is an error`() async throws {
    let shell = try Shell()
    shell.environment["SHOWROOM_RESOURCES"] = "/nowhere"
    let answer = try await shell.run("list")
    #expect(answer.status == 1)
    #expect(
      answer.errors
        == "showroom: The bundled file catalog.csv.gz was not found in /nowhere. Reinstall Showroom, or set "
        + "SHOWROOM_RESOURCES to the folder that contains the file.\n")
  }
}
