import Testing

/// Tests the model sequence by sequence. `TerminalModelComparison` compares it with another terminal.
struct TerminalModelTests {
  private func model(_ output: String, columns: Int = 10, rows: Int = 4) -> TerminalModel {
    var model = TerminalModel(columns: columns, rows: rows)
    model.feed(output.utf8)
    return model
  }

  @Test(arguments: [
    ("plain text", "one\r\ntwo", "one\ntwo"),
    ("a line that is too long goes on below", "0123456789ab", "0123456789\nab"),
    ("the last column waits before it wraps", "0123456789\r\nab", "0123456789\nab"),
    ("without wrapping the last column is overwritten", "\u{1B}[?7l0123456789ab", "012345678b"),
    ("backspace and tab", "abc\u{8}X\tY", "abX     Y"),
    ("moving to a place", "\u{1B}[2;3Hx\u{1B}[Hy\u{1B}[4dz", "y\n  x\n\n z"),
    ("moving by steps", "\u{1B}[3B\u{1B}[2Ca\u{1B}[2A\u{1B}[3Db\u{1B}[8Gc", "\nb      c\n\n  a"),
    ("lines forward and back", "a\u{1B}[2Eb\u{1B}[Fc", "a\nc\nb"),
    ("erasing to the end of the line", "abcdef\u{1B}[3G\u{1B}[K", "ab"),
    ("erasing to the start of the line", "abcdef\u{1B}[3G\u{1B}[1K", "   def"),
    ("erasing characters", "abcdef\u{1B}[2G\u{1B}[3X", "a   ef"),
    ("erasing the screen below", "ab\r\ncd\r\nef\u{1B}[2;2H\u{1B}[J", "ab\nc"),
    ("erasing the screen above", "ab\r\ncd\r\nef\u{1B}[2;1H\u{1B}[1J", "\n d\nef"),
    ("inserting characters", "abc\u{1B}[2G\u{1B}[2@", "a  bc"),
    ("deleting characters", "abcdef\u{1B}[2G\u{1B}[2P", "adef"),
    ("insert mode", "abc\r\u{1B}[4hXY\u{1B}[4l", "XYabc"),
    ("inserting a line", "a\r\nb\r\nc\u{1B}[2H\u{1B}[L", "a\n\nb\nc"),
    ("deleting a line", "a\r\nb\r\nc\u{1B}[2H\u{1B}[M", "a\nc"),
    ("scrolling up and down", "a\r\nb\r\nc\u{1B}[S\u{1B}[2T", "\n\nb\nc"),
    ("a line feed at the bottom scrolls", "a\r\nb\r\nc\r\nd\r\ne", "b\nc\nd\ne"),
    (
      "a line feed at the end of the region scrolls the region",
      "a\r\nb\r\nc\r\nd\u{1B}[2;3r\u{1B}[3H\n", "a\nc\n\nd"
    ),
    (
      "a reverse line feed at its start scrolls it down",
      "a\r\nb\r\nc\r\nd\u{1B}[2;3r\u{1B}[2H\u{1B}M", "a\n\nb\nd"
    ),
    ("repeating a character", "-\u{1B}[5b", "------"),
    ("line drawing", "\u{1B}(0lqk\u{1B}(Bq", "┌─┐q"),
    ("wide characters", "기아\u{1B}[5Gx", "기아x"),
    ("a wide character does not fit the last column", "012345678기", "012345678\n기"),
    ("half a wide character overwritten", "기아\u{1B}[2Gx", " x아"),
    ("a combining mark", "e\u{301}x", "e\u{301}x"),
    ("a sequence in a string is not text", "\u{1B}]0;title\u{7}a\u{1B}Pq~~\u{1B}\\b", "ab"),
    ("saved and restored cursor", "ab\u{1B}7\u{1B}[3Hx\u{1B}8c", "abc\n\nx"),
  ])
  func `the screen is that of a terminal`(_ what: String, _ output: String, _ expected: String) {
    let model = model(output)
    #expect(model.text == expected, "\(what)")
    #expect(model.unknown.isEmpty)
  }

  @Test func `a sequence may arrive byte by byte, and so may a character`() {
    var model = TerminalModel(columns: 10, rows: 2)
    for byte in "\u{1B}[2;3H기\u{1B}[1mé".utf8 { model.feed([byte]) }
    #expect(model.text == "\n  기é")
    #expect(model.grid.lines[1][4].style.attributes == .bold)
  }

