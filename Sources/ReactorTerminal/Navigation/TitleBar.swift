/// The first line of a screen, with the titles of the stacked screens on the left and a status on the right.
public final class TitleBar: View {
  /// The titles of the screens, from the bottom of the stack to the top.
  public var titles: [String] = [] {
    didSet { if titles != oldValue { setNeedsDisplay() } }
  }
  /// The status on the right, such as `12/340`.
  public var status = "" {
    didSet { if status != oldValue { setNeedsDisplay() } }
  }

  /// The status of background work, such as `⇡ 2 files 45% sent`, which appears before the status on every screen.
  public var accessory = "" {
    didSet { if accessory != oldValue { setNeedsDisplay() } }
  }

  /// A shorter form of ``accessory``, which takes its place if a title would have to be shortened; empty for none.
  public var shortAccessory = "" {
    didSet { if shortAccessory != oldValue { setNeedsDisplay() } }
  }

  /// Draws the titles and the status. If space is short, the status stays and the first titles are left out.
  public override func draw(in canvas: Canvas) {
    let style = canvas.theme[.title]
    let statusWidth = min(displayWidth(of: status), max(0, bounds.width - 2))
    let accessory = accessory(beside: statusWidth, separator: " \(canvas.glyphs.breadcrumb) ")
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
      maxWidth: taken - statusWidth - (statusWidth > 0 ? 2 : 0), truncation: .ellipsis)
    canvas.write(
      status, at: Point(x: bounds.width - statusWidth - 1, y: 0), style: canvas.theme[.text],
      maxWidth: statusWidth, truncation: .ellipsis)
  }

  /// Returns the form of the accessory that leaves enough space for all titles, if there is one.
  private func accessory(beside statusWidth: Int, separator: String) -> String {
    guard !shortAccessory.isEmpty else { return accessory }
    let titles = displayWidth(of: titles.joined(separator: separator))
    let gaps = 4 + (statusWidth > 0 ? 2 : 0)
    return titles + displayWidth(of: accessory) + statusWidth + gaps <= bounds.width ? accessory : shortAccessory
  }
}
