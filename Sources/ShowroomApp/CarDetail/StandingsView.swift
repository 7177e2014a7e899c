import Catalogue
import ReactorTerminal

/// Where a car stands among its class and among all cars, a bar for each measure and group.
///
/// The worst value is at the left end of every bar, the best at the right, the middle car in the middle, and the car at
/// its rank. A scale by value was tried first: a few electric cars at 140 MPGe push everything else into the first cells.
final class StandingsView: View {
  /// What to show; one that is still to come has no groups.
  var rows: [Row] = [] {
    didSet {
      guard rows != oldValue else { return }
      setNeedsDisplay()
      superview?.setNeedsLayout()
    }
  }

  /// One measure.
  struct Row: Hashable {
    var title: String
    var value: String
    var groups: [Group]
  }

  /// One bar.
  struct Group: Hashable {
    var standing: Standing.Group
    /// The values at the ends and in the middle, as they are written.
    var worst: String
    var median: String
    var best: String

    /// The rank as a share, 0 for the worst and 1 for the best; cars with the same value are one place.
    var place: Double {
      let others = standing.worse + standing.better
      return others == 0 ? 0.5 : Double(standing.worse) / Double(others)
    }
  }

  /// Columns from which a bar stands on one line with what is said about it, and from which that says more.
  private static let oneLineFrom = 66
  private static let detailedFrom = 100
  private static let indent = 2

  override func sizeThatFits(_ proposal: Size) -> Size {
    let lines = proposal.width >= Self.oneLineFrom ? 1 : 2
    let height = rows.reduce(0) { $0 + 1 + max(1, $1.groups.count) * lines }
    return Size(width: proposal.width, height: min(height, proposal.height))
  }

  override func draw(in canvas: Canvas) {
    var y = 0
    for row in rows {
      let x = canvas.write(row.title, at: Point(x: 0, y: y), style: canvas.theme[.header])
      canvas.write(row.value, at: Point(x: x + 2, y: y), style: canvas.theme[.text].bold)
      y += 1
      for group in row.groups { y += draw(group, at: y, in: canvas) }
      if row.groups.isEmpty { y += bounds.width >= Self.oneLineFrom ? 1 : 2 }
    }
  }

  private func draw(_ group: Group, at y: Int, in canvas: Canvas) -> Int {
    let verdict = verdict(of: group)
    let words = displayWidth(of: verdict)
    let role: Role = group.standing.isGood.map { $0 ? .good : .bad } ?? .text
    guard bounds.width >= Self.oneLineFrom else {
      let x = bounds.width - words
      canvas.write(
        group.standing.name, at: Point(x: Self.indent, y: y), style: canvas.theme[.text], maxWidth: x - 1 - Self.indent,
        truncation: .middle)
      canvas.write(verdict, at: Point(x: x, y: y), style: canvas.theme[role])
      draw(group, inside: Self.indent..<bounds.width, y: y + 1, in: canvas)
      return 2
    }
    let names = bounds.width >= Self.detailedFrom ? 34 : 20
    canvas.write(
      group.standing.name, at: Point(x: Self.indent, y: y), style: canvas.theme[.text], maxWidth: names,
      truncation: .middle)
    let saying = bounds.width >= Self.detailedFrom ? 27 : 17
    draw(group, inside: Self.indent + names + 1..<bounds.width - saying - 1, y: y, in: canvas)
    canvas.write(
      verdict, at: Point(x: bounds.width - saying, y: y), style: canvas.theme[role], maxWidth: saying,
      truncation: .ellipsis)
    return 1
  }

  private func verdict(of group: Group) -> String {
    guard bounds.width >= Self.detailedFrom, group.standing.count > 1 else { return group.standing.verdict }
    return "\(group.standing.verdict) of \(grouped(group.standing.count))"
  }

  /// The value at either end, and between them the track with a sign in the middle and one for the car.
  private func draw(_ group: Group, inside columns: Range<Int>, y: Int, in canvas: Canvas) {
    guard group.standing.count > 1 else { return }
    let ends = 7
    let track = columns.lowerBound + ends + 1..<columns.upperBound - ends - 1
    guard track.count > 4 else { return }
    let quiet = canvas.theme[.secondary]
    canvas.write(
      group.worst, at: Point(x: track.lowerBound - 1 - displayWidth(of: group.worst), y: y), style: quiet)
    canvas.write(group.best, at: Point(x: track.upperBound + 1, y: y), style: quiet, maxWidth: ends)
    let line = canvas.theme[.barEmpty]
    canvas.horizontalLine(at: Point(x: track.lowerBound, y: y), length: track.count, style: line)
    let last = track.upperBound - 1
    for x in [track.lowerBound, last] {
      canvas.write(String(canvas.glyphs.box.vertical), at: Point(x: x, y: y), style: line)
    }
    canvas.write(
      String(canvas.glyphs.box.cross), at: Point(x: (track.lowerBound + last) / 2, y: y), style: line)
    let place = track.lowerBound + Int((group.place * Double(track.count - 1)).rounded())
    canvas.write(String(canvas.glyphs.checked), at: Point(x: place, y: y), style: canvas.theme[.mark].bold)
  }
}
