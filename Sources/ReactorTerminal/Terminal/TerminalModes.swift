/// The private modes that a screen needs, and the bytes that set and reset them.
///
/// Written out rather than taken from terminfo: they are the same on every terminal that knows them, ignored by the
/// others, and a signal handler can write a constant.
struct TerminalModes: Sendable, Hashable {
  /// Whether presses, drags and the wheel are reported.
  var mouse: Bool

  /// Alternate screen, no cursor, application keys, then the reports.
  var enter: [UInt8] {
    let mouseOn = mouse ? "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h" : ""
    return Array("\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1h\u{1B}=\(mouseOn)\u{1B}[?2004h\u{1B}[?1004h".utf8)
  }

  /// Everything back, whatever was on. The cursor goes to a cleared last line first, for terminals without a second
  /// screen.
  var leave: [UInt8] {
    Array(
      ("\u{1B}[?2026l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?1004l\u{1B}[?1l\u{1B}>"
        + "\u{1B}[r\u{1B}[0m\u{1B}[999;1H\u{1B}[2K\u{1B}[?1049l\u{1B}[?25h").utf8)
  }
}
