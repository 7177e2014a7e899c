import Catalog
import ReactorTerminal
import ShowroomSettings

/// The standings of a car in its class and among all cars, with a bar for each measure and group.
///
/// A bar runs from the worst value at the left to the best at the right, with the median in the middle and the car at
/// its rank. A bar scaled by value was rejected, because a few electric cars at 140 MPGe would push all others to the
/// left end.
final class StandingsView: View {
  /// The rows. Space is reserved for bars that are not computed yet, so that nothing moves when they arrive.
  var rows: [Row] = [] {
    didSet {
      guard rows != oldValue else { return }
      setNeedsDisplay()
      preferredSizeChanged()
    }
  }

  /// One measure.
  struct Row: Hashable {
    var title: String
    var value: String
    var groups: [Group]
    /// The number of groups, even before they are computed.
    var groupCount: Int
  }

  /// One bar.
  struct Group: Hashable {
    var standing: Standing.Group
    /// The formatted values at the ends and in the middle.
    var worst: String
    var median: String
    var best: String

    /// The rank from 0 for the worst to 1 for the best. Cars with the same value count as one.
    var rank: Double {
      let others = standing.worse + standing.better
      return others == 0 ? 0.5 : Double(standing.worse) / Double(others)
    }
  }

  /// The smallest widths at which a bar and its verdict fit on one line, and at which the verdict has more details.
  private static let oneLineFrom = 66
  private static let detailedFrom = 110
  /// The columns before the name of a group, and the columns of the value at either end of a bar: `$12,345`.
  private static let indent = 2
  private static let ends = 7

  private static func linesPerGroup(width: Int) -> Int { width >= oneLineFrom ? 1 : 2 }
  private var linesPerGroup: Int { Self.linesPerGroup(width: bounds.width) }
  private var isOneLine: Bool { linesPerGroup == 1 }
  private var isDetailed: Bool { bounds.width >= Self.detailedFrom }
  private var nameWidth: Int { isDetailed ? 34 : 20 }
  private var verdictWidth: Int { isDetailed ? 42 : 17 }
  /// The columns of a bar without the values at its ends. Their number is odd, so that there is one in the middle.
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

  /// Labels the ends and the middle of all bars, once.
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

  /// Draws the values at the ends, and between them the track with marks for the median and for the car.
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
    let place = track.lowerBound + Int((group.rank * Double(track.count - 1)).rounded())
    canvas.write(String(canvas.glyphs.checked), at: Point(x: place, y: y), style: canvas.theme[.mark].bold)
  }
}
