import ReactorSpelling
import ReactorTerminalCore

extension TapeParser {
  /// The vhs settings that have no effect in a terminal, with the kind of value and the reason.
  private static let ignored: [String: (value: ValueKind, reason: String)] = [
    "Shell": (.text, "no shell is started"),
    "FontFamily": (.text, "the terminal chooses the font"),
    "FontSize": (.number, inPixels),
    "LetterSpacing": (.number, inPixels),
    "LineHeight": (.number, inPixels),
    "Padding": (.number, inPixels),
    "Margin": (.number, inPixels),
    "MarginFill": (.text, "a terminal has no margin"),
    "WindowBar": (.text, "a terminal has no window bar"),
    "WindowBarSize": (.number, inPixels),
    "BorderRadius": (.number, inPixels),
    "LoopOffset": (.percentage, "an animated picture begins with its first frame"),
    "CursorBlink": (.flag, "the terminal controls the cursor"),
    "SubtitleFontSize": (.number, inPixels),
    "SubtitleColor": (.text, "the theme chooses the color"),
    "SubtitleBackground": (.text, "the theme chooses the color"),
    "SubtitlePosition": (.text, "captions replace the key hints"),
    "SubtitlePadding": (.number, inPixels),
    "SubtitleBorderRadius": (.number, inPixels),
    "SubtitleFontFamily": (.text, "the terminal chooses the font"),
  ]
  private static let inPixels = "it is measured in pixels"

  private enum ValueKind {
    case text, number, percentage, flag
  }

  static let settingNames: [String] =
    ["Width", "Height", "TypingSpeed", "PlaybackSpeed", "Framerate", "WaitTimeout", "WaitPattern", "Theme"]
    + ignored.keys.sorted()

  mutating func set(_ token: TapeToken) throws(TapeError) {
    let nameToken = next()
    guard case .word(let name) = nameToken.kind else {
      throw TapeError("Set takes the name of a setting, not \(nameToken.quoted).", at: nameToken.position)
    }
    guard Self.settingNames.contains(name) else {
      let guess = NearestName.of(name, among: Self.settingNames)
      throw TapeError(
        "\"\(name)\" is not a setting" + (guess.map { ". Did you mean \($0)?" } ?? "."), at: nameToken.position)
    }
    guard name != "TypingSpeed" else { return try setTypingSpeed(token) }
    guard isAtTop else {
      throw TapeError(
        "Set \(name) must come before the first command. Only TypingSpeed can change later.", at: token.position)
    }
    if let ignored = Self.ignored[name] {
      try skip(ignored.value, name)
      return warn("\(name) has no effect: \(ignored.reason).", nameToken)
    }
    try set(name, nameToken)
  }

  private mutating func setTypingSpeed(_ token: TapeToken) throws(TapeError) {
    let speed = try duration(for: "TypingSpeed")
    if isAtTop {
      settings.typingSpeed = speed
    } else {
      append(.typingSpeed(speed), token)
    }
  }

  private mutating func set(_ name: String, _ nameToken: TapeToken) throws(TapeError) {
    switch name {
    case "Width": settings.width = try cells(name, nameToken, limit: TapeSettings.maximumWidth) ?? settings.width
    case "Height": settings.height = try cells(name, nameToken, limit: TapeSettings.maximumHeight) ?? settings.height
    case "PlaybackSpeed":
      let value = next()
      guard case .number(let digits) = value.kind, let speed = Double(digits),
        TapeSettings.speedRange.contains(speed)
      else {
        throw TapeError("PlaybackSpeed takes a number from 0.01 to 1000, not \(value.quoted).", at: value.position)
      }
      settings.playbackSpeed = speed
    case "Framerate": settings.frameRate = try number(for: "Framerate", in: TapeSettings.frameRates)
    case "WaitTimeout": settings.waitTimeout = try duration(for: "WaitTimeout")
    case "WaitPattern": settings.waitPattern = try pattern(for: "WaitPattern")
    default: try setTheme(nameToken)
    }
  }

  /// Parses a number of cells. A number above `limit` is interpreted as pixels, as in vhs, and ignored.
  private mutating func cells(_ name: String, _ nameToken: TapeToken, limit: Int) throws(TapeError) -> Int? {
    let value = try number(for: name, in: 1...100_000)
    if value <= limit { return value }
    warn("\(name) \(value) is in pixels and has no effect. Numbers up to \(limit) are cells.", nameToken)
    return nil
  }

  private mutating func setTheme(_ nameToken: TapeToken) throws(TapeError) {
    if peek.kind == .json {
      _ = next()
      return warn("A theme in braces has no effect. Use dark, light, or mono.", nameToken)
    }
    let name = try text(for: "Theme")
    if Theme.named(name) == nil {
      return warn("The theme \"\(name)\" is not supported and has no effect. Use dark, light, or mono.", nameToken)
    }
    settings.theme = name.lowercased()
  }

  private mutating func skip(_ kind: ValueKind, _ name: String) throws(TapeError) {
    switch kind {
    case .text: _ = try text(for: name)
    case .flag:
      let value = next()
      guard [.word("true"), .word("false")].contains(value.kind) else {
        throw TapeError("\(name) takes true or false, not \(value.quoted).", at: value.position)
      }
    case .number, .percentage:
      let value = next()
      guard case .number = value.kind else {
        throw TapeError("\(name) takes a number, not \(value.quoted).", at: value.position)
      }
      // A percent sign is lexed as a word, because file names may contain one.
      if kind == .percentage, peek.kind == .word("%") { _ = next() }
    }
  }
}
