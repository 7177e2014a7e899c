import Foundation
import ShowroomFiles
import SystemPackage

/// The path of a file in the folder of its car: the safe names of its folders and of the file itself.
///
/// Its text has slashes between the names. A safe name contains no slash, and is neither empty nor `..`, so no path
/// leads out of the car's folder.
package struct StoredPath: Sendable, Hashable, CustomStringConvertible {
  /// The names of the folders, outermost first; empty for a file that is directly in the car's folder.
  package let folders: [String]
  /// The name of the file.
  package let name: String

  /// Creates a path from names that ``StoredName`` allows.
  init(folders: [String] = [], name: String) {
    self.folders = folders
    self.name = name
  }

  /// Creates a safe path from one in the database or reported by a destination. Unsafe characters become underscores,
  /// and empty names are dropped.
  package init(received text: String) {
    let names = Self.components(of: text).map { StoredName(received: $0).text }
    self.init(folders: names.dropLast(), name: names.last ?? StoredName(received: "").text)
  }

  /// Creates a safe path from that of a local file in the folder that is uploaded with it, or from the name of the file
  /// if it was selected individually.
  init(of source: UploadSource) {
    let components = source.pathInFolder.map { Array($0.components) } ?? source.path.components.suffix(1).map(\.self)
    let names = components.map { StoredName(component: $0).text }
    self.init(folders: names.dropLast(), name: names.last ?? StoredName(received: "").text)
  }

  /// Returns the safe paths of files that are uploaded together.
  ///
  /// A file in a folder keeps its path, beginning with the name of that folder. If another file or folder of the same
  /// upload already has that path, a number is added. Files that were selected individually keep their names; the
  /// destination reports the second one as a duplicate.
  package static func paths(of sources: [UploadSource]) -> [StoredPath] {
    let plain = sources.map(StoredPath.init)
    var taken = Set(zip(sources, plain).lazy.filter { $0.0.pathInFolder == nil }.map(\.1))
    var folders: Set<[String]> = []
    for path in plain where folders.insert(path.folders).inserted {
      for count in path.folders.indices {
        taken.insert(StoredPath(folders: Array(path.folders[..<count]), name: path.folders[count]))
      }
    }
    var numbers: [StoredPath: Int] = [:]
    return zip(sources, plain).map { source, plain in
      guard source.pathInFolder != nil else { return plain }
      var (path, number) = (plain, numbers[plain] ?? 1)
      while !taken.insert(path).inserted {
        number += 1
        path = StoredPath(folders: plain.folders, name: StoredName(received: plain.name).numbered(number).text)
      }
      numbers[plain] = number
      return path
    }
  }

  /// The names with slashes between them, as in the database.
  package var text: String { (folders + [name]).joined(separator: "/") }

  package var description: String { text }

  /// The path as a single name, for a destination without folders.
  var flattened: String { StoredName(received: text).text }

  /// Splits text at its slashes and drops empty components. A slash followed by a combining character counts, although
  /// both are one `Character`.
  static func components(of text: String) -> [String] {
    text.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
  }
}
