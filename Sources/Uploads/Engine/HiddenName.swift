extension Transfer {
  /// The name under which an unfinished file lies at a destination: hidden, the same in every attempt, beginning as the
  /// file's own name for a person who looks.
  ///
  /// It is short: some servers add endings of their own to the name of a file on its way (lighttpd answers 500 to names of
  /// more than about 200 bytes), and a name of 255 bytes has no room for ours either.
  var hiddenName: String {
    var start = ""
    for character in name {
      guard start.utf8.count + character.utf8.count <= 40 else { break }
      start.append(character)
    }
    return ".\(start).\(id)\(Self.hiddenSuffix)"
  }

  /// A second hidden name, with everything in it that servers stumble over in the name of a file.
  func stagedName(for name: String) -> String {
    var unusual = ""
    for character in name where !"abcdefghijklmnopqrstuvwxyz0123456789.-_".contains(character) {
      if !unusual.contains(character), unusual.utf8.count + character.utf8.count <= 60 { unusual.append(character) }
    }
    return ".\(id)\(unusual).new\(Self.hiddenSuffix)"
  }

  /// The end of every hidden name.
  static let hiddenSuffix = ".upload"

  /// Whether a name at a destination is that of an unfinished upload.
  static func isHidden(_ name: String) -> Bool { name.hasPrefix(".") && name.hasSuffix(hiddenSuffix) }
}
