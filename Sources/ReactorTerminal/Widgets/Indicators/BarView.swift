/// A horizontal bar that shows a fraction of a whole, with an optional marker for a second value.
public final class BarView: View {
  /// The filled fraction, from 0 to 1; `nil` draws nothing.
  public var fraction: Double? {
    didSet { if fraction != oldValue { setNeedsDisplay() } }
  }
  /// The position of the marker, from 0 to 1, such as an average; `nil` for no marker.
  public var marker: Double? {
    didSet { if marker != oldValue { setNeedsDisplay() } }
  }
  /// The role of the filled part.
  public var role: Role {
    didSet { if role != oldValue { setNeedsDisplay() } }
  }

  /// Creates a bar.
  public init(fraction: Double? = nil, marker: Double? = nil, role: Role = .barFilled) {
    self.fraction = fraction
    self.marker = marker
    self.role = role
    super.init()
  }

  public override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: proposal.width, height: min(1, proposal.height))
  }

  public override func draw(in canvas: Canvas) {
    if let fraction { canvas.bar(in: bounds, fraction: fraction, marker: marker, role: role) }
  }
}

extension Canvas {
  /// Draws a horizontal bar in the first row of `rect`, with a resolution of an eighth of a cell if the terminal
  /// supports it.
  ///
  /// The bar is empty only for 0 and full only for 1, no matter how close the fraction is.
  ///
  /// - Parameters:
  ///   - rect: The area of the bar.
  ///   - fraction: The filled fraction. Values outside 0...1 are clamped; non-finite values count as 0.
  ///   - pending: The fraction up to which the bar is drawn as in progress, from 0 to 1; `nil` for none.
  ///   - marker: The position of a marker, from 0 to 1, such as an average; `nil` for no marker.
  ///   - role: The role of the filled part.
  public func bar(
    in rect: Rect, fraction: Double, pending: Double? = nil, marker: Double? = nil, role: Role = .barFilled
  ) {
    guard rect.width > 0, rect.height > 0 else { return }
    let glyphs = glyphs
    let style = theme[role]
    var used = fillBar(fraction, at: rect.origin, width: rect.width, style: style, eighths: glyphs.barEighths)
    if let pending {
      let end = BarFill(pending, width: rect.width, steps: 1).cells
      fill(
        Rect(x: rect.x + used, y: rect.y, width: end - used, height: 1), style: style, character: glyphs.barPending)
      used = max(used, end)
    }
    fill(
      Rect(x: rect.x + used, y: rect.y, width: rect.width - used, height: 1), style: theme[.barEmpty],
      character: glyphs.barEmpty)
    if let marker, marker.isFinite {
      let x = min(rect.width - 1, Int(min(max(0, marker), 1) * Double(rect.width)))
      write(String(glyphs.box.vertical), at: Point(x: rect.x + x, y: rect.y), style: theme[.accent])
    }
  }
  /// Draws the filled part of a bar, like ``barText(_:width:glyphs:)``, and returns the columns used.
  ///
  /// - Parameter eighths: The glyphs for a partly filled cell, ending with the full cell.
  @discardableResult
  func fillBar(_ fraction: Double, at point: Point, width: Int, style: Style, eighths: [Character]) -> Int {
    let bar = BarFill(fraction, width: width, steps: eighths.count)
    guard let full = eighths.last else { return 0 }
    fill(Rect(x: point.x, y: point.y, width: bar.whole, height: 1), style: style, character: full)
    if bar.rest > 0 {
      let end = Rect(x: point.x + bar.whole, y: point.y, width: 1, height: 1)
      fill(end, style: style, character: eighths[bar.rest - 1])
    }
    return bar.cells
  }
}
