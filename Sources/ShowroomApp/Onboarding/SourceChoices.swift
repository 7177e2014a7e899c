import Foundation
import ShowroomCatalog
import ShowroomSettings

/// The catalog sources that the user can choose from.
package struct SourceChoices: Sendable {
  /// The source set by an option, a variable or the configuration file. It takes precedence over a choice.
  let configured: CatalogSource?
  /// The saved choice.
  let chosen: ChosenSource
  private let resources: ResourceLocator
  private let directories: UserDirectories
  private let areOnlyBundled: Bool

  /// Creates the choices that the settings allow.
  ///
  /// - Parameters:
  ///   - environment: The environment variables that determine the home folder.
  ///   - areOnlyBundled: Whether only the bundled catalog is available.
  package init(_ settings: Settings, environment: [String: String], areOnlyBundled: Bool = false) {
    self.areOnlyBundled = areOnlyBundled
    directories = UserDirectories(environment: environment)
    resources = settings.resources
    configured = settings.source
    chosen = ChosenSource(in: settings.dataDirectory)
  }

  func bundled() throws(ResourceError) -> CatalogSource { .file(try resources.catalog()) }

  /// Returns the source from which the bundled catalog is refreshed: that of its edition or, if only the bundled
  /// catalog is available, that catalog itself, so that a demo never uses the network.
  func refreshSourceOfBundled() throws -> CatalogSource {
    try areOnlyBundled ? bundled() : edition?.source() ?? bundled()
  }

  /// The edition of the bundled catalog; `nil` if it is unknown.
  var edition: CatalogEdition? { try? resources.edition() }

  /// Returns the source of a catalog's cars as text for other readers; `nil` if it is unknown.
  func citation(of store: CatalogStore) -> String? { resources.citation(of: store) }

  /// Returns the source that the user entered.
  ///
  /// - Throws: `CatalogError` if the text is neither a path nor an address, or ``OnboardingError`` if only the bundled
  ///   catalog is available.
  func source(_ text: String) throws -> CatalogSource {
    if areOnlyBundled { throw OnboardingError.onlyBundled }
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return text.contains("://") ? try CatalogSource(parsing: text) : .file(directories.resolve(text))
  }
}
