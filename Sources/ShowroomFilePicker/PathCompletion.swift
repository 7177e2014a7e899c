import SystemPackage

/// The completion of a typed path, as in a shell.
struct PathCompletion: Sendable {
  let path: TypedPath
  let reader: DirectoryReader

  /// The path at the end of the typed text: a folder, and the beginning of a name inside it.
  private struct Beginning {
    /// The text before this path, which is kept as typed.
    var before: String
    /// The spelling of the home folder, if the path begins with it.
    var home: String?
    /// The folder as typed, including its trailing slash.
    var folder: [UInt8]
    /// The beginning of the name.
    var name: [UInt8]
    /// Whether names are inserted literally instead of being escaped with backslashes.
    var isPlain: Bool
  }

  /// Returns the completion of `text`, with suggestions if there are several. A single `~` is completed to the home
  /// folder.
  @concurrent
  func complete(_ text: String) async -> PathFeedback {
    if Task.isCancelled { return PathFeedback() }
    var feedback = PathFeedback(problem: "No names start with this text.")
    for beginning in beginnings(text) {
      if let home = beginning.home, beginning.folder.isEmpty {
        return PathFeedback(text: beginning.before + home + "/")
      }
      do throws(FileError) {
        let names = try await names(beginning)
        if Task.isCancelled { return PathFeedback() }
        if !names.isEmpty { return completed(beginning, names) }
      } catch {
        feedback.problem = "\(await reader.narrowed(error))"
      }
    }
    return feedback
  }

  /// Returns the whole text as one path, if nothing in it is quoted, followed by its last word.
  private func beginnings(_ text: String) -> [Beginning] {
    let words = PathWords(text)
    var beginnings: [Beginning] = []
    if !words.isQuoted {
      let typed = String(text.drop(while: \.isWhitespace))
      let home = PathWords.homeSpellings.first { typed == $0 || typed.hasPrefix($0 + "/") }
      beginnings.append(
        Self.beginning("", home, Array(typed.utf8.dropFirst(home?.utf8.count ?? 0)), isPlain: true))
    }
    if let last = words.words.last, words.isQuoted || words.words.count > 1 {
      let before = String(decoding: Array(text.utf8.prefix(last.start)), as: UTF8.self)
      beginnings.append(Self.beginning(before, last.home, last.bytes, isPlain: false))
    }
    return beginnings
  }

  private static func beginning(_ before: String, _ home: String?, _ bytes: [UInt8], isPlain: Bool) -> Beginning {
    let split = bytes.lastIndex(of: FileName.slash).map { $0 + 1 } ?? 0
    return Beginning(
      before: before, home: home, folder: Array(bytes[..<split]), name: Array(bytes[split...]), isPlain: isPlain)
  }

  /// Returns the entries that begin with the typed name, ignoring case and diacritics if there is no exact match.
  private func names(_ beginning: Beginning) async throws(FileError) -> [FileEntry] {
    guard
      let folder = beginning.folder.isEmpty && beginning.home == nil
        ? path.folder : path.path(home: beginning.home, beginning.folder)
    else { return [] }
    let collected = Collected()
    await collected.add(try await reader.read(folder) { await collected.add($0) })
    let isHidden = beginning.name.first == FileName.dot
    let entries = await collected.entries.filter { isHidden || !$0.name.isHidden }
    let exact = entries.filter { $0.name.bytes.starts(with: beginning.name) }
    let key = FileEntry.folded(beginning.name)
    let names = exact.isEmpty ? entries.filter { $0.key.starts(with: key) } : exact
    return names.sorted { FileOrder.standard.precedes($0, $1) }
  }

  private actor Collected {
    private(set) var entries: [FileEntry] = []
    func add(_ more: [FileEntry]) { entries += more }
  }

  private func completed(_ beginning: Beginning, _ names: [FileEntry]) -> PathFeedback {
    let common = names.dropFirst().reduce(names[0].name.bytes) { common, entry in
      Array(zip(common, entry.name.bytes).prefix { $0 == $1 }.map(\.0))
    }
    if names.count == 1 {
      return PathFeedback(text: written(beginning, common, end: names[0].isFolder ? .folder : .file))
    }
    // Never shortens the typed text, and never ends inside a multibyte character.
    let isLess = FileEntry.folded(common).count < FileEntry.folded(beginning.name).count
    return PathFeedback(
      text: written(beginning, isLess ? beginning.name : Self.withoutHalfLetter(common), end: nil),
      suggestions: names.map { "\($0.name)" + ($0.isFolder ? "/" : "") })
  }

  /// The kind of entry to which a complete name refers.
  private enum End { case file, folder }

  private func written(_ beginning: Beginning, _ name: [UInt8], end: End?) -> String {
    let bytes = beginning.folder + name + (end == .folder ? [FileName.slash] : [])
    if beginning.isPlain, Self.isPlain(bytes, isWhole: end == .file) {
      return (beginning.home ?? "") + readable(bytes)
    }
    // The space separates this path from the next one.
    return beginning.before + (beginning.home ?? "") + Self.escaped(bytes) + (end == .file ? " " : "")
  }

  private static func withoutHalfLetter(_ bytes: [UInt8]) -> [UInt8] {
    guard String(validating: bytes, as: UTF8.self) == nil else { return bytes }
    for missing in 1...3 where missing < bytes.count {
      let shorter = Array(bytes.dropLast(missing))
      if bytes[bytes.count - missing] >= 0xC0, String(validating: shorter, as: UTF8.self) != nil { return shorter }
    }
    return bytes
  }

  /// Returns whether a path can be typed without escaping.
  private static func isPlain(_ bytes: [UInt8], isWhole: Bool) -> Bool {
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    return !text.contains { special.contains($0) }
      && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
      && text.first?.isWhitespace != true && !(isWhole && text.last?.isWhitespace == true)
  }

  private static let special: Set<Character> = ["\\", "'", "\"", "$", "`"]

  /// Returns `bytes` with backslashes before spaces and special characters, and with other bytes in the form `\x0F`.
  private static func escaped(_ bytes: [UInt8]) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      return bytes.map { $0 < 0x80 && $0 > 0x20 ? escaped([$0]) : hexadecimal($0) }.joined()
    }
    return text.reduce(into: "") { result, character in
      let isControl = character.unicodeScalars.contains { $0.properties.generalCategory == .control }
      if isControl || character.isWhitespace && character != " " {
        result += character.utf8.map(hexadecimal).joined()
      } else {
        result += (special.contains(character) || character == " " ? "\\" : "") + String(character)
      }
    }
  }
}
