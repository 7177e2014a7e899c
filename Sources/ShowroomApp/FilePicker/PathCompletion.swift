import SystemPackage

/// Completes a path that is being typed, as a shell does at Tab.
struct PathCompletion: Sendable {
  let path: TypedPath
  let reader: DirectoryReader

  /// What the end of the text names so far: a folder, and the beginning of a name in it.
  private struct Beginning {
    /// What stays as it is typed: other paths before this one.
    var before: String
    /// How the home folder is written, where the path begins there.
    var home: String?
    /// The folder as it is typed, with its slash.
    var folder: [UInt8]
    /// The beginning of the name.
    var name: [UInt8]
    /// Whether names are written as they are; otherwise with backslashes.
    var isPlain: Bool
  }

  /// What to put in the place of `text`, and what it can go on with. `~` alone becomes the home folder.
  @concurrent
  func complete(_ text: String) async -> PathAnswer {
    var answer = PathAnswer(problem: "Nothing there begins like that.")
    for beginning in beginnings(text) {
      if let home = beginning.home, beginning.folder.isEmpty { return PathAnswer(text: beginning.before + home + "/") }
      do throws(FileProblem) {
        let names = try await names(beginning)
        if Task.isCancelled { return PathAnswer() }
        if !names.isEmpty { return completed(beginning, names) }
      } catch {
        answer.problem = "\(error)"
      }
    }
    return answer
  }

  /// The whole text as one path where nothing in it is quoted, then its last word.
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

  /// The names in the folder that begin so; where none does exactly, those that do but for capitals and accents.
  private func names(_ beginning: Beginning) async throws(FileProblem) -> [FileEntry] {
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

  private func completed(_ beginning: Beginning, _ names: [FileEntry]) -> PathAnswer {
    let common = names.dropFirst().reduce(names[0].name.bytes) { common, entry in
      Array(zip(common, entry.name.bytes).prefix { $0 == $1 }.map(\.0))
    }
    if names.count == 1 {
      return PathAnswer(text: written(beginning, common, end: names[0].isFolder ? .folder : .file))
    }
    // Not less than was typed, and no half of a letter.
    let isLess = FileEntry.folded(common).count < FileEntry.folded(beginning.name).count
    return PathAnswer(
      text: written(beginning, isLess ? beginning.name : Self.withoutHalfLetter(common), end: nil),
      suggestions: names.map { "\($0.name)" + ($0.isFolder ? "/" : "") })
  }

  /// What the completed name leads to, where it is whole.
  private enum End { case file, folder }

  private func written(_ beginning: Beginning, _ name: [UInt8], end: End?) -> String {
    let bytes = beginning.folder + name + (end == .folder ? [FileName.slash] : [])
    if beginning.isPlain, Self.isPlain(bytes, isWhole: end == .file) {
      return (beginning.home ?? "") + readable(bytes)
    }
    // The blank begins the next path.
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

  /// Whether a path means the same with and without quotes being read, and can be typed.
  private static func isPlain(_ bytes: [UInt8], isWhole: Bool) -> Bool {
    guard let text = String(validating: bytes, as: UTF8.self) else { return false }
    return !text.contains { special.contains($0) }
      && !text.unicodeScalars.contains { $0.properties.generalCategory == .control }
      && text.first?.isWhitespace != true && !(isWhole && text.last?.isWhitespace == true)
  }

  private static let special: Set<Character> = ["\\", "'", "\"", "$", "`"]

  /// `bytes` with a backslash before everything that a word would end at or lose.
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
