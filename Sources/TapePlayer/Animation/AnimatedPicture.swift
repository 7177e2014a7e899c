import ReactorTerminalCore

/// A picture of a screen that changes over time.
///
/// It consists of the distinct contents of rows and the steps at which they appear. A row that does not change takes no
/// more space than in a picture of a single screen.
struct AnimatedPicture {
  /// A change of a row: the step at which it occurs, and the number of the new contents.
  struct Change: Hashable {
    let step: Int
    let contents: Int
  }

  /// The number of steps per second. All changes of a row within a step are treated as one change.
  let frameRate: Int
  /// The text of the title bar; `nil` means no title bar.
  let title: String?
  /// The size of the largest screen.
  private(set) var size: Size
  /// The elements of all contents, indexed by number. The first entry belongs to an empty row.
  private(set) var contents = [""]
  /// The changes of each row, in order. The first one is at step 0.
  private(set) var rows: [[Change]] = []
  /// The contents of the rows shown to viewers who prefer reduced motion; `nil` for the contents at the start.
  private(set) var poster: [Int]?
  /// The captions, in order.
  private(set) var captions: [String] = []
  /// The elements of cells, with the default colors of the first screen.
  private(set) var cells: SVGCells

  private var numbers = ["": 0]
  private var shown: ScreenSnapshot?
  private let colors: ScreenColors

  /// Creates a picture that begins with `screen`.
  init(_ screen: ScreenSnapshot, title: String?, frameRate: Int) {
    self.title = title
    self.frameRate = frameRate
    size = screen.size
    colors = screen.defaultColors
    cells = SVGCells(colors, styles: SVGStyles(asClasses: true))
    show(screen, at: .zero)
  }

  /// Adds a screen, unless nothing has changed.
  ///
  /// - Parameters:
  ///   - screen: The screen.
  ///   - time: The time since the start of the picture, not before that of the last screen.
  mutating func show(_ screen: ScreenSnapshot, at time: Duration) {
    size = Size(width: max(size.width, screen.size.width), height: max(size.height, screen.size.height))
    let step = step(at: time)
    for y in 0..<size.height {
      if y == rows.count { rows.append([]) }
      if let shown, screen.hasSameRow(y, as: shown) { continue }
      set(y < screen.size.height ? number(of: y, in: screen) : 0, at: step, row: y)
    }
    shown = screen
  }

  /// Adds a caption to the picture's description.
  mutating func add(caption: String) {
    if !caption.isEmpty, captions.last != caption { captions.append(caption) }
  }

  /// Makes the current screen the one shown to viewers who prefer reduced motion.
  mutating func setPoster() { poster = rows.map { $0.last?.contents ?? 0 } }

  /// Returns the number of steps before `time`, limited to 10¹⁵, which no playback reaches.
  func step(at time: Duration) -> Int { Int(min(time / .milliseconds(1) * Double(frameRate) / 1_000 + 1e-6, 1e15)) }

  private mutating func set(_ contents: Int, at step: Int, row y: Int) {
    // A row added by a larger screen was empty before.
    if rows[y].isEmpty, step > 0 { rows[y].append(Change(step: 0, contents: 0)) }
    if rows[y].last?.step == step { rows[y].removeLast() }
    if rows[y].last?.contents != contents { rows[y].append(Change(step: step, contents: contents)) }
  }

  /// Returns the number of the contents of a row.
  private mutating func number(of y: Int, in screen: ScreenSnapshot) -> Int {
    let caret = screen.caret.flatMap { $0.y == y ? Point(x: $0.x, y: 0) : nil }
    cells.colors = screen.defaultColors
    var elements = cells.elements([screen.row(y)], caret: caret)
    if screen.defaultColors != colors {
      // The program has changed its theme since the first screen, which determined the picture's background.
      let row = Rect(x: 0, y: 0, width: screen.size.width, height: 1)
      elements.insert(cells.rect(row, fill: screen.defaultColors.background), at: 0)
    }
    cells.colors = colors
    let text = elements.joined()
    if let number = numbers[text] { return number }
    contents.append(text)
    numbers[text] = contents.count - 1
    return contents.count - 1
  }
}

extension ScreenSnapshot {
  /// Returns whether row `y` looks the same in another screen.
  fileprivate func hasSameRow(_ y: Int, as other: ScreenSnapshot) -> Bool {
    guard isLight == other.isLight, y < size.height, y < other.size.height else { return false }
    return caretColumn(in: y) == other.caretColumn(in: y) && row(y) == other.row(y)
  }

  private func caretColumn(in y: Int) -> Int? { caret.flatMap { $0.y == y ? $0.x : nil } }
}
