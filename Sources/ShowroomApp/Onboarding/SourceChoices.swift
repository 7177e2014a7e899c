import Catalogue

/// What the cars can come from, and what was chosen so far.
public struct SourceChoices: Sendable {
  /// The catalogue that comes with the program, or why it is missing.
  let bundled: Result<CatalogueSource, ResourceError>
  /// The source that an option, a variable or the configuration file names: it goes before what is chosen here.
  let configured: CatalogueSource?
  /// Where a choice is remembered.
  let chosen: ChosenSource

  /// What the settings leave to be chosen.
  public init(_ settings: Settings) {
    bundled = Result { () throws(ResourceError) in .file(try settings.resources.catalogue()) }
    configured = settings.source
    chosen = ChosenSource(in: settings.dataDirectory)
  }
}
