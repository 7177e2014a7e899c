import ReactorCore

/// Several lines of text to type. Lines wrap; Enter begins another one.
///
/// Saving and leaving are the owner's: bind Ctrl-S and Esc on the screen around it. Tab goes on to the next field.
public final class TextArea: EditableText {
  /// Characters that there is room for unless `maxLength` says otherwise: fifty pages.
  public static let standardLimit = 100_000

  private var top = 0
  /// The column that ↑ and ↓ try to keep.
  private var goal: Int?
  private var isRevealed = false
  private var cached: (width: Int, revision: Int, lines: TextAreaLines)?

  /// An area that holds `text`.
  public init(_ text: String = "", placeholder: String = "") {
    super.init(text, placeholder: placeholder, maxLength: Self.standardLimit, keepsLines: true)
  }

  // MARK: Keys and the mouse

  /// Takes Enter and the keys that move and delete.
  public override func handle(key: Key) -> Bool {
    switch key {
    case .enter: insert("\n")
    case .up: moveLine(by: -1)
    case .down: moveLine(by: 1)
    case .pageUp: moveLine(by: -max(1, bounds.height - 1))
    case .pageDown: moveLine(by: max(1, bounds.height - 1))
    case .control("d"): return false
    default: return super.handle(key: key)
    }
    return true
  }

  /// A click puts the caret there, the wheel moves it.
  public override func handle(mouse: MouseEvent) -> Bool {
    switch mouse.kind {
    case .wheelUp: moveLine(by: -3 * mouse.steps)
    case .wheelDown: moveLine(by: 3 * mouse.steps)
    case .press where mouse.button == .left:
      reveal()
      let line = min(top + mouse.position.y, lines.ranges.count - 1)
      let position = index(inLine: line, column: mouse.position.x)
      edit { $0.move(to: position) }
    case .press, .drag, .release: return false
    }
    return true
  }

  // MARK: Lines

  /// The last column belongs to the caret behind a full line, and to the scrollbar.
  private var lines: TextAreaLines {
    let width = max(1, bounds.width - 1)
    if let cached, cached.width == width, cached.revision == buffer.revision { return cached.lines }
    let made = TextAreaLines(buffer.cells, width: width)
    cached = (width, buffer.revision, made)
    return made
  }

  private func moveLine(by count: Int) {
    let lines = lines
    let line = lines.line(of: buffer.caret)
    let column = goal ?? self.column(of: buffer.caret, inLine: line)
    let target = line + count
    let position: Int
    if target < 0 {
      position = 0
    } else if target >= lines.ranges.count {
      position = buffer.cells.count
    } else {
      position = index(inLine: target, column: column)
    }
    edit { $0.move(to: position) }
    goal = column
  }

  private func column(of caret: Int, inLine line: Int) -> Int {
    buffer.columns(in: lines.ranges[line].lowerBound..<caret)
  }

  private func index(inLine line: Int, column: Int) -> Int {
    let ranges = lines.ranges
    let range = ranges[line]
    var used = 0
    for index in range {
      used += buffer.cells[index].columns
      if used > column { return index }
    }
    // Where a line was broken, its end is the beginning of the next.
    let isBroken = line + 1 < ranges.count && ranges[line + 1].lowerBound == range.upperBound
    return isBroken && !range.isEmpty ? range.upperBound - 1 : range.upperBound
  }

  override func bufferChanged() {
    goal = nil
    isRevealed = false
  }

  /// Scrolls so that the caret is inside. Once for all that changed since the last frame: lines are broken anew for it.
  private func reveal() {
    guard !isRevealed, bounds.height > 0 else { return }
    isRevealed = true
    let line = lines.line(of: buffer.caret)
    top = min(top, max(0, lines.ranges.count - bounds.height))
    if line < top { top = line }
    if line >= top + bounds.height { top = line - bounds.height + 1 }
  }

  // MARK: Drawing

  /// Where the next character will stand.
  public override var caret: Point? {
    reveal()
    let line = lines.line(of: buffer.caret)
    return Point(x: min(column(of: buffer.caret, inLine: line), bounds.width - 1), y: line - top)
  }

  /// Lines wrap anew at another width.
  public override func layoutSubviews() { isRevealed = false }

  /// The lines on the screen and, where there are more, a scrollbar.
  public override func draw(in canvas: Canvas) {
    reveal()
    let style = canvas.theme[isFocused ? .fieldFocused : .field]
    canvas.fill(bounds, style: style)
    if buffer.cells.isEmpty {
      canvas.write(
        placeholder, at: .zero, style: canvas.theme[.placeholder].merging(over: style), truncation: .ellipsis)
    }
    let ranges = lines.ranges
    for y in 0..<bounds.height where top + y < ranges.count {
      canvas.write(buffer.text(in: ranges[top + y]), at: Point(x: 0, y: y), style: style)
    }
    canvas.scrollbar(
      in: Rect(x: bounds.width - 1, y: 0, width: 1, height: bounds.height), count: ranges.count,
      visible: bounds.height, top: top)
  }
}
