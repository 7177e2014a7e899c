/// A path in a tape. A tape may come from anyone, so it leads only to what is below a folder that its reader has chosen.
enum TapePath {
  /// Returns the names on a path, which are the same for `a.svg` and `./a.svg`; `nil` if the path is empty, absolute,
  /// leads upward, or contains control characters, at the first of which the system might end it.
  static func components(of path: String) -> [String]? {
    // Of bytes, because a combining mark after a slash would make both one character.
    let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    guard names.first != "", names.last != "", !names.contains(".."),
      !path.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { return nil }
    let parts = names.filter { !$0.isEmpty && $0 != "." }
    return parts.isEmpty ? nil : parts
  }
}
