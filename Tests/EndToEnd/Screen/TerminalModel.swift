import CTerminal

/// A terminal of the xterm kind as far as full-screen programs use one: fed with a program's output, it knows what a
/// person would see, and what was left switched on.
struct TerminalModel: Sendable {
  struct Cursor: Hashable, Sendable {
    var row = 0
    var column = 0
    var style = Style.plain
    /// The last column is filled; the next character goes to the next line.
    var isWrapPending = false
    /// Whether G0 holds the line drawing set.
    var drawsLines = false
  }

  var grid: Grid
  var cursor = Cursor()
  /// First and last line of the scroll region.
  var region: ClosedRange<Int>
  /// Private modes that were ever set or reset, and how they stand.
  var privateModes: [Int: Bool] = [:]
  /// `ESC [ 4 h`: characters push others to the right.
  var isInserting = false
  var hasApplicationKeypad = false
  /// The number of DECSCUSR: 0 is the user's own.
  var cursorShape = 0
  /// The text of OSC 0 or 2.
  var title = ""
  /// What the terminal says in return, since it was last taken.
  var answers: [UInt8] = []
  /// Sequences that this model does not know: a test that sees any learns that the picture may be wrong.
  var unknown: Set<String> = []
  /// Ends of a synchronized update: with one frame an update, the number of frames.
  var frames = 0
  /// How often the whole screen was erased, and what was on it before the last time.
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

  /// Whether a synchronized update has begun and not ended.
  var isUpdating: Bool { privateModes[2026] == true }

  // MARK: What a person sees

  /// A line's text, without the blanks at its end.
  func line(_ row: Int) -> String {
    let text = grid.lines[row].map(\.text).joined()
    return String(text.reversed().drop { $0 == " " }.reversed())
  }

  var lines: [String] { (0..<rows).map { line($0) } }

  /// The screen as one text, a line a row, without the empty lines at its end.
  var text: String {
    let all = lines
    return all.prefix((all.lastIndex { !$0.isEmpty } ?? -1) + 1).joined(separator: "\n")
  }

  func contains(_ words: String) -> Bool { text.contains(words) }

  /// The lines of which more than half is shown in reverse or on a background of its own: where the selection is.
  var highlightedRows: [Int] {
    (0..<rows).filter { row in
      let marked = grid.lines[row].count { $0.style.attributes.contains(.reverse) || $0.style.background != .standard }
      return marked * 2 > columns
    }
  }

  /// Columns that a grapheme takes, as the C library (and with it ncurses) counts them.
  static func width(of text: String) -> Int {
    text.unicodeScalars.first.map { Int(ct_width($0.value)) } ?? 0
  }
}
