/// The first line of a screen: the way here on the left, where one is in it on the right.
public final class TitleBar: View {
  /// The titles of the screens, the first at the bottom of the stack.
  public var titles: [String] = [] {
    didSet { if titles != oldValue { setNeedsDisplay() } }
  }
  /// What stands on the right: `12/340`.
  public var status = "" {
    didSet { if status != oldValue { setNeedsDisplay() } }
  }

  /// What stands before the status on every screen, because it goes on behind all of them: `⇡ 2 files 45%`.
  public var accessory = "" {
    didSet { if accessory != oldValue { setNeedsDisplay() } }
  }

  /// The status keeps its room; of the way, the end is what stays readable.
  public override func draw(in canvas: Canvas) {
    let style = canvas.theme[.title]
    let statusWidth = min(displayWidth(of: status), max(0, bounds.width - 2))
    let accessoryWidth = accessory.isEmpty ? 0 : displayWidth(of: accessory) + (statusWidth > 0 ? 2 : 0)
    let taken = min(statusWidth + accessoryWidth, max(0, bounds.width - 2))
    let room = max(0, bounds.width - taken - 3)
    let separator = " \(canvas.glyphs.breadcrumb) "
    var shown = titles
    while shown.count > 1, displayWidth(of: shown.joined(separator: separator)) > room { shown.removeFirst() }
    var x = 1
    for (index, title) in shown.enumerated() where x < room + 1 {
      let isLast = index == shown.count - 1
      let piece = isLast ? title : title + separator
      x += canvas.write(
        piece, at: Point(x: x, y: 0), style: isLast ? style : canvas.theme[.secondary], maxWidth: room + 1 - x,
        truncation: .ellipsis)
    }
    canvas.write(
      accessory, at: Point(x: bounds.width - taken - 1, y: 0), style: canvas.theme[.accent],
      maxWidth: taken - statusWidth)
    canvas.write(
      status, at: Point(x: bounds.width - statusWidth - 1, y: 0), style: canvas.theme[.text],
      maxWidth: statusWidth)
  }
}
