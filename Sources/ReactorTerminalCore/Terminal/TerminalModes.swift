/// The terminal modes of a screen, and the bytes that set and reset them.
///
/// The bytes are constants rather than terminfo capabilities. They are the same on every terminal that supports them,
/// other terminals ignore them, and a signal handler can write a constant.
struct TerminalModes: Sendable, Hashable {
  /// Whether mouse input is enabled.
  var mouse: Bool
  /// The terminal's abilities beyond its description.
  var profile = TerminalProfile()
  /// Whether the terminal is the Linux console, whose description also hides the cursor by its shape.
  var isLinuxConsole = false

  /// The sequences that enable and disable mouse reports.
  static let mouseOn = "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h"
  static let mouseOff = "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l"

  /// The bytes that enter the alternate screen, hide the cursor, and enable application keys and reports.
  ///
  /// On an extensible terminal, they also save the window title, enable color scheme reports, and enable the kitty
  /// keyboard protocol with two of its flags: 1, unambiguous keys, and 4, the Latin letter on a key. The protocol is
  /// enabled after the alternate screen, because it has a separate stack for each screen.
  var enter: [UInt8] {
    let mouseOn = mouse ? Self.mouseOn : ""
    let extensions = profile.isExtensible ? "\u{1B}[22;2t\u{1B}[?2031h\u{1B}[>5u" : ""
    return Array(
      "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1h\u{1B}=\(mouseOn)\u{1B}[?2004h\u{1B}[?1004h\(extensions)".utf8)
  }

  /// The bytes that reset all modes. They first move the cursor to a cleared last line, for terminals without an
  /// alternate screen.
  var leave: [UInt8] {
    let progress = profile.showsProgress ? "\u{1B}]9;4;0;0\u{1B}\\" : ""
    let title = profile.finalTitle.map { "\u{1B}]2;\($0)\u{1B}\\" } ?? ""
    let extensions = profile.isExtensible ? "\u{1B}[<u\u{1B}[?2031l\(title)\u{1B}[23;2t\(progress)" : ""
    let shape = isLinuxConsole ? "\u{1B}[?0c" : ""
    return Array(
      ("\u{1B}[?2026l\(extensions)\(Self.mouseOff)\u{1B}[?2004l\u{1B}[?1004l\u{1B}[?1l\u{1B}>"
        + "\u{1B}[r\u{1B}[0m\u{1B}[999;1H\u{1B}[2K\u{1B}[?1049l\u{1B}[?25h\(shape)").utf8)
  }
}
