import ReactorFiles
import ReactorTerminalCore

extension TapeParser {
  mutating func parse(_ command: CommandName, _ token: TapeToken) throws(TapeError) {
    if let code = command.key { return try press(code, command, token) }
    if let modifier = command.modifier { return try combination(modifier, token) }
    switch command {
    case .scrollUp, .scrollDown:
      let interval = try interval(for: command.rawValue)
      let count = try count(for: command.rawValue)
      append(.scroll(command == .scrollUp ? count : -count, interval: interval), token)
    case .type: try type(token)
    case .sleep: append(.sleep(try duration(for: "Sleep")), token)
    case .wait: try wait(token)
    case .hide: append(.hide, token)
    case .show: append(.show, token)
    case .screenshot:
      addExtension("this kind of screenshot", token)
      append(.screenshot(try file(for: "Screenshot", among: [.text, .picture])), token)
    case .copy: append(.copy(try texts(for: "Copy")), token)
    case .paste: append(.paste, token)
    case .subtitle: append(.caption(try text(for: "Subtitle")), token)
    case .environment: try environment(token)
    case .require: requirements.append(Tape.Requirement(program: try text(for: "Require"), position: token.position))
    case .source: try includeTape()
    case .output: try output()
    default: try set(token)
    }
  }

  private mutating func press(_ code: Key.Code, _ name: CommandName, _ token: TapeToken) throws(TapeError) {
    if [.home, .end].contains(code) || code.isFunctionKey { addExtension(name.rawValue, token) }
    let interval = try interval(for: name.rawValue)
    append(.press(Key(code), count: try count(for: name.rawValue), interval: interval), token)
  }

  /// Parses a key combination such as `Ctrl+Alt+Shift+c`. Spaces around the plus signs are allowed. If there are
  /// several keys at the end, they are pressed one after another.
  private mutating func combination(_ first: Key.Modifiers, _ token: TapeToken) throws(TapeError) {
    var modifiers = first
    guard takeSymbol("+") else {
      throw TapeError(
        "A modifier must be followed by + and a key, as in Ctrl+c, not by \(peek.quoted).", at: peek.position)
    }
    while case .word(let name) = peek.kind, let modifier = CommandName(rawValue: name)?.modifier {
      _ = next()
      modifiers.formUnion(modifier)
      guard takeSymbol("+") else {
        throw TapeError(
          "A modifier must be followed by + and a key, as in Ctrl+Alt+c, not by \(peek.quoted).", at: peek.position)
      }
    }
    repeat {
      let code = try code(of: next())
      append(.press(Key(code, modifiers), count: 1, interval: nil), token)
      if !code.isSupportedByVHS(with: first, in: modifiers) { addExtension("this key combination", token) }
    } while takeSymbol("+")
    if case .number = peek.kind {
      throw TapeError("A key combination takes no count. Repeat it instead.", at: peek.position)
    }
  }

  private func code(of token: TapeToken) throws(TapeError) -> Key.Code {
    switch token.kind {
    case .word(let name):
      if let code = CommandName(rawValue: name)?.key { return code }
      if name.count == 1, let character = name.first { return .character(character) }
    case .number(let digit):
      if digit.count == 1, let character = digit.first { return .character(character) }
    case .symbol(let character): return .character(character)
    default: break
    }
    throw TapeError(
      "A key combination ends with one character or the name of a key, not \(token.quoted).", at: token.position)
  }

  private mutating func type(_ token: TapeToken) throws(TapeError) {
    let interval = try interval(for: "Type")
    append(.type(try texts(for: "Type"), interval: interval), token)
  }

  /// Parses one or more strings and joins them with spaces. A word without quotes counts as text only on the command's
  /// own line, so that a misspelled command on the next line is not typed.
  private mutating func texts(for name: String) throws(TapeError) -> String {
    var texts: [String] = []
    reading: while true {
      switch peek.kind {
      case .string(let text): texts.append(text)
      case .word(let word) where peek.isOnLineOfPrevious && CommandName(rawValue: word) == nil: texts.append(word)
      default: break reading
      }
      _ = next()
    }
    guard !texts.isEmpty else {
      throw TapeError("\(name) takes text in quotes, not \(peek.quoted).", at: peek.position)
    }
    return texts.joined(separator: " ")
  }

  private mutating func wait(_ token: TapeToken) throws(TapeError) {
    var scope = TapeWait.Scope.screen
    if takeSymbol("+") {
      let word = next()
      guard case .word(let name) = word.kind, let known = TapeWait.Scope(rawValue: name) else {
        throw TapeError("Wait+ must be followed by Screen or Line, not by \(word.quoted).", at: word.position)
      }
      scope = known
    }
    let timeout = try interval(for: "Wait")
    var pattern: TapePattern?
    if case .regex = peek.kind { pattern = try self.pattern(for: "Wait") }
    append(.wait(TapeWait(scope: scope, pattern: pattern, timeout: timeout)), token)
  }

