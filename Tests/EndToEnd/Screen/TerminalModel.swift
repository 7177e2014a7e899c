import CReactorTerminal

/// A model of an xterm, as far as full-screen programs use one. It computes the visible screen from the output of a
/// program, and the modes that the program did not restore.
struct TerminalModel: Sendable {
  struct Cursor: Hashable, Sendable {
    var row = 0
    var column = 0
    var style = Style.plain
    /// Whether the last column is filled, so that the next character wraps.
    var isWrapPending = false
    /// Whether G0 is the line drawing character set.
    var drawsLines = false
  }

  var grid: Grid
  var cursor = Cursor()
  /// The lines of the scroll region.
  var region: ClosedRange<Int>
  /// The values of the private modes that were ever set or reset.
  var privateModes: [Int: Bool] = [:]
  /// Whether insert mode (`ESC [ 4 h`) is on.
  var isInserting = false
  var hasApplicationKeypad = false
  /// The parameter of DECSCUSR; 0 is the default of the user.
  var cursorShape = 0
  /// The title of the window (OSC 0 or 2).
  var title = ""
  /// The titles that the program has saved.
  var savedTitles: [String] = []
  /// The flags of the kitty keyboard protocol, a stack for the main screen and one for the alternate screen.
  var keyboardModes: [Bool: [Int]] = [:]
  /// The state of the progress in the taskbar; 0 for none.
  var progress = 0
  /// The answer to the query for the background; `nil` for a terminal that does not answer.
  var background: String? = Self.answer(toBackground: "rgb:0000/0000/0000")
  /// The replies of the terminal that have not been read.
  var answers: [UInt8] = []
  /// The sequences that the model does not support. If there are any, the screen may be wrong.
  var unknown: Set<String> = []
  /// The number of synchronized updates, which is the number of frames.
  var frames = 0
  /// The number of times that the whole screen was erased, and the screen before the last time.
  var clearings = 0
  var linesBeforeClearing: [[Cell]] = []

  var otherGrid: Grid?
  var savedCursors: [Bool: Cursor] = [:]
  var lastScalar: Unicode.Scalar = " "
  private var parser = EscapeParser()

  init(columns: Int, rows: Int) {
    grid = Grid(columns: columns, rows: rows)
    region = 0...(rows - 1)
  }

  var columns: Int { grid.columns }
  var rows: Int { grid.rows }

  mutating func feed(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      guard let token = parser.next(byte) else { continue }
      switch token {
      case .text(let scalar): put(scalar)
      case .control(let control): perform(control: control)
      case .escape(let intermediates, let final): perform(escape: final, intermediates)
      case .sequence(let sequence): perform(sequence)
      case .string(let kind, let content): perform(string: kind, content)
      }
    }
  }

  mutating func resize(columns: Int, rows: Int) {
    grid.resize(columns: columns, rows: rows)
    otherGrid?.resize(columns: columns, rows: rows)
    region = 0...(rows - 1)
    cursor.row = min(cursor.row, rows - 1)
    cursor.column = min(cursor.column, columns - 1)
    cursor.isWrapPending = false
  }

  /// Returns the complete answer to the query for the background.
  static func answer(toBackground color: String) -> String { "\u{1B}]11;\(color)\u{7}" }

  /// Whether a synchronized update is in progress.
  var isUpdating: Bool { privateModes[2026] == true }

  // MARK: Contents

  /// Returns the text of a line without trailing spaces.
  func line(_ row: Int) -> String {
    let text = grid.lines[row].map(\.text).joined()
    return String(text.reversed().drop { $0 == " " }.reversed())
  }

  var lines: [String] { (0..<rows).map { line($0) } }

  /// The text of the screen without trailing empty lines.
  var text: String {
    let all = lines
    return all.prefix((all.lastIndex { !$0.isEmpty } ?? -1) + 1).joined(separator: "\n")
  }

  func contains(_ words: String) -> Bool { text.contains(words) }

  /// The lines of which more than a third is reversed or has a background color, as the selection without its bars has.
  var highlightedRows: [Int] {
    (0..<rows).filter { row in
      let marked = grid.lines[row].count { $0.style.attributes.contains(.reverse) || $0.style.background != .standard }
      return marked * 3 > columns
    }
  }

  /// Returns the display width of a grapheme, as the C library and ncurses compute it.
  static func width(of text: String) -> Int {
    text.unicodeScalars.first.map { Int(ct_width($0.value)) } ?? 0
  }
}
