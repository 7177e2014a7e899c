import ArgumentParser
import Foundation
import ShowroomCatalog
import ShowroomCommands
import ShowroomDemo
import ShowroomSettings

/// Shell completions that depend on the catalog or on the beginning of the word. They change nothing and create no
/// files.
enum ShellCompletion {
  /// A completion of a word.
  struct Candidate: Equatable {
    var text: String
    /// The explanation, in shells that show one.
    var description: String?

    init(_ text: String, description: String? = nil) {
      self.text = text
      self.description = description
    }
  }

  /// Words and filters of a query, and saved views.
  static let query = kind { beginning, words in
    let catalog = Self.catalog(words)
    let views = ((try? catalog?.views()) ?? []).map { Candidate("@\($0.name)") }
    let index = beginning.hasPrefix("@") ? nil : try? catalog?.loadIndex()
    guard let found = index?.completions(for: beginning, at: beginning.count, limit: 500)?.candidates else {
      return CarField.filtered.map { Candidate("\($0.id):") } + views
    }
    let texts = found.map { $0.text.hasPrefix(beginning) ? $0.text : firstWord($0.text) }
    return texts.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }.map { Candidate($0) } + views
  }

  /// Returns a filter that finds the first word of a value, such as `class:compact` for `class="compact cars"`, because
  /// a shell accepts only completions that begin with the typed text.
  private static func firstWord(_ filter: String) -> String {
    guard let end = filter.firstIndex(where: { $0 == ":" || $0 == "=" }) else { return filter }
    let value = filter[filter.index(after: end)...]
    let word = value.first == "\"" ? value.dropFirst().prefix { $0 != " " && $0 != "\"" } : value
    return "\(filter[..<end]):\(word)"
  }

  /// Columns, separated by commas.
  static let columns = kind { beginning, _ in
    list(beginning) { used in
      CarField.columns.map(\.id).filter { !used.contains($0) }
    }
  }

  /// One or two fields to sort by, with or without a direction.
  static let sort = kind { beginning, _ in
    list(beginning) { used in
      guard used.count < 2 else { return [] }
      let free = Sort.names.filter { name in !used.contains { $0.prefix { $0 != ":" } == name } }
      return free.flatMap { [$0, "\($0):asc", "\($0):desc"] }
    }
  }

  /// The IDs of favorites.
  static let car = kind { _, words in
    guard let index = try? catalog(words)?.loadIndex() else { return [] }
    let favorites = index.search(.parse(""), sort: .standard, favoritesOnly: true)?.ordinals ?? []
    return favorites.map { ordinal in
      let row = index.row(at: Int(ordinal))
      return Candidate("\(row.id)", description: "\(row.year) \(row.make) \(row.model)")
    }
  }

  /// Names of bundled tapes, and paths of tapes and folders.
  static let tape = kind { beginning, _ in
    let names = BundledTapes(ResourceLocator(environment: ProcessArguments.environment)).names
    let folder = beginning.lastIndex(of: "/").map { String(beginning[...$0]) } ?? ""
    let place = UserDirectories(environment: ProcessArguments.environment).resolve(folder)
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []
    let files = entries.filter { !$0.hasPrefix(".") }.sorted().compactMap { name -> String? in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: place.appendingPathComponent(name).path, isDirectory: &isFolder)
      return isFolder.boolValue ? folder + name + "/" : OutputFile.tape.isName(name) ? folder + name : nil
    }
    return (names + files).map { Candidate($0) }
  }

  /// Creates completions for the beginning of a word. They may use the other words of the command line.
  private static func kind(
    _ candidates: @escaping @Sendable (_ beginning: String, _ words: [String]) -> [Candidate]
  ) -> CompletionKind {
    .custom { words, _, typed in
      let shell = CompletionShell.requesting
      // Fish itself removes quotes.
      let beginning = shell == .fish ? typed : unquoted(typed)
      return candidates(beginning, words).filter { $0.text.hasPrefix(beginning) }.compactMap { $0.line(for: shell) }
    }
  }

  /// Returns the candidates for the last item of a list, each preceded by the earlier items.
  private static func list(_ beginning: String, _ items: (_ used: [String]) -> [String]) -> [Candidate] {
    let used = beginning.split(separator: ",", omittingEmptySubsequences: false).dropLast().map(String.init)
    return items(used).map { Candidate((used + [$0]).joined(separator: ",")) }
  }

  /// Opens the catalog for reading. Returns `nil` if there is no catalog.
  private static func catalog(_ words: [String]) -> CatalogStore? {
    var request = SettingsRequest()
    if let option = words.firstIndex(of: "--data-dir"), words.indices.contains(option + 1) {
      request.dataDirectory = unquoted(words[option + 1])
    } else if let option = words.first(where: { $0.hasPrefix("--data-dir=") }) {
      request.dataDirectory = unquoted(String(option.dropFirst("--data-dir=".count)))
    }
    let settings = try? Settings(request, environment: ProcessArguments.environment)
    return settings.flatMap { CatalogStore.existing(in: $0.dataDirectory) }
  }

  /// Returns the beginning of a word without the shell's quotes and backslashes.
  static func unquoted(_ word: String) -> String {
    var text = ""
    var quote: Character?
    var rest = word[...]
    while let character = rest.popFirst() {
      switch (character, quote) {
      case ("\\", nil), ("\\", "\""): if let next = rest.popFirst() { text.append(next) }
      case ("'", nil), ("\"", nil): quote = character
      case (_, character): quote = nil
      default: text.append(character)
      }
    }
    return text
  }
}

extension ShellCompletion.Candidate {
  /// Returns the candidate in the form read by a shell's script; `nil` if the text does not fit on one line.
  func line(for shell: CompletionShell?) -> String? {
    guard sanitized(text) == text else { return nil }
    let description = description.map(sanitized)
    switch shell {
    case .bash:
      // The script expands each line as a shell word.
      return text.reduce(into: "") { line, character in
        if character.isASCII, !character.isLetter, !character.isNumber { line.append("\\") }
        line.append(character)
      }
    case .zsh:
      let name = text.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
      return description.map { "\(name):\($0)" } ?? name
    case .fish: return description.map { "\(text)\t\($0)" } ?? text
    default: return text
    }
  }
}
