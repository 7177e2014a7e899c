/// A dialog with a frame and a title: the base class of most dialogs.
///
/// Subclasses override ``contentSize(_:)`` and place their subviews in ``contentRect``:
///
/// ```swift
/// final class AboutPanel: PanelView {
///   private let label = Label("Showroom 1.0")
///
///   override init() {
///     super.init()
///     addSubview(label)
///     keys(.escape, id: CommandID("about.close"), title: "Close").bind { [weak self] in self?.dismiss() }
///   }
///
///   override var title: String { "About" }
///   override func contentSize(_ proposal: Size) -> Size { label.sizeThatFits(proposal) }
///   override func layoutSubviews() { label.frame = contentRect }
/// }
/// ```
open class PanelView: ModalView {
  /// The number of cells from the edge to the content on each side, including the frame.
  static let margin = (x: 2, y: 1)

  /// Returns the size of the content, at most `proposal`. The default implementation returns `proposal`.
  open func contentSize(_ proposal: Size) -> Size { proposal }

  /// The area of the content inside the frame.
  public final var contentRect: Rect {
    bounds.inset(top: Self.margin.y, left: Self.margin.x, bottom: Self.margin.y, right: Self.margin.x)
  }

  open override func sizeThatFits(_ proposal: Size) -> Size {
    let available = Size(width: proposal.width - 2 * Self.margin.x, height: proposal.height - 2 * Self.margin.y)
    let content = contentSize(available)
    return Size(
      width: min(proposal.width, max(content.width + 2 * Self.margin.x, displayWidth(of: title) + 6)),
      height: min(proposal.height, content.height + 2 * Self.margin.y))
  }

  open override func draw(in canvas: Canvas) {
    let background = canvas.theme[.alert]
    canvas.fill(bounds, style: background)
    canvas.box(
      bounds, style: canvas.theme[.border].merging(over: background), title: title,
      titleStyle: canvas.theme[titleRole].merging(over: background))
  }

  /// The role of the title.
  open var titleRole: Role { .title }

  /// Handles single clicks and the wheel, so that neither reaches the views behind the dialog. Drags and double clicks
  /// select text.
  open override func handle(mouse: MouseEvent) -> Bool { mouse.kind != .drag && mouse.clickCount < 2 }

  /// The content.
  open override var selectableArea: Rect? { contentRect }
}
