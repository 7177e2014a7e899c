import ReactorCore

/// A multi-line text editor. Long lines wrap; Enter starts a new line.
///
/// The surrounding view is responsible for saving and leaving: bind Ctrl-S and Esc there. Tab moves to the next field.
public final class TextArea: TextInputView {
  /// The default value of ``TextInputView/maxLength``: about fifty pages.
  public static let defaultMaxLength = 100_000

  /// The first visible line.
  private var top = 0
  /// The column that vertical moves return to after passing shorter lines.
  private var goalColumn: Int?
  private var cached: (width: Int, revision: Int, lines: TextAreaLines)?

  /// Creates a text area.
  ///
  /// - Parameters:
  ///   - text: The initial text. Tabs become spaces; other control characters except line breaks are removed.
  ///   - placeholder: The text shown while the area is empty.
  public init(_ text: String = "", placeholder: String = "") {
    super.init(text, placeholder: placeholder, maxLength: Self.defaultMaxLength, allowsLineBreaks: true)
  }

  // MARK: Keys and the mouse

  public override func handle(key: Key) -> Bool {
    switch key {
    case .enter: insert("\n")
    case .up: moveCaret(byLines: -1)
    case .down: moveCaret(byLines: 1)
    case .pageUp: moveCaret(byLines: -max(1, bounds.height - 1))
    case .pageDown: moveCaret(byLines: max(1, bounds.height - 1))
    // The surrounding view handles it, because in a multi-line editor Ctrl-D usually means "done".
    case .control("d"): return false
    default: return super.handle(key: key)
    }
    return true
  }

  /// Moves the caret to the clicked position, or by three lines for each notch of the wheel.
  public override func handle(mouse: MouseEvent) -> Bool {
    switch mouse.kind {
    case .wheelUp: moveCaret(byLines: -3 * mouse.steps)
    case .wheelDown: moveCaret(byLines: 3 * mouse.steps)
    case .press, .drag, .release: return super.handle(mouse: mouse)
    }
    return true
  }

  // MARK: Lines

  /// The text broken into screen lines. The last column is reserved for the scrollbar and for the caret after a full
  /// line.
  private var lines: TextAreaLines {
    let width = max(1, bounds.width - 1)
    if let cached, cached.width == width, cached.revision == buffer.revision { return cached.lines }
    let lines = TextAreaLines(buffer.cells, width: width)
    cached = (width, buffer.revision, lines)
    return lines
  }

  private func moveCaret(byLines count: Int) {
    let lines = lines
    let line = lines.line(of: buffer.caret)
    let column = goalColumn ?? self.column(of: buffer.caret, inLine: line)
    let target = line + count
    let position: Int
    if target < 0 {
      position = 0
    } else if target >= lines.ranges.count {
      position = buffer.cells.count
    } else {
      position = self.position(inLine: target, column: column)
    }
    edit { $0.move(to: position) }
    goalColumn = column
  }

  private func column(of caret: Int, inLine line: Int) -> Int {
    buffer.columns(in: lines.ranges[line].lowerBound..<caret)
  }

  private func position(inLine line: Int, column: Int) -> Int {
    let ranges = lines.ranges
    let range = ranges[line]
    var used = 0
    for index in range {
      used += buffer.cells[index].columns
      if used > column { return index }
    }
    // The end of a wrapped line is the same position as the start of the next one.
    let isWrapped = line + 1 < ranges.count && ranges[line + 1].lowerBound == range.upperBound
    return isWrapped && !range.isEmpty ? range.upperBound - 1 : range.upperBound
  }

  override func position(at point: Point) -> Int {
    position(inLine: min(top + point.y, lines.ranges.count - 1), column: point.x)
  }

  override func bufferChanged() { goalColumn = nil }

  override func scrollToCaret() {
    guard bounds.height > 0 else { return }
    let line = lines.line(of: buffer.caret)
    top = min(top, max(0, lines.ranges.count - bounds.height))
    if line < top { top = line }
    if line >= top + bounds.height { top = line - bounds.height + 1 }
  }

  // MARK: Drawing

  /// The cell where the next character will appear.
  public override var caret: Point? {
    revealCaret()
    let line = lines.line(of: buffer.caret)
    return Point(x: min(column(of: buffer.caret, inLine: line), bounds.width - 1), y: line - top)
  }

  public override func draw(in canvas: Canvas) {
    revealCaret()
    let style = drawBackground(in: canvas)
    let ranges = lines.ranges
    for y in 0..<bounds.height where top + y < ranges.count {
      // Each character is written separately at the column that the caret assumes, because some would combine if they
      // were written together.
      var x = 0
      for index in ranges[top + y] {
        canvas.write(String(buffer.cells[index].character), at: Point(x: x, y: y), style: style)
        x += buffer.cells[index].columns
      }
    }
    canvas.scrollbar(
      in: Rect(x: bounds.width - 1, y: 0, width: 1, height: bounds.height), count: ranges.count,
      visible: bounds.height, top: top)
  }
}
