import ReactorTerminal
import Spelling

extension TapeParser {
  /// The settings of the other tool that a picture made of cells has no use for, and how their values look.
  private static let ignored: [String: (value: ValueKind, reason: String)] = [
    "Shell": (.text, "names a shell, and no shell is started"),
    "FontFamily": (.text, "is the terminal's own"),
    "FontSize": (.number, "is in pixels and has no effect in a terminal"),
    "Framerate": (.number, "has no effect: a frame is drawn when something changes"),
    "LetterSpacing": (.number, "is in pixels and has no effect in a terminal"),
    "LineHeight": (.number, "is in pixels and has no effect in a terminal"),
    "Padding": (.number, "is in pixels and has no effect in a terminal"),
    "Margin": (.number, "is in pixels and has no effect in a terminal"),
    "MarginFill": (.text, "has no effect in a terminal"),
    "WindowBar": (.text, "has no effect in a terminal"),
    "WindowBarSize": (.number, "is in pixels and has no effect in a terminal"),
    "BorderRadius": (.number, "is in pixels and has no effect in a terminal"),
    "LoopOffset": (.percentage, "has no effect: recordings do not loop"),
    "CursorBlink": (.flag, "is the terminal's own"),
    "SubtitleFontSize": (.number, "is in pixels and has no effect in a terminal"),
    "SubtitleColor": (.text, "is the theme's own"),
    "SubtitleBackground": (.text, "is the theme's own"),
    "SubtitlePosition": (.text, "has no effect: captions stand above the hints"),
    "SubtitlePadding": (.number, "is in pixels and has no effect in a terminal"),
    "SubtitleBorderRadius": (.number, "is in pixels and has no effect in a terminal"),
    "SubtitleFontFamily": (.text, "is the terminal's own"),
  ]

  private enum ValueKind {
    case text, number, percentage, flag
  }

  private static let settingNames =
    ["Width", "Height", "TypingSpeed", "PlaybackSpeed", "WaitTimeout", "WaitPattern", "Theme"] + ignored.keys.sorted()

  mutating func set(_ token: TapeToken) throws(TapeError) {
    let nameToken = next()
    guard case .word(let name) = nameToken.kind else {
      throw TapeError("Set needs the name of a setting, not \(nameToken.quoted).", at: nameToken.position)
    }
    guard Self.settingNames.contains(name) else {
      let guess = NearestName.of(name, among: Self.settingNames)
      throw TapeError(
        "\"\(name)\" is not a setting" + (guess.map { ": did you mean \($0)?" } ?? "."), at: nameToken.position)
    }
    guard name != "TypingSpeed" else { return try setTypingSpeed(token) }
    guard commands.isEmpty, !hasBegun else {
      throw TapeError(
        "Set \(name) belongs at the top of the tape: only TypingSpeed may change later.", at: token.position)
    }
    if let ignored = Self.ignored[name] {
      try skip(ignored.value, name)
      return warn("\(name) \(ignored.reason).", nameToken)
    }
    try set(name, nameToken)
  }

  private mutating func setTypingSpeed(_ token: TapeToken) throws(TapeError) {
    let speed = try time(for: "TypingSpeed")
    if commands.isEmpty, !hasBegun {
      settings.typingSpeed = speed
    } else {
      append(.typingSpeed(speed), token)
    }
  }

  private mutating func set(_ name: String, _ nameToken: TapeToken) throws(TapeError) {
    switch name {
    case "Width": settings.width = try cells(name, nameToken, limit: TapeSettings.widestScreen) ?? settings.width
    case "Height": settings.height = try cells(name, nameToken, limit: TapeSettings.highestScreen) ?? settings.height
    case "PlaybackSpeed":
      let value = next()
      guard case .number(let digits) = value.kind, let speed = Double(digits),
        TapeSettings.speeds.contains(speed)
      else {
        throw TapeError("PlaybackSpeed needs a number from 0.01 to 1000, not \(value.quoted).", at: value.position)
      }
      settings.playbackSpeed = speed
    case "WaitTimeout": settings.waitTimeout = try time(for: "WaitTimeout")
    case "WaitPattern": settings.waitPattern = try pattern(for: "WaitPattern")
    default: try setTheme(nameToken)
    }
  }

  /// A small number is cells, a larger one the other tool's pixels, which say nothing about cells.
  private mutating func cells(_ name: String, _ nameToken: TapeToken, limit: Int) throws(TapeError) -> Int? {
    let value = try number(for: name, in: 1...100_000)
    if value <= limit { return value }
    warn("\(name) \(value) is in pixels and has no effect: numbers up to \(limit) are cells.", nameToken)
    return nil
  }

  private mutating func setTheme(_ nameToken: TapeToken) throws(TapeError) {
    if peek.kind == .json {
      _ = next()
      return warn("A theme in braces has no effect: write dark, light or mono.", nameToken)
    }
    let name = try text(for: "Theme")
    if Theme.named(name) == nil {
      return warn("The theme \"\(name)\" is not known here and has no effect: write dark, light or mono.", nameToken)
    }
    settings.theme = name.lowercased()
  }

  private mutating func skip(_ kind: ValueKind, _ name: String) throws(TapeError) {
    switch kind {
    case .text: _ = try text(for: name)
    case .flag:
      let value = next()
      guard [.word("true"), .word("false")].contains(value.kind) else {
        throw TapeError("\(name) is true or false, not \(value.quoted).", at: value.position)
      }
    case .number, .percentage:
      let value = next()
      guard case .number = value.kind else {
        throw TapeError("\(name) needs a number, not \(value.quoted).", at: value.position)
      }
      // Lexed as a word: file names may hold one.
      if kind == .percentage, peek.kind == .word("%") { _ = next() }
    }
  }
}
