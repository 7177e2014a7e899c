import Catalogue
import Foundation

/// What the cars can come from, and what was chosen so far.
public struct SourceChoices: Sendable {
  /// The source that an option, a variable or the configuration file names: it goes before what is chosen here.
  let configured: CatalogueSource?
  /// Where a choice is remembered.
  let chosen: ChosenSource
  private let resources: ResourceLocator
  private let directories: UserDirectories
  private let areOnlyBundled: Bool

  /// What the settings leave to be chosen.
  ///
  /// - Parameters:
  ///   - environment: says where `~` is.
  ///   - areOnlyBundled: whether only the bundled catalogue can be taken, as in a demo.
  public init(_ settings: Settings, environment: [String: String], areOnlyBundled: Bool = false) {
    self.areOnlyBundled = areOnlyBundled
    directories = UserDirectories(environment: environment)
    resources = settings.resources
    configured = settings.source
    chosen = ChosenSource(in: settings.dataDirectory)
  }

  /// The catalogue that comes with the program.
  func bundled() throws(ResourceError) -> CatalogueSource { .file(try resources.catalogue()) }

  /// The source that somebody typed.
  /// - Throws: `CatalogueError`, when it is neither a path nor an address; ``OnboardingError`` in a demo.
  func source(_ text: String) throws -> CatalogueSource {
    if areOnlyBundled { throw OnboardingError.demo }
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return text.contains("://") ? try CatalogueSource(parsing: text) : .file(directories.resolve(text))
  }
}
