/// The abilities of a terminal that its description does not list.
///
/// They are derived from the environment or, if that does not identify the terminal, from the terminal's answer to a
/// version query. A sequence that a terminal could display as text or misunderstand is not sent to it.
struct TerminalProfile: Sendable, Hashable {
  /// The ways to show a notification. The text is sent only if the terminal is certain to show it.
  enum Notification: Sendable, Hashable {
    /// The bell, which most terminals and tmux show as a mark on the window or tab.
    case bell
    /// OSC 9, used by iTerm2.
    case iTerm
    /// OSC 777, used by rxvt-unicode.
    case urxvt
    /// OSC 99, used by kitty.
    case kitty
  }

  /// The names of the environment variables that a profile depends on.
  static let variables = [
    "TERM", "COLORTERM", "COLORFGBG", "ZUTTY_VERSION", "TMUX", "WT_SESSION", "ConEmuANSI", "TERM_PROGRAM",
    "TERM_PROGRAM_VERSION", "KITTY_WINDOW_ID",
    "VTE_VERSION", "KONSOLE_VERSION",
  ]

  /// Whether the terminal ignores unknown sequences, so that queries and extensions can be sent to it.
  var isExtensible = false
  /// Whether the terminal is a window of tmux.
  var isTmux = false
  /// Whether the kind of terminal is known.
  var isIdentified = false
  /// Whether the terminal shows the progress of a task. On other terminals, the same sequence can be a notification.
  var showsProgress = false
  /// The way to show a notification.
  var notification = Notification.bell
  /// The title to leave on a terminal that cannot restore its previous title; `nil` on others.
  var finalTitle: String?
  /// A terminal type whose description fits better than that of `TERM`, because it has more colors; `nil` for none.
  private(set) var betterTerm: String?
  /// Whether `TERM` is a type with eight or sixteen colors that terminals with more colors also use.
  private var isPlainXterm = false
  /// Whether the terminal is known not to report its background color, and the environment does not report it either.
  var hidesBackground = false

  /// Creates the profile of a terminal without extensions.
  init() {}

  /// Creates a profile from the environment.
  init(environment: [String: String]) {
    let term = environment["TERM"] ?? ""
    isExtensible = !Self.isBasic(term)
    guard isExtensible else { return }
    isPlainXterm = ["xterm", "xterm-color", "xterm-16color"].contains(term)
    if environment["COLORTERM"]?.isEmpty == false { hasManyColors() }
    hidesBackground = term.hasPrefix("rxvt") && environment["COLORFGBG"] == nil
    // Inside tmux, the other variables describe the terminal in which the tmux server was started.
    if environment["TMUX"]?.isEmpty == false || term.hasPrefix("tmux") {
      identify("tmux", version: [])
      return
    }
    let version = Self.numbers(environment["TERM_PROGRAM_VERSION"] ?? "")
    if environment["WT_SESSION"] != nil || environment["ConEmuANSI"] == "ON" {
      identify("Windows Terminal", version: [])
    } else if environment["KITTY_WINDOW_ID"] != nil {
      identify("kitty", version: [])
    } else if environment["ZUTTY_VERSION"] != nil {
      identify("zutty", version: [])
    } else if let program = environment["TERM_PROGRAM"], identify(program, version: version) {
      return
    } else if let number = environment["VTE_VERSION"].flatMap({ Int($0) }) {
      identify("VTE", version: [number])
    } else if let number = environment["KONSOLE_VERSION"].flatMap({ Int($0) }) {
      identify("Konsole", version: [number / 10_000, number / 100 % 100])
    } else {
      let name = term.hasPrefix("xterm-") ? String(term.dropFirst(6)) : term
      identify(String(name.prefix { $0 != "-" }), version: [])
    }
  }

  /// Updates the profile from the terminal's name and version, such as `WezTerm 20250209-182623-44866cc1`,
  /// `kitty(0.38.0)`, `ghostty 1.2.0` or `VTE(7600)`. Returns whether the profile has changed.
  mutating func learn(_ answer: String) -> Bool {
    let before = self
    // All terminals that answer have many colors.
    hasManyColors()
    let end = answer.firstIndex { " (".contains($0) } ?? answer.endIndex
    identify(String(answer[..<end]), version: Self.numbers(String(answer[end...])))
    return self != before
  }

  /// Sets the abilities of a known terminal. Returns whether it is known.
  @discardableResult
  private mutating func identify(_ name: String, version: [Int]) -> Bool {
    var notification = Notification.bell
    var showsProgress = false
    var finalTitle: String?
    switch name.lowercased() {
    case "tmux":
      // Since version 3.7, tmux supports the progress of its windows; older versions ignore it.
      isTmux = true
      showsProgress = true
    case "windows terminal", "mintty", "vscode": showsProgress = true
    case "ghostty":
      notification = .urxvt
      showsProgress = true
    case "wezterm":
      notification = .urxvt
      showsProgress = (version.first ?? 0) >= 20_250_209
    case "iterm.app", "iterm2":
      notification = .iTerm
      showsProgress = !version.lexicographicallyPrecedes([3, 6, 6])
    // Older versions of VTE ignore the sequence. VTE shows no notifications, except as patched by some distributions.
    case "vte": showsProgress = true
    case "konsole": showsProgress = !version.lexicographicallyPrecedes([26, 4])
    case "kitty":
      notification = .kitty
      showsProgress = true
    case "rxvt":
      notification = .urxvt
      finalTitle = "urxvt"
    // An empty title makes st restore its initial title.
    case "st": finalTitle = ""
    case "zutty": finalTitle = "Zutty"
    case "foot", "footclient", "contour": notification = .urxvt
    case "alacritty", "apple_terminal": break
    default: return false
    }
    self.notification = notification
    self.showsProgress = showsProgress
    self.finalTitle = finalTitle
    isIdentified = true
    return true
  }

  /// Corrects a terminal type that stands for few colors. Debian's xterm uses such a type, although it has 256 colors.
  private mutating func hasManyColors() {
    if isPlainXterm { betterTerm = "xterm-256color" }
  }

  /// Returns the numbers in a version, at most four.
  private static func numbers(_ version: String) -> [Int] {
    version.split { !$0.isASCII || !$0.isNumber }.prefix(4).compactMap { Int($0) }
  }

  /// Returns whether a terminal type may show unknown sequences as text: consoles and hardware terminals.
  private static func isBasic(_ term: String) -> Bool {
    let name = term.prefix { $0 != "-" }
    let isHardware = name.hasPrefix("vt") && name.dropFirst(2).first?.isNumber == true || name.hasPrefix("wy")
    return isHardware
      || ["", "linux", "dumb", "unknown", "ansi", "pcansi", "cons25", "sun", "eterm", "fbterm", "hurd", "cygwin"]
        .contains(name)
  }
}
