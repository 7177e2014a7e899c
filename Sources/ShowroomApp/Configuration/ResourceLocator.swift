import Catalogue
import Foundation

/// A file that comes with the program is missing.
public enum ResourceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file was found in none of the places.
  case missing(name: String, places: [String])

  /// A sentence that says what to do.
  public var description: String {
    switch self {
    case .missing(let name, let places):
      "The file \(name) that comes with the program was not found (looked in \(places.joined(separator: ", "))): "
        + "install the program again, or set SHOWROOM_RESOURCES to the folder that holds it."
    }
  }
}

/// Finds the files that come with the program, wherever it was put.
///
/// The folder named by `SHOWROOM_RESOURCES` is the only place looked in when it is set. Otherwise they are in
/// `../share/showroom` as seen from the program when it is installed, and in `Resources` of the checkout when it was
/// built there. No path is fixed at build time, so the program can be moved.
public struct ResourceLocator: Sendable, Hashable {
  /// The folders looked in, in this order.
  public let places: [URL]

  /// - Parameters:
  ///   - environment: may hold `SHOWROOM_RESOURCES`.
  ///   - executable: the program itself.
  public init(environment: [String: String], executable: URL = ResourceLocator.runningExecutable) {
    if let named = environment["SHOWROOM_RESOURCES"], !named.isEmpty {
      places = [URL(fileURLWithPath: named, isDirectory: true)]
      return
    }
    var folder = executable.deletingLastPathComponent()
    var places = [folder.deletingLastPathComponent().appendingPathComponent("share/showroom", isDirectory: true)]
    // A build is at most four folders below its checkout: .build/x86_64-unknown-linux-gnu/debug.
    for _ in 0..<4 {
      if folder.lastPathComponent == ".build" {
        places.append(folder.deletingLastPathComponent().appendingPathComponent("Resources", isDirectory: true))
        break
      }
      folder.deleteLastPathComponent()
    }
    self.places = places
  }

  /// The running program, links resolved.
  public static var runningExecutable: URL {
    let path =
      (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ProcessArguments.executable
    return URL(fileURLWithPath: path ?? "showroom").resolvingSymlinksInPath()
  }

  private static let catalogueName = "catalogue.json"

  /// The bundled catalogue.
  public func catalogue() throws(ResourceError) -> URL { try file(Self.catalogueName) }

  /// Whether a source is the bundled catalogue, also one that has gone from where it was: the program may have been moved.
  func isCatalogue(_ source: CatalogueSource) -> Bool {
    guard case .file(let url) = source else { return false }
    if let present = try? catalogue(), present.path == url.path { return true }
    return url.lastPathComponent == Self.catalogueName && !FileManager.default.fileExists(atPath: url.path)
  }

  /// A file by its name.
  public func file(_ name: String) throws(ResourceError) -> URL {
    let found = places.lazy.map { $0.appendingPathComponent(name) }
      .first { FileManager.default.isReadableFile(atPath: $0.path) }
    guard let found else { throw .missing(name: name, places: places.map(\.path)) }
    return found
  }
}
