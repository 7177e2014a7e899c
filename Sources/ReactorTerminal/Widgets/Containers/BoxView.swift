/// A frame with a title around a view. While the keyboard focus is inside, the title has a pointer and stands out.
///
/// ```swift
/// stack.add(BoxView("Files", table), .share(2, minimum: 20))
/// ```
///
/// A box that is too small for a frame and a cell inside it gives all its space to the content.
public final class BoxView: View {
  /// The title in the top side of the frame. It is truncated if it does not fit.
  public var title: String {
    didSet { if title != oldValue { titleChanged() } }
  }
  /// The view inside the frame. Setting it permanently removes the previous view.
  public var content: View {
    didSet { if content !== oldValue { contentChanged(from: oldValue) } }
  }
  /// The cells between the frame and the content.
  public let padding: Insets
  private var isHighlighted = false

  /// Creates a box.
  ///
  /// - Parameters:
  ///   - title: The title; empty for none.
  ///   - content: The view inside the frame.
  ///   - padding: The cells between the frame and the content.
  public init(_ title: String, _ content: View, padding: Insets = .zero) {
    self.title = title
    self.content = content
    self.padding = padding
    super.init()
    addSubview(content)
  }

  /// Creates a box without a title.
  ///
  /// - Parameters:
  ///   - content: The view inside the frame.
  ///   - padding: The cells between the frame and the content.
  public convenience init(_ content: View, padding: Insets = .zero) { self.init("", content, padding: padding) }

  private func titleChanged() {
    setNeedsDisplay()
    preferredSizeChanged()
  }

  private func contentChanged(from old: View) {
    old.removeFromSuperview()
    addSubview(content)
    preferredSizeChanged()
  }

  public override var preferredFocus: View? { content }

  /// Redraws the frame in the style for the new focus.
  public override func focusMoved(from old: View?, to new: View?) {
    guard containsFocus != isHighlighted else { return }
    isHighlighted = containsFocus
    setNeedsDisplay()
  }

  // MARK: Layout and drawing

  /// The minimum width and height of a box with a frame.
  static let minimumFrame = 3

  private var isFramed: Bool { bounds.width >= Self.minimumFrame && bounds.height >= Self.minimumFrame }

  public override func layoutSubviews() {
    content.frame = isFramed ? bounds.inset(by: 1).inset(by: padding) : bounds
  }

  /// Returns the size of the content plus the frame, wide enough for the title.
  public override func sizeThatFits(_ proposal: Size) -> Size {
    let frame = Insets(horizontal: 1, vertical: 1)
    let inner = proposal.reduced(by: frame).reduced(by: padding)
    let size = content.sizeThatFits(inner).enlarged(by: padding).enlarged(by: frame)
    let titled = title.isEmpty ? 0 : displayWidth(of: title) + 8
    return Size(width: max(size.width, titled), height: size.height).limited(to: proposal)
  }

  public override func draw(in canvas: Canvas) {
    guard isFramed else { return }
    let text = isHighlighted && !title.isEmpty ? "\(canvas.glyphs.pointer) \(title)" : title
    canvas.box(
      bounds, style: canvas.theme[isHighlighted ? .accent : .border], title: text,
      titleStyle: canvas.theme[isHighlighted ? .title : .secondary])
  }
}