  private mutating func environment(_ token: TapeToken) throws(TapeError) {
    let nameToken = peek
    let name = try text(for: "Env")
    guard !name.isEmpty, !name.contains(where: { $0 == "=" || $0 == "\0" }) else {
      throw TapeError("A variable name cannot be empty or contain =.", at: nameToken.position)
    }
    let value: String
    if case .number(let digits) = peek.kind {
      value = digits
      _ = next()
    } else {
      value = try text(for: "Env \(name)")
    }
    settings.environment.append(TapeSettings.EnvironmentVariable(name: name, value: value, position: token.position))
  }

  /// Parses a path, whose extension determines the kind of file.
  mutating func file(for name: String, among kinds: [TapeFile.Kind]) throws(TapeError) -> TapeFile {
    let token = peek
    let path = try text(for: name)
    let last = path.split(separator: "/").last ?? ""
    let fileExtension = last.lastIndex(of: ".").map { last[last.index(after: $0)...] } ?? ""
    guard let kind = kinds.first(where: { $0.rawValue == fileExtension.lowercased() }) else {
      let allowed = kinds.map { ".\($0.rawValue)" }
      let separator = kinds.count > 2 ? ", or " : kinds.count == 2 ? " or " : ""
      let list = allowed.dropLast().joined(separator: ", ") + separator + (allowed.last ?? "")
      throw TapeError("\(name) cannot write \"\(path)\". The name must end in \(list).", at: token.position)
    }
    guard let components = TapePath.components(of: path) else {
      throw TapeError(
        "\(name) cannot write \"\(path)\". A tape writes only below the folder in which it is played: write a relative "
          + "path without .. and without control characters.",
        at: token.position)
    }
    return TapeFile(path: path, components: components, kind: kind, position: token.position)
  }

  private mutating func output() throws(TapeError) {
    let file = try file(for: "Output", among: TapeFile.Kind.allCases)
    try checkIsNew(file)
    outputs.append(file)
  }

  /// Fails if an earlier `Output` writes the same file.
  func checkIsNew(_ file: TapeFile) throws(TapeError) {
    guard let first = outputs.first(where: { $0.components == file.components }) else { return }
    throw TapeError(
      "\"\(file.path)\" is already the Output on line \(first.position.line). Remove one, or choose another file.",
      at: file.position)
  }

  /// Parses `Source` and adds the commands of the other tape. The other tape's outputs are ignored.
  private mutating func includeTape() throws(TapeError) {
    let token = peek
    let name = try text(for: "Source")
    guard let components = TapePath.components(of: name), name.lowercased().hasSuffix(".tape") else {
      throw TapeError(
        "Source cannot read \"\(name)\". It takes the name of a .tape file beside this tape, or in a folder below, "
          + "without .. in its path.",
        at: token.position)
    }
    let path = source.resolve(components)
    let identity = FileWriting.canonical(path)
    if let first = source.openTapes.firstIndex(where: { FileWriting.canonical($0) == identity }) {
      let circle = (source.openTapes[first...] + [path]).joined(separator: " → ")
      throw TapeError("The tape sources itself: \(circle).", at: token.position)
    }
    guard source.openTapes.count <= TapeSource.maximumDepth else {
      throw TapeError(
        "Tapes can be nested up to \(TapeSource.maximumDepth) levels deep. "
          + "Copy the commands of \"\(name)\" into this tape.",
        at: token.position)
    }
    let bytes: [UInt8]
    do throws(TapeReadError) {
      bytes = try read(path)
      bytesRead += bytes.count
      guard bytesRead <= TapeSource.maximumSize else { throw TapeReadError.tooLarge }
    } catch {
      throw TapeError(error.message(for: path, advice: "The path is relative to this tape."), at: token.position)
    }
    let tokens = try TapeLexer.tokens(of: try TapeSource.text(of: bytes, file: path), file: path)
    var inner = TapeParser(
      source: TapeSource(path: path, openTapes: source.openTapes + [path]), tokens: tokens, bytesRead: bytesRead,
      read: read)
    inner.settings = settings
    inner.precedingCommandCount = precedingCommandCount + commands.count
    let tape = try inner.tape()
    bytesRead = inner.bytesRead
    settings = tape.settings
    commands += tape.commands
    requirements += tape.requirements
    warnings += tape.warnings
    extensions += tape.extensions
  }
}

extension Key.Code {
  fileprivate var isFunctionKey: Bool { if case .function = self { true } else { false } }

  /// Returns whether vhs supports a key combination that starts with `first`, holds `modifiers`, and ends with this
  /// key.
  fileprivate func isSupportedByVHS(with first: Key.Modifiers, in modifiers: Key.Modifiers) -> Bool {
    if case .character(let character) = self {
      return character.isLetter || "[]".contains(character) || first == .control && " -@^\\".contains(character)
    }
    if first == .control { return [.enter, .backspace, .left, .right, .up, .down].contains(self) }
    return modifiers == first && [.enter, .tab].contains(self)
  }
}
