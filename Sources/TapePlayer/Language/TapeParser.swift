import ReactorTerminal
import Spelling

/// Reads the tokens of a tape. The commands are in `TapeParser+Commands`, the settings in `TapeParser+Settings`, what
/// is ours in `TapeParser+Directives`.
struct TapeParser {
  let source: TapeSource
  let read: TapeSource.Reader
  var settings = TapeSettings()
  var commands: [TapeCommand] = []
  var outputs: [TapeFile] = []
  var requirements: [Tape.Requirement] = []
  var warnings: [TapeWarning] = []
  var extensions: [TapeWarning] = []
  /// Bytes read so far: those of this tape, and of others that its first one sources.
  var bytesRead: Int
  /// Commands of the tapes that source this one, up to there.
  var earlierCommands = 0
  private let tokens: [TapeToken]
  private var index = 0

  init(source: TapeSource, tokens: [TapeToken], bytesRead: Int, read: @escaping TapeSource.Reader) {
    self.source = source
    self.tokens = tokens
    self.bytesRead = bytesRead
    self.read = read
  }

  /// Whether the tape that sources this one has begun to play.
  var hasBegun: Bool { earlierCommands > 0 }

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
          throw TapeError("\(peek.quoted) is too much for \"#! \(name)\".", at: peek.position)
        }
        _ = next()
      default: throw TapeError("A command belongs here, not \(token.quoted).", at: token.position)
      }
      guard earlierCommands + commands.count <= Self.mostCommands else {
        throw TapeError(
          "A tape has up to \(Self.mostCommands) commands, those that it sources included: this is one more.",
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
      "\"\(name)\" is not a command" + (guess.map { ": did you mean \($0)?" } ?? "."), at: token.position)
  }

  // MARK: Tokens

  /// The token that comes next; the last one stays.
  var peek: TapeToken { tokens[min(index, tokens.count - 1)] }

  mutating func next() -> TapeToken {
    defer { index += 1 }
    return peek
  }

  mutating func append(_ action: TapeCommand.Action, _ token: TapeToken) {
    commands.append(TapeCommand(action: action, position: token.position))
  }

  mutating func warn(_ sentence: String, _ token: TapeToken) {
    warnings.append(TapeWarning(position: token.position, sentence: sentence))
  }

  /// Notes that the other tool does not know what stands at `token`.
  mutating func extend(_ what: String, _ token: TapeToken) {
    extensions.append(TapeWarning(position: token.position, sentence: "vhs does not know \(what)."))
  }

  mutating func takeSymbol(_ symbol: Character) -> Bool {
    guard peek.kind == .symbol(symbol) else { return false }
    index += 1
    return true
  }

  /// A text in quotes, or a bare word.
  mutating func text(for what: String) throws(TapeError) -> String {
    let token = next()
    switch token.kind {
    case .string(let text), .word(let text): return text
    case .regex:
      throw TapeError("\(what) needs a text: one that begins with a slash stands in quotes.", at: token.position)
    default: throw TapeError("\(what) needs a text in quotes, not \(token.quoted).", at: token.position)
    }
  }

  mutating func pattern(for what: String) throws(TapeError) -> TapePattern {
    let token = next()
    guard case .regex(let source) = token.kind else {
      throw TapeError("\(what) needs a /pattern/, not \(token.quoted).", at: token.position)
    }
    do { return try TapePattern(source) } catch { throw TapeError("\(error)", at: token.position) }
  }

  /// `500ms`, `1.5s`, `2m`, `0.5`; a number alone is seconds.
  mutating func time(for what: String) throws(TapeError) -> Duration {
    let token = next()
    guard case .number(let digits) = token.kind, let value = Double(digits) else {
      throw TapeError("\(what) needs a time such as 500ms or 2s, not \(token.quoted).", at: token.position)
    }
    var milliseconds = value * 1_000
    if case .word(let unit) = peek.kind, peek.isAttached {
      switch unit {
      case "ms": milliseconds = value
      case "s": break
      case "m": milliseconds = value * 60_000
      default: throw TapeError("\"\(unit)\" is no unit of time: write ms, s or m.", at: peek.position)
      }
      index += 1
    }
    guard milliseconds <= Self.longest else {
      throw TapeError("\(what) lasts longer than a day: write less.", at: token.position)
    }
    return .microseconds(Int64((milliseconds * 1_000).rounded()))
  }

  /// `@500ms` after a command.
  mutating func interval(for what: String) throws(TapeError) -> Duration? {
    takeSymbol("@") ? try time(for: "\(what)@") : nil
  }

  /// A whole number from `range`.
  mutating func number(for what: String, in range: ClosedRange<Int>) throws(TapeError) -> Int {
    let token = next()
    guard case .number(let digits) = token.kind, let value = Int(digits), range.contains(value) else {
      throw TapeError(
        "\(what) needs a whole number from \(range.lowerBound) to \(range.upperBound), not \(token.quoted).",
        at: token.position)
    }
    return value
  }

  /// How often, where the tape says so.
  mutating func count(for what: String) throws(TapeError) -> Int {
    switch peek.kind {
    case .number: break
    // Read as a word: file names may begin so.
    case .word(let word) where peek.isOnLineOfPrevious && word.first == "-" && Double(word) != nil: break
    default: return 1
    }
    return try number(for: "The count of \(what)", in: 1...Self.highestCount)
  }

  private static let longest = 86_400_000.0
  private static let highestCount = 10_000
  private static let mostCommands = 100_000
}
