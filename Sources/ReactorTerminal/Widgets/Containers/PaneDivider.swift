/// The divider of a split view, in front of both panes.
///
/// If a pane has a frame at that edge, the side of the frame serves as the divider. Two framed panes share one side,
/// and the divider draws the junctions in it.
final class PaneDivider: View {
  /// The parts of the divider that the panes do not draw themselves.
  enum Part {
    /// The whole line, between panes without frames.
    case line
    /// Nothing, because one pane has a frame.
    case none
    /// The junctions at both ends, between two frames.
    case junctions
  }

  private let axis: Axis
  var part = Part.line {
    didSet { if part != oldValue { setNeedsDisplay() } }
  }
  var isDragging = false {
    didSet { if isDragging != oldValue { setNeedsDisplay() } }
  }

  /// Creates the divider of panes that are arranged along `axis`.
  init(_ axis: Axis) {
    self.axis = axis
    super.init()
  }

  override func draw(in canvas: Canvas) {
    let style = canvas.theme[isDragging ? .accent : .border]
    switch part {
    case .line where axis == .horizontal: canvas.verticalLine(at: .zero, length: bounds.height, style: style)
    case .line: canvas.horizontalLine(at: .zero, length: bounds.width, style: style)
    case .junctions: drawJunctions(in: canvas)
    case .none: break
    }
    if isDragging { canvas.setStyle(style, in: bounds) }
  }

  /// Draws the ends in the style of the frame with the keyboard focus, because they belong to its side.
  private func drawJunctions(in canvas: Canvas) {
    let isFocused = superview?.containsFocus == true
    let box = canvas.glyphs.box
    let ends = axis == .horizontal ? (box.teeDown, box.teeUp) : (box.teeRight, box.teeLeft)
    let style = canvas.theme[isFocused ? .accent : .border]
    let last = Rect(x: bounds.width - 1, y: bounds.height - 1, width: 1, height: 1)
    canvas.fill(Rect(x: 0, y: 0, width: 1, height: 1), style: style, character: ends.0)
    canvas.fill(last, style: style, character: ends.1)
    // The second frame is in front of the first. The shared side is restyled only in a row, because in a column it
    // contains the title.
    if isFocused, axis == .horizontal { canvas.setStyle(style, in: bounds) }
  }
}

extension View {
  /// Returns whether the view draws a line along its first or last edge across an axis.
  ///
  /// - Parameters:
  ///   - axis: The axis that the edge crosses.
  ///   - isLast: Whether to check the right or lower edge.
  ///   - size: The size of the view.
  func hasFrame(across axis: Axis, isLast: Bool, size: Size) -> Bool {
    switch self {
    case is BoxView: size.width >= BoxView.minimumFrame && size.height >= BoxView.minimumFrame
    case let split as SplitView: split.panesHaveFrame(across: axis, isLast: isLast, size: size)
    default: false
    }
  }
}
