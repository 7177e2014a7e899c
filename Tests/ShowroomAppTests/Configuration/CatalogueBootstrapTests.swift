import Catalogue
import Foundation
import ShowroomApp
import Testing

@Suite("The first use", .timeLimit(.minutes(5)))
@MainActor
struct CatalogueBootstrapTests {
  @Test("fills a new catalogue from the bundled one; later ones leave it alone")
  func fills() async throws {
    let shell = try Shell()
    let settings = try Settings(SettingsRequest(), environment: shell.environment)
    #expect(try await CatalogueBootstrap.open(settings: settings).count() == 3)
    try shell.write(Shell.catalogue([Shell.bmw]), to: "catalogue.json")
    #expect(try await CatalogueBootstrap.open(settings: settings).count() == 3)
  }

  @Test func `fills a new catalogue from the source that is named`() async throws {
    let shell = try Shell()
    try shell.write(Shell.catalogue([Shell.bmw]), to: "other.json")
    var request = SettingsRequest()
    request.source = shell.home.appendingPathComponent("other.json").path
    let settings = try Settings(request, environment: shell.environment)

    #expect(try await CatalogueBootstrap.open(settings: settings).count() == 1)
  }

  @Test("says when the bundled catalogue is missing")
  func missing() async throws {
    let shell = try Shell()
    shell.environment["SHOWROOM_RESOURCES"] = "/nowhere"
    let answer = try await shell.run("list")
    #expect(answer.status == 1)
    #expect(
      answer.errors
        == "showroom: The file catalogue.json that comes with the program was not found (looked in /nowhere): install the "
        + "program again, or set SHOWROOM_RESOURCES to the folder that holds it.\n")
  }
}
