/// A level bar: how much of the whole something is, with a sign where another value lies.
public final class BarView: View {
  /// How much is filled, 0...1; nil draws nothing.
  public var fraction: Double? {
    didSet { if fraction != oldValue { setNeedsDisplay() } }
  }
  /// Where to put a sign, 0...1: an average.
  public var marker: Double? {
    didSet { if marker != oldValue { setNeedsDisplay() } }
  }
  /// What the filled part means.
  public var role: Role {
    didSet { if role != oldValue { setNeedsDisplay() } }
  }

  /// A bar.
  public init(fraction: Double? = nil, marker: Double? = nil, role: Role = .barFilled) {
    self.fraction = fraction
    self.marker = marker
    self.role = role
    super.init()
  }

  /// One row.
  public override func sizeThatFits(_ proposal: Size) -> Size {
    Size(width: proposal.width, height: min(1, proposal.height))
  }

  /// The bar over the whole width.
  public override func draw(in canvas: Canvas) {
    if let fraction { canvas.bar(in: bounds, fraction: fraction, marker: marker, role: role) }
  }
}
