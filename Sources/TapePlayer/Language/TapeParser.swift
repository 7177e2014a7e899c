import ReactorSpelling

/// A parser of a tape's tokens. `TapeParser+Commands` parses the commands, `TapeParser+Settings` the settings, and
/// `TapeParser+Directives` the extensions.
struct TapeParser {
  let source: TapeSource
  let read: TapeSource.Reader
  var settings = TapeSettings()
  var commands: [TapeCommand] = []
  var outputs: [TapeFile] = []
  var requirements: [Tape.Requirement] = []
  var warnings: [TapeWarning] = []
  var extensions: [TapeWarning] = []
  /// The number of bytes read so far, summed over all tapes.
  var bytesRead: Int
  /// The number of commands before the `Source` that includes this tape.
  var precedingCommandCount = 0
  private let tokens: [TapeToken]
  private var index = 0

  init(source: TapeSource, tokens: [TapeToken], bytesRead: Int, read: @escaping TapeSource.Reader) {
    self.source = source
    self.tokens = tokens
    self.bytesRead = bytesRead
    self.read = read
  }

  /// Whether no command has been parsed yet, so that settings are allowed.
  var isAtTop: Bool { precedingCommandCount == 0 && commands.isEmpty }

  mutating func tape() throws(TapeError) -> Tape {
    while peek.kind != .end {
      let token = next()
      switch token.kind {
      case .word(let name):
        guard let command = CommandName(rawValue: name) else { throw unknownCommand(name, at: token) }
        try parse(command, token)
      case .directive(let name):
        try parse(directive: name, token)
        guard peek.kind == .directiveEnd else {
          throw TapeError("\"#! \(name)\" cannot be followed by \(peek.quoted).", at: peek.position)
        }
        _ = next()
      default: throw TapeError("Expected a command, not \(token.quoted).", at: token.position)
      }
      guard precedingCommandCount + commands.count <= Self.maximumCommandCount else {
        throw TapeError(
          "A tape can have up to \(Self.maximumCommandCount) commands, including those of sourced tapes.",
          at: token.position)
      }
    }
    return Tape(
      file: source.path, settings: settings, commands: commands, outputs: outputs, requirements: requirements,
      warnings: warnings, extensions: extensions)
  }

  private func unknownCommand(_ name: String, at token: TapeToken) -> TapeError {
    let guess = NearestName.of(name, among: CommandName.allCases.map(\.rawValue))
    return TapeError(
      "\"\(name)\" is not a command" + (guess.map { ". Did you mean \($0)?" } ?? "."), at: token.position)
  }

  // MARK: Tokens

  /// The next token. The end of the tape is never consumed.
  var peek: TapeToken { tokens[min(index, tokens.count - 1)] }

  mutating func next() -> TapeToken {
    defer { index += 1 }
    return peek
  }

  mutating func append(_ action: TapeCommand.Action, _ token: TapeToken) {
    commands.append(TapeCommand(action: action, position: token.position))
  }

  mutating func warn(_ message: String, _ token: TapeToken) {
    warnings.append(TapeWarning(position: token.position, message: message))
  }

  /// Records that vhs does not support the syntax at `token`.
  mutating func addExtension(_ syntax: String, _ token: TapeToken) {
    extensions.append(TapeWarning(position: token.position, message: "vhs does not support \(syntax)."))
  }

  mutating func takeSymbol(_ symbol: Character) -> Bool {
    guard peek.kind == .symbol(symbol) else { return false }
    index += 1
    return true
  }

  /// Parses text in quotes, or a word without quotes.
  mutating func text(for name: String) throws(TapeError) -> String {
    let token = next()
    switch token.kind {
    case .string(let text), .word(let text): return text
    case .regex:
      throw TapeError("\(name) takes text. Put text that begins with a slash in quotes.", at: token.position)
    default: throw TapeError("\(name) takes text in quotes, not \(token.quoted).", at: token.position)
    }
  }

  mutating func pattern(for name: String) throws(TapeError) -> TapePattern {
    let token = next()
    guard case .regex(let source) = token.kind else {
      throw TapeError("\(name) takes a /pattern/, not \(token.quoted).", at: token.position)
    }
    do { return try TapePattern(source) } catch { throw TapeError("\(error)", at: token.position) }
  }

  /// Parses a duration such as `500ms`, `1.5s`, `2m`, or `0.5`; a number without a unit is in seconds.
  mutating func duration(for name: String) throws(TapeError) -> Duration {
    let token = next()
    guard case .number(let digits) = token.kind, let value = Double(digits) else {
      throw TapeError("\(name) takes a duration such as 500ms or 2s, not \(token.quoted).", at: token.position)
    }
    var milliseconds = value * 1_000
    if case .word(let unit) = peek.kind, peek.isAttached {
      switch unit {
      case "ms": milliseconds = value
      case "s": break
      case "m": milliseconds = value * 60_000
      default: throw TapeError("\"\(unit)\" is not a unit of time. Use ms, s, or m.", at: peek.position)
      }
      index += 1
    }
    guard milliseconds <= Self.maximumMilliseconds else {
      throw TapeError("\(name) cannot be longer than a day.", at: token.position)
    }
    return .microseconds(Int64((milliseconds * 1_000).rounded()))
  }

  /// Parses an interval such as `@500ms` after a command, if present.
  mutating func interval(for name: String) throws(TapeError) -> Duration? {
    takeSymbol("@") ? try duration(for: "\(name)@") : nil
  }

  /// Parses a whole number in `range`.
  mutating func number(for name: String, in range: ClosedRange<Int>) throws(TapeError) -> Int {
    let token = next()
    guard case .number(let digits) = token.kind, let value = Int(digits), range.contains(value) else {
      throw TapeError(
        "\(name) must be a whole number from \(range.lowerBound) to \(range.upperBound), not \(token.quoted).",
        at: token.position)
    }
    return value
  }

  /// Parses the count after a command; 1 if there is none.
  mutating func count(for name: String) throws(TapeError) -> Int {
    switch peek.kind {
    case .number: break
    // A negative number is lexed as a word, because file names may begin with a minus sign.
    case .word(let word) where peek.isOnLineOfPrevious && word.first == "-" && Double(word) != nil: break
    default: return 1
    }
    return try number(for: "The count of \(name)", in: 1...Self.maximumCount)
  }

  /// The longest duration that a tape can contain.
  static let maximumMilliseconds = 86_400_000.0
  /// The maximum count of a command.
  static let maximumCount = 10_000
  private static let maximumCommandCount = 100_000
}
