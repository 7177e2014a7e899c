import Foundation
import SystemPackage

/// A file name that does no harm at any destination: one component, valid UTF-8 in NFC, without control characters, 255
/// bytes at most, visible, and never empty.
public struct StoredName: Sendable, Hashable, CustomStringConvertible {
  /// The name.
  public let text: String

  /// The name of a local file, made harmless. Bytes that are not UTF-8 become U+FFFD.
  public init(of path: FilePath) {
    self.init(path.lastComponent.map { name in name.withPlatformString { String(cString: $0) } } ?? "")
  }

  /// A name made harmless. Characters that are not for names become an underscore.
  public init(_ name: String) {
    var scalars = String.UnicodeScalarView()
    for scalar in name.precomposedStringWithCanonicalMapping.unicodeScalars {
      scalars.append(Self.isHarmless(scalar) ? scalar : "_")
    }
    var name = String(scalars).trimmingCharacters(in: .whitespaces)
    // A leading dot would hide the file, and is how unfinished uploads are named; a trailing one is lost on some systems.
    let dots = name.prefix { $0 == "." }
    name = String(repeating: "_", count: dots.count) + name.dropFirst(dots.count)
    while name.last == "." { name.removeLast() }
    text = Self.shortened(name.isEmpty ? "file" : name, to: 255)
  }

  /// The name with a number before its extension, for a second file of the same name: `scan (2).pdf`.
  public func numbered(_ number: Int) -> StoredName {
    StoredName(unchecked: Self.shortened(text, to: 255, suffix: " (\(number))"))
  }

  private init(unchecked text: String) {
    self.text = text
  }

  /// The name.
  public var description: String { text }

  /// Slashes of both kinds lead elsewhere; control and formatting characters change what a terminal or a person sees;
  /// the others are not allowed in names on Windows, and mean something to shells or in addresses.
  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
    default: !"/\\:*?\"<>|".unicodeScalars.contains(scalar)
    }
  }

  /// Cuts the middle part, by whole characters, so that suffix and extension stay.
  private static func shortened(_ name: String, to limit: Int, suffix: String = "") -> String {
    let (stem, fileExtension) = parts(of: name)
    let room = limit - suffix.utf8.count - fileExtension.utf8.count
    guard stem.utf8.count > room else { return stem + suffix + fileExtension }
    var kept = ""
    var length = 0
    for character in stem {
      length += character.utf8.count
      if length > room { break }
      kept.append(character)
    }
    return (kept.isEmpty ? "file" : kept) + suffix + fileExtension
  }

  /// An extension is what follows the last dot, with it, as long as it is short; `.tar.gz` and its like stay together.
  private static func parts(of name: String) -> (stem: String, fileExtension: String) {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return (name, "") }
    var start = dot
    let stem = name[..<dot]
    if stem.lowercased().hasSuffix(".tar"), stem.count > 4 { start = stem.index(dot, offsetBy: -4) }
    let fileExtension = name[start...]
    guard fileExtension.utf8.count <= 32 else { return (name, "") }
    return (String(name[..<start]), String(fileExtension))
  }
}