  @Test func `bytes that are not UTF-8 are shown as replacements`() {
    var model = TerminalModel(columns: 10, rows: 1)
    model.feed([0x61, 0xFF, 0xEA, 0xB8, 0x62])
    #expect(model.text == "a\u{FFFD}b")
  }

  @Test func `each cell has its own style`() {
    let model = model(
      "\u{1B}[1;31;44mA\u{1B}[0;7mB\u{1B}[27;38;5;200mC\u{1B}[38;2;1;2;3mD\u{1B}[48:2::4:5:6mE\u{1B}[mF")
    let styles = model.grid.lines[0].prefix(6).map(\.style)
    #expect(styles[0] == Style(foreground: .indexed(1), background: .indexed(4), attributes: .bold))
    #expect(styles[1] == Style(attributes: .reverse))
    #expect(styles[2] == Style(foreground: .indexed(200)))
    #expect(styles[3] == Style(foreground: .rgb(1, 2, 3)))
    #expect(styles[4] == Style(foreground: .rgb(1, 2, 3), background: .rgb(4, 5, 6)))
    #expect(styles[5] == .plain)
  }

  @Test func `erasing keeps only the background`() {
    let model = model("\u{1B}[1;44mab\u{1B}[K")
    #expect(model.grid.lines[0][5].style == Style(background: .indexed(4)))
  }

  @Test func `the alternate screen preserves the main screen`() {
    var model = model("shell\u{1B}[?1049hprogram")
    #expect(model.text == "     progr\nam")
    model.feed("\u{1B}[?1049l!".utf8)
    #expect(model.text == "shell!")
  }

  @Test func `a program that restores all modes has no leftovers`() {
    var model = model(
      "\u{1B}[?1049;25l\u{1B}[?1049h\u{1B}[?1000;1006;2004;1004;2026h\u{1B}=\u{1B}[4 q\u{1B}[1;2r\u{1B}[1m"
    )
    #expect(
      model.leftovers == [
        "application keypad", "bracketed paste", "cursor shape", "focus reports", "hidden cursor", "mouse",
        "mouse encoding", "scroll region", "second screen", "style", "synchronized update",
      ])
    model.feed(
      "\u{1B}[?2026l\u{1B}[?1004;2004;1006;1000l\u{1B}>\u{1B}[0 q\u{1B}[r\u{1B}[m\u{1B}[?25h\u{1B}[?1049l".utf8)
    #expect(model.leftovers == [])
    #expect(model.frames == 1)
  }

  @Test func `extensions that a program did not undo are leftovers`() {
    var model = model(
      "\u{1B}]2;shell\u{7}\u{1B}[22;2t\u{1B}[?1049h\u{1B}[?2031h\u{1B}[>5u\u{1B}]2;Cars\u{7}\u{1B}]9;4;1;50\u{7}")
    #expect(
      model.leftovers == ["color scheme reports", "keyboard protocol", "progress", "saved title", "second screen"])
    model.feed("\u{1B}[<u\u{1B}[?2031l\u{1B}[23;2t\u{1B}]9;4;0;0\u{1B}\\\u{1B}[?1049l".utf8)
    #expect(model.leftovers == [])
    #expect(model.title == "shell")
  }

  @Test func `queries receive replies`() {
    let model = model("abc\u{1B}[6n\u{1B}[5n\u{1B}[c\u{1B}[?25$p\u{1B}[?25l\u{1B}[?25$p")
    #expect(
      String(decoding: model.answers, as: UTF8.self)
        == "\u{1B}[1;4R\u{1B}[0n\u{1B}[?64;1;2;6;22c\u{1B}[?25;0$y\u{1B}[?25;2$y")
  }

  @Test func `unsupported sequences are recorded`() {
    #expect(model("\u{1B}[5y\u{1B}#8").unknown == ["CSI 5 y", "ESC #8"])
  }

  @Test func `a smaller window truncates lines, even within a wide character`() {
    var model = model("0123기\r\nab")
    model.resize(columns: 5, rows: 1)
    #expect(model.text == "0123")
    model.resize(columns: 6, rows: 2)
    #expect(model.text == "0123")
  }
}
