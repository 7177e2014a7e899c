/// The abilities of a terminal that its description does not list.
///
/// They follow from the environment and, on terminals that it does not identify, from the terminal's answer to the
/// query for its version. A sequence that a terminal could show as text, or misunderstand, is not sent to it.
struct TerminalProfile: Sendable, Hashable {
  /// The ways to show a notification. Only where it is certain that the terminal shows the text, the text is sent.
  enum Notification: Sendable, Hashable {
    /// The bell, which most terminals and tmux show as a mark at the window or tab.
    case bell
    /// OSC 9, of iTerm2.
    case iTerm
    /// OSC 777, of rxvt-unicode.
    case urxvt
    /// OSC 99, of kitty.
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
  /// Whether the name of the terminal is known.
  var isIdentified = false
  /// Whether the terminal shows the progress of a task. On others, the same sequence can be a notification.
  var showsProgress = false
  /// The way to show a notification.
  var notification = Notification.bell
  /// The title to leave behind on a terminal that cannot restore the one from before; `nil` on others.
  var finalTitle: String?
  /// The type of terminal whose description fits better than that of `TERM`, because it has more colors; `nil` for none.
  private(set) var betterTerm: String?
  /// Whether `TERM` is a type of eight or sixteen colors that terminals with more colors use as well.
  private var isPlainXterm = false
  /// Whether the terminal is known not to tell the color of its background, and the environment does not either.
  var hidesBackground = false

  /// Creates the profile of a terminal without extensions.
  init() {}

  /// Creates the profile that follows from the environment.
  init(environment: [String: String]) {
    let term = environment["TERM"] ?? ""
    isExtensible = !Self.isBasic(term)
    guard isExtensible else { return }
    isPlainXterm = ["xterm", "xterm-color", "xterm-16color"].contains(term)
    if environment["COLORTERM"]?.isEmpty == false { hasManyColors() }
    hidesBackground = term.hasPrefix("rxvt") && environment["COLORFGBG"] == nil
    // Inside tmux, the other variables are those of the terminal in which its server was started.
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

  /// Updates the profile with the terminal's own name and version, such as `WezTerm 20250209-182623-44866cc1`,
  /// `kitty(0.38.0)`, `ghostty 1.2.0` or `VTE(7600)`. Returns whether the profile has changed.
  mutating func learn(_ answer: String) -> Bool {
    let before = self
    // All terminals that answer have them.
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
      // Since 3.7, tmux knows the progress of its windows; older versions ignore it.
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
    // VTE ignores the sequence before it knows it. It shows no notifications, except as patched by some distributions.
    case "vte": showsProgress = true
    case "konsole": showsProgress = !version.lexicographicallyPrecedes([26, 4])
    case "kitty":
      notification = .kitty
      showsProgress = true
    case "rxvt":
      notification = .urxvt
      finalTitle = "urxvt"
    // An empty title stands for the one that st began with.
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

  /// Corrects a type that stands for few colors. Debian's xterm calls itself so, although it has 256.
  private mutating func hasManyColors() {
    if isPlainXterm { betterTerm = "xterm-256color" }
  }

  /// Returns the numbers in a version, at most four.
  private static func numbers(_ version: String) -> [Int] {
    version.split { !$0.isASCII || !$0.isNumber }.prefix(4).compactMap { Int($0) }
  }

  /// Returns whether a type of terminal may show unknown sequences as text: consoles, and terminals made of hardware.
  private static func isBasic(_ term: String) -> Bool {
    let name = term.prefix { $0 != "-" }
    let isHardware = name.hasPrefix("vt") && name.dropFirst(2).first?.isNumber == true || name.hasPrefix("wy")
    return isHardware
      || ["", "linux", "dumb", "unknown", "ansi", "pcansi", "cons25", "sun", "eterm", "fbterm", "hurd", "cygwin"]
        .contains(name)
  }
}
