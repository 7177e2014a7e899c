import ReactorCore

/// The first line of a screen, with the titles of the stacked screens on the left and a status on the right.
///
/// In a ``NavigationStack``, a click on a title goes back to its screen.
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

  /// A shorter form of ``accessory``, shown if a title would otherwise have to be shortened; empty for none.
  public var shortAccessory = "" {
    didSet { if shortAccessory != oldValue { setNeedsDisplay() } }
  }

  /// A relay that emits the index of a title when the user clicks it, except for the last title. A click on the
  /// ellipsis emits the index of the last title that is left out.
  public let titleClicked = Relay<Int>()
  private var hits: [(columns: Range<Int>, index: Int)] = []

  /// Draws the titles and the status. If space is short, an ellipsis replaces the middle titles and then the first one.
  /// The status is shortened only to leave eight columns, or a third of a short line, to the last title.
  public override func draw(in canvas: Canvas) {
    let reserved = min(displayWidth(of: titles.last ?? ""), Self.reservedWidth, bounds.width / 3)
    let limit = max(0, bounds.width - 2 - (reserved > 0 ? reserved + 1 : 0))
    let statusWidth = min(displayWidth(of: status), limit)
    let accessory = accessory(beside: statusWidth, canvas)
    let accessoryWidth = accessory.isEmpty ? 0 : displayWidth(of: accessory) + (statusWidth > 0 ? 2 : 0)
    let taken = min(statusWidth + accessoryWidth, limit)
    drawTitles(in: canvas, room: max(0, bounds.width - taken - 3))
    canvas.write(
      accessory, at: Point(x: bounds.width - taken - 1, y: 0), style: canvas.theme[.accent],
      maxWidth: taken - statusWidth - (statusWidth > 0 ? 2 : 0), truncation: .ellipsis)
    canvas.write(
      status, at: Point(x: bounds.width - statusWidth - 1, y: 0), style: canvas.theme[.text],
      maxWidth: statusWidth, truncation: .ellipsis)
  }

  /// The number of columns for a long title beside a long status, unless they are more than a third of the line.
  private static let reservedWidth = 8

  /// Returns the form of the accessory that leaves enough space for all titles, if there is one.
  private func accessory(beside statusWidth: Int, _ canvas: Canvas) -> String {
    guard !shortAccessory.isEmpty else { return accessory }
    let titles = displayWidth(of: titles.joined(separator: separator(canvas)))
    let gaps = 4 + (statusWidth > 0 ? 2 : 0)
    return titles + displayWidth(of: accessory) + statusWidth + gaps <= bounds.width ? accessory : shortAccessory
  }

  private func separator(_ canvas: Canvas) -> String { " \(canvas.glyphs.breadcrumb) " }

  private func drawTitles(in canvas: Canvas, room: Int) {
    hits = []
    // A single title needs no separator, and measuring one would take longer than drawing the title.
    let separator = titles.count > 1 ? separator(canvas) : ""
    var x = 1
    for crumb in crumbs(room: room, separatorWidth: displayWidth(of: separator)) where x < room + 1 {
      let isLast = crumb.index == titles.count - 1 && !crumb.isGap
      let used = canvas.write(
        crumb.isGap ? String(canvas.glyphs.ellipsis) : titles[crumb.index], at: Point(x: x, y: 0),
        style: canvas.theme[isLast ? .title : .secondary], maxWidth: room + 1 - x, truncation: .ellipsis)
      if !isLast { hits.append((x..<x + used, crumb.index)) }
      x += used
      if !isLast {
        x += canvas.write(
          separator, at: Point(x: x, y: 0), style: canvas.theme[.secondary], maxWidth: room + 1 - x)
      }
    }
  }

  /// A title or, in place of titles that are left out, an ellipsis that stands for the last of them.
  private struct Crumb {
    let index: Int
    var isGap = false
  }

  /// Returns the titles that fit: all of them; or the first one and as many of the last ones as possible; or only the
  /// last one, shortened if necessary.
  private func crumbs(room: Int, separatorWidth: Int) -> [Crumb] {
    let widths = titles.map { displayWidth(of: $0) }
    func fits(_ crumbs: [Crumb]) -> Bool {
      let text = crumbs.reduce(0) { $0 + ($1.isGap ? 1 : widths[$1.index]) }
      return text + separatorWidth * (crumbs.count - 1) <= room
    }
    let all = titles.indices.map { Crumb(index: $0) }
    if all.count < 2 || fits(all) { return all }
    for start in all.indices.dropFirst(2) {
      let short = [all[0], Crumb(index: start - 1, isGap: true)] + all[start...]
      if fits(short) { return short }
    }
    let last = all[all.count - 1]
    let gap = Crumb(index: all.count - 2, isGap: true)
    return fits([gap, last]) ? [gap, last] : [last]
  }

  /// Reports a click on a title.
  public override func handle(mouse: MouseEvent) -> Bool {
    guard mouse.kind == .press, mouse.button == .left,
      let hit = hits.first(where: { $0.columns.contains(mouse.position.x) })
    else { return false }
    titleClicked.send(hit.index)
    return true
  }
}
