import Foundation
import ShowroomCatalog

/// An error in locating or reading a bundled file.
package enum ResourceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file is in none of the searched folders.
  case missing(name: String, places: [String])
  /// The file cannot be read.
  case damaged(path: String)

  /// A message with the cause and what to do.
  package var description: String {
    switch self {
    case .missing(let name, let places):
      "The bundled file \(name) was not found in \(places.joined(separator: " or ")). "
        + "Reinstall Showroom, or set SHOWROOM_RESOURCES to the folder that contains the file."
    case .damaged(let path): "The bundled file \(path) cannot be read. Reinstall Showroom."
    }
  }
}

/// A locator of bundled files, relative to the program.
///
/// If `SHOWROOM_RESOURCES` is set, only that folder is searched. Otherwise, an installed program looks in
/// `../share/showroom-resources`, and a program built in a checkout looks in the checkout's `Resources`. No path is
/// fixed at build time, so the program can be moved.
package struct ResourceLocator: Sendable, Hashable {
  /// The folder of an installation's files. It is not `share/showroom`, because under `~/.local` that folder contains
  /// the user's data.
  private static let installedFolder = "share/showroom-resources"
  private static let checkoutFolder = "Resources"

  /// The folders to search, in order.
  package let places: [URL]

  /// Creates a locator.
  ///
  /// - Parameters:
  ///   - environment: The environment variables, which may contain `SHOWROOM_RESOURCES`.
  ///   - executable: The path of the program.
  package init(environment: [String: String], executable: URL = ResourceLocator.runningExecutable) {
    if let named = environment["SHOWROOM_RESOURCES"], !named.isEmpty {
      places = [URL(fileURLWithPath: named, isDirectory: true)]
      return
    }
    var folder = executable.deletingLastPathComponent()
    var places = [folder.deletingLastPathComponent().appendingPathComponent(Self.installedFolder, isDirectory: true)]
    // A build is at most four folders deep in its checkout: .build/x86_64-unknown-linux-gnu/debug.
    for _ in 0..<4 {
      if folder.lastPathComponent == ".build" {
        places.append(folder.deletingLastPathComponent().appendingPathComponent(Self.checkoutFolder, isDirectory: true))
        break
      }
      folder.deleteLastPathComponent()
    }
    self.places = places
  }

  /// The path of the running program, with symbolic links resolved.
  package static var runningExecutable: URL {
    let path =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ProcessArguments.executable
    return URL(fileURLWithPath: path ?? "showroom").resolvingSymlinksInPath()
  }

  private static let catalogName = "catalog.csv.gz"
  /// The names of the bundled catalog in versions 0.1 and 0.2, whose databases refer to them as their source.
  private static let formerCatalogNames = ["catalogue.json", "catalog.json"]
  /// The folders of the bundled catalog: of an installation, of a checkout, and of an installation of version 0.1.
  private static let catalogFolders = [installedFolder, checkoutFolder, "share/showroom"]

  /// Returns the path of the bundled catalog.
  package func catalog() throws(ResourceError) -> URL { try file(Self.catalogName) }

  /// Returns whether a source is the bundled catalog, even at a former path, because the program may have been moved. A
  /// missing file in any other folder is the user's, whose cars must not be replaced with the bundled ones.
  func isCatalog(_ source: CatalogSource) -> Bool {
    guard case .file(let url) = source else { return false }
    if let present = try? catalog(), present.path == url.path { return true }
    let folder = url.deletingLastPathComponent().path
    return ([Self.catalogName] + Self.formerCatalogNames).contains(url.lastPathComponent)
      && Self.catalogFolders.contains { folder.hasSuffix("/\($0)") }
      && !FileManager.default.fileExists(atPath: url.path)
  }

  /// Returns the path of a bundled file.
  package func file(_ name: String) throws(ResourceError) -> URL {
    let found = places.lazy.map { $0.appendingPathComponent(name) }
      .first { FileManager.default.isReadableFile(atPath: $0.path) }
    guard let found else { throw .missing(name: name, places: places.map(\.path)) }
    return found
  }
}
