import Testing

@testable import ReactorTerminalCore

@Suite struct TerminalProfileTests {
  @Test(arguments: [
    "linux", "dumb", "", "vt100", "vt220", "ansi", "cons25", "wyse60", "sun", "eterm-color", "linux-16color",
  ])
  func `nothing is sent to a terminal that could show it as text`(term: String) {
    let profile = TerminalProfile(environment: ["TERM": term, "WT_SESSION": "1", "TMUX": "x"])

    #expect(profile == TerminalProfile())
    #expect(TerminalModes(mouse: true, profile: profile) == TerminalModes(mouse: true))
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], false, TerminalProfile.Notification.bell, false),
    (["TERM": "xterm-256color", "WT_SESSION": "1"], true, .bell, true),
    (["TERM": "xterm-256color", "ConEmuANSI": "ON"], true, .bell, true),
    (["TERM": "xterm-ghostty"], true, .urxvt, true),
    (["TERM": "xterm-kitty"], true, .kitty, true),
    (["TERM": "xterm-256color", "KITTY_WINDOW_ID": "1"], true, .kitty, true),
    (
      ["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm", "TERM_PROGRAM_VERSION": "20240203-110809"], false, .urxvt,
      true
    ),
    (
      ["TERM": "xterm-256color", "TERM_PROGRAM": "WezTerm", "TERM_PROGRAM_VERSION": "20250209-182623"], true, .urxvt,
      true
    ),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app", "TERM_PROGRAM_VERSION": "3.5.14"], false, .iTerm, true),
    (["TERM": "xterm-256color", "TERM_PROGRAM": "iTerm.app", "TERM_PROGRAM_VERSION": "3.6.10"], true, .iTerm, true),
    (["TERM": "xterm-256color", "VTE_VERSION": "7600"], true, .bell, true),
    (["TERM": "xterm-256color", "KONSOLE_VERSION": "251203"], false, .bell, true),
    (["TERM": "xterm-256color", "KONSOLE_VERSION": "260400"], true, .bell, true),
    (["TERM": "foot"], false, .urxvt, true),
    (["TERM": "tmux-256color", "TMUX": "/tmp/tmux", "WT_SESSION": "1", "KITTY_WINDOW_ID": "1"], true, .bell, true),
    (["TERM": "screen-256color"], false, .bell, false),
  ])
  func `the environment determines what a terminal can do`(
    environment: [String: String], progress: Bool, notification: TerminalProfile.Notification, isKnown: Bool
  ) {
    let profile = TerminalProfile(environment: environment)

    #expect(profile.isExtensible)
    #expect(profile.showsProgress == progress)
    #expect(profile.notification == notification)
    #expect(profile.isIdentified == isKnown)
    #expect(profile.isTmux == (environment["TMUX"] != nil))
  }

  @Test(arguments: [
    ("kitty(0.38.0)", true, TerminalProfile.Notification.kitty), ("ghostty 1.2.0", true, .urxvt),
    ("WezTerm 20240203-110809-5046fc22", false, .urxvt), ("WezTerm 20250209-182623-44866cc1", true, .urxvt),
    ("iTerm2 3.5.0", false, .iTerm), ("VTE(7600)", true, .bell), ("foot(1.18.0)", false, .urxvt),
    ("tmux 3.4", true, .bell), ("Konsole 26.04.0", true, .bell),
  ])
  func `the version that the terminal reports determines the same`(
    version: String, progress: Bool, notification: TerminalProfile.Notification
  ) {
    var profile = TerminalProfile(environment: ["TERM": "xterm-256color"])

    let hasChanged = profile.learn(version)

    #expect(hasChanged)
    #expect(profile.showsProgress == progress)
    #expect(profile.notification == notification)
  }

  @Test(arguments: ["", "XTerm(390)", "(((", "9;4;1", "\u{1F40A}", "99999999999999999999999"])
  func `an unknown version changes nothing`(version: String) {
    var profile = TerminalProfile(environment: ["TERM": "xterm-256color"])
    let before = profile

    let hasChanged = profile.learn(version)

    #expect(!hasChanged)
    #expect(profile == before)
  }

  @Test(arguments: [
    (["TERM": "xterm"], nil), (["TERM": "xterm", "COLORTERM": "truecolor"], "xterm-256color"),
    (["TERM": "xterm-color", "COLORTERM": "yes"], "xterm-256color"), (["TERM": "screen", "COLORTERM": "1"], nil),
    (["TERM": "linux", "COLORTERM": "1"], nil),
  ])
  func `a terminal has 256 colors if its environment shows them`(environment: [String: String], term: String?) {
    #expect(TerminalProfile(environment: environment).betterTerm == term)
  }

  @Test func `a terminal of type xterm that reports its version has 256 colors`() {
    var profile = TerminalProfile(environment: ["TERM": "xterm"])

    let hasChanged = profile.learn("XTerm(379)")

    #expect(hasChanged && profile.betterTerm == "xterm-256color")
  }

  @Test(arguments: [
    (["TERM": "rxvt-unicode-256color"], true), (["TERM": "rxvt"], true),
    (["TERM": "rxvt-unicode-256color", "COLORFGBG": "0;15"], false), (["TERM": "xterm-256color"], false),
  ])
  func `rxvt hides its background, unless the environment reports it`(environment: [String: String], isHidden: Bool) {
    #expect(TerminalProfile(environment: environment).hidesBackground == isHidden)
  }

  @Test(arguments: [
    (["TERM": "rxvt-unicode-256color"], "urxvt"), (["TERM": "st-256color"], ""),
    (["TERM": "xterm-256color", "ZUTTY_VERSION": "0.16"], "Zutty"), (["TERM": "xterm-256color"], nil),
    (["TERM": "xterm-kitty"], nil),
  ])
  func `a terminal that does not store titles gets its own back at the end`(
    environment: [String: String], title: String?
  ) {
    let profile = TerminalProfile(environment: environment)
    let bytes = String(decoding: TerminalModes(mouse: false, profile: profile).leave, as: UTF8.self)

    #expect(profile.finalTitle == title)
    #expect(bytes.contains("\u{1B}]2;\(title ?? "")\u{1B}\\") == (title != nil))
  }

  @Test(arguments: [
    "VTE(7600)", "Konsole 26.04.0", "tmux 3.7", "mintty 3.7.7", "alacritty 0.15", "XTerm(390)", "zutty 0.16",
    "unheard-of",
  ])
  func `a terminal that is not known to show notifications rings its bell`(version: String) {
    var profile = TerminalProfile(environment: ["TERM": "xterm-256color"])

    _ = profile.learn(version)

    #expect(profile.notification == .bell)
  }

  @Test(arguments: ["WezTerm 20250209-182623", "iTerm2 3.6.6", "Konsole 26.04.0", "kitty(0.42.0)"])
  func `a terminal that shows the progress of tasks is recognized`(version: String) {
    var profile = TerminalProfile(environment: ["TERM": "xterm-256color"])

    _ = profile.learn(version)

    #expect(profile.showsProgress)
    #expect(TerminalProfile(environment: ["TERM": "xterm-256color", "WT_SESSION": "1"]).showsProgress)
  }
}
