import Catalogue
import Foundation
import Logging
import ReactorTerminal
import Uploads

/// Everything that a person can choose about a run of the program, decided once at the start.
///
/// Each choice is taken from the first that makes it: an option of the command line, a variable of the environment, the
/// configuration file, the default.
public struct Settings: Sendable {
  /// Where the database lives; made at first use.
  public var dataDirectory: URL
  /// Where a refresh takes cars from, as an option, a variable or the configuration file says; nil where none does. See
  /// ``refreshSource(of:)``.
  public var source: CatalogueSource?
  /// The theme that was asked for; ``ThemeChoice/theme(environment:)`` finds the one to draw with.
  public var theme: ThemeChoice
  /// Whether only ASCII is drawn of our own accord.
  public var isASCII: Bool
  /// Whether the mouse is heard.
  public var hasMouse: Bool
  /// The least severe messages that are logged.
  public var logLevel: Logger.Level
  /// The keys that the configuration file gives to commands, by the command's name.
  public var keymap: Keymap
  /// The units that figures are shown in.
  public var units: UnitSystem
  /// Where files are uploaded to; nil: into a folder beside the database.
  public var destination: Destination?
  /// How many files are uploaded at once; one of ``uploadCounts``.
  public var concurrentUploads: Int
  /// Certificates to trust beside those of the system, as a file in PEM; nil: only those of the system.
  public var caFile: String?
  /// Where messages are logged; made at first use.
  public var logFile: URL
  /// Whether frames stand between the marks of a synchronized update.
  public var synchronizedOutput: Bool
  /// The configuration file that was read; nil when there is none.
  public var configurationFile: URL?
  /// Where the files are that come with the program.
  public var resources: ResourceLocator

  /// How many files can be uploaded at once.
  public static let uploadCounts = 1...8

  /// The source that a refresh of `store` takes: the one that is said, or the one that was loaded last, or the bundled
  /// catalogue.
  /// - Throws: ``ResourceError`` when there is no such source and the bundled catalogue is missing; `CatalogueError`.
  public func refreshSource(of store: CatalogueStore) throws -> CatalogueSource {
    if let source = try namedSource(of: store) { return source }
    return .file(try resources.catalogue())
  }

  /// As ``refreshSource(of:)``; nil for the bundled catalogue, wherever that was when it was loaded.
  func namedSource(of store: CatalogueStore) throws(CatalogueError) -> CatalogueSource? {
    if let source { return source }
    let kept = ChosenSource(in: dataDirectory).source
    guard let loaded = try store.currentSource() else { return kept }
    if resources.isCatalogue(loaded) { return nil }
    return kept?.name == loaded.name ? kept : loaded
  }

  /// What the configuration file says that cannot all hold, in sentences for a person: keys that several commands of a
  /// screen have been given.
  public var warnings: [String] {
    let file = configurationFile.map { "\($0.path): " } ?? ""
    return keymap.sharedKeys.map { "\(file)\($0)" }
  }
}
