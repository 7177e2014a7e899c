/// A dialog with a frame, a title in it and room inside; what most dialogs are made from.
open class PanelView: ModalView {
  /// Cells between the frame and what is inside.
  static let margin = (x: 2, y: 1)

  /// The size of what is inside, in at most `proposal`. Default: all of it.
  open func contentSize(_ proposal: Size) -> Size { proposal }

  /// Where the inside is.
  public final var contentRect: Rect {
    bounds.inset(top: Self.margin.y, left: Self.margin.x, bottom: Self.margin.y, right: Self.margin.x)
  }

  /// What is inside and the frame around it; wide enough for the title.
  open override func sizeThatFits(_ proposal: Size) -> Size {
    let room = Size(width: proposal.width - 2 * Self.margin.x, height: proposal.height - 2 * Self.margin.y)
    let content = contentSize(room)
    return Size(
      width: min(proposal.width, max(content.width + 2 * Self.margin.x, displayWidth(of: title) + 6)),
      height: min(proposal.height, content.height + 2 * Self.margin.y))
  }

  /// The frame and the ground inside it.
  open override func draw(in canvas: Canvas) {
    let ground = canvas.theme[.alert]
    canvas.fill(bounds, style: ground)
    canvas.box(
      bounds, style: canvas.theme[.border].merging(over: ground), title: title,
      titleStyle: canvas.theme[titleRole].merging(over: ground))
  }

  /// What the title means.
  open var titleRole: Role { .title }

  /// The mouse stops here.
  open override func handle(mouse: MouseEvent) -> Bool { true }
}
