import Catalogue
import ReactorTerminal

/// Where a car stands among its class and among all cars, a bar for each measure and group.
///
/// The worst value is at the left end of every bar, the best at the right, the middle car in the middle, and the car at
/// its rank. A scale by value was tried first: a few electric cars at 140 MPGe push everything else into the first cells.
final class StandingsView: View {
  /// What to show. Bars that are still to come have their room already, so that nothing moves when they are there.
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
    /// How many groups there are, or will be.
    var groupCount: Int
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
  private static let detailedFrom = 110
  /// Columns in front of a group's name, and for the value at either end of a bar: `$12,345`.
  private static let indent = 2
  private static let ends = 7

  private static func linesPerGroup(width: Int) -> Int { width >= oneLineFrom ? 1 : 2 }
  private var linesPerGroup: Int { Self.linesPerGroup(width: bounds.width) }
  private var isOneLine: Bool { linesPerGroup == 1 }
  private var isDetailed: Bool { bounds.width >= Self.detailedFrom }
  private var nameWidth: Int { isDetailed ? 34 : 20 }
  private var verdictWidth: Int { isDetailed ? 42 : 17 }
  /// The columns of a bar, without the values at its ends; an odd number, so that there is one in the middle.
  private var track: Range<Int> {
    let room = isOneLine ? Self.indent + nameWidth + 1..<bounds.width - verdictWidth - 1 : Self.indent..<bounds.width
    let start = room.lowerBound + Self.ends + 1
    let count = max(1, room.upperBound - Self.ends - 1 - start)
    return start..<start + count - (1 - count % 2)
  }

  override func sizeThatFits(_ proposal: Size) -> Size {
    let lines = Self.linesPerGroup(width: proposal.width)
    let height = rows.reduce(0) { $0 + 1 + $1.groupCount * lines }
    return Size(width: proposal.width, height: min(height, proposal.height))
  }

  override func draw(in canvas: Canvas) {
    var y = 0
    for (index, row) in rows.enumerated() {
      let x = canvas.write(row.title, at: Point(x: 0, y: y), style: canvas.theme[.header])
      canvas.write(row.value, at: Point(x: x + 2, y: y), style: canvas.theme[.text].bold)
      if index == 0, isOneLine, !row.groups.isEmpty { drawLegend(at: y, in: canvas) }
      for (place, group) in row.groups.enumerated() {
        draw(group, at: y + 1 + place * linesPerGroup, in: canvas)
      }
      y += 1 + row.groupCount * linesPerGroup
    }
  }

  /// Says once what the two ends and the middle of all bars are.
  private func drawLegend(at y: Int, in canvas: Canvas) {
    let track = track
    guard track.count >= 19 else { return }
    let style = canvas.theme[.secondary]
    canvas.write("worst", at: Point(x: track.lowerBound, y: y), style: style)
    canvas.write("median", at: Point(x: (track.lowerBound + track.upperBound - 1) / 2 - 2, y: y), style: style)
    canvas.write("best", at: Point(x: track.upperBound - 4, y: y), style: style)
  }

  private func draw(_ group: Group, at y: Int, in canvas: Canvas) {
    let verdict = verdict(of: group)
    let role: Role = group.standing.isGood.map { $0 ? .good : .bad } ?? .text
    let words = isOneLine ? verdictWidth : displayWidth(of: verdict)
    canvas.write(
      group.standing.name, at: Point(x: Self.indent, y: y), style: canvas.theme[.text],
      maxWidth: isOneLine ? nameWidth : bounds.width - words - 1 - Self.indent, truncation: .middle)
    canvas.write(
      verdict, at: Point(x: bounds.width - words, y: y), style: canvas.theme[role], maxWidth: words,
      truncation: .ellipsis)
    drawBar(group, at: y + linesPerGroup - 1, in: canvas)
  }

  private func verdict(of group: Group) -> String {
    let verdict = group.standing.verdict
    guard isDetailed, group.standing.count > 1 else { return verdict }
    return "\(verdict) of \(grouped(group.standing.count)), median \(group.median)"
  }

  /// The value at either end, and between them the track with a sign in the middle and one for the car.
  private func drawBar(_ group: Group, at y: Int, in canvas: Canvas) {
    let track = track
    guard group.standing.count > 1, track.count > 4 else { return }
    let quiet = canvas.theme[.secondary]
    canvas.write(
      group.worst, at: Point(x: track.lowerBound - 1 - displayWidth(of: group.worst), y: y), style: quiet)
    canvas.write(group.best, at: Point(x: track.upperBound + 1, y: y), style: quiet, maxWidth: Self.ends)
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
