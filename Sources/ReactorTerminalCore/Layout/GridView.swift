/// A view that arranges its subviews in rows and columns.
///
/// ```swift
/// let grid = GridView(columns: [.fitting, .share(), .fixed(8)], columnSpacing: 2)
/// grid.addRow(Label("Name"), name, unit)
/// grid.add(chart, column: 0, row: 1, columnSpan: 3)
/// grid.setSizing(.share(minimum: 4), ofRow: 1)
/// ```
///
/// A fitting column is as wide as the widest view that occupies only that column, and a fitting row is as tall as the
/// tallest view that occupies only that row. A row or column whose views are all hidden takes no space. ``Sizing``
/// describes how the space is divided, even if there is too little.
public final class GridView: View {
  private struct Cell {
    let view: View
    let columns: Range<Int>
    let rows: Range<Int>
  }

  /// The rows or columns after the space has been divided.
  private struct Tracks {
    var starts: [Int] = []
    var ends: [Int] = []

    func span(_ range: Range<Int>) -> (start: Int, length: Int) {
      let start = starts[range.lowerBound]
      return (start, max(0, ends[range.upperBound - 1] - start))
    }
  }

  /// The maximum number of rows and of columns.
  private static let maxTracks = 10_000

  /// The number of empty columns between two columns.
  public var columnSpacing: Int {
    didSet { if columnSpacing != oldValue { arrangementChanged() } }
  }
  /// The number of empty rows between two rows.
  public var rowSpacing: Int {
    didSet { if rowSpacing != oldValue { arrangementChanged() } }
  }
  /// The cells between the edges of the grid and its subviews.
  public var padding: Insets {
    didSet { if padding != oldValue { arrangementChanged() } }
  }

  private var columns: [Sizing]
  private var rows: [Sizing]
  private var cells: [Cell] = []

  /// Creates an empty grid.
  ///
  /// - Parameters:
  ///   - columns: The widths of the columns. Additional columns are fitting.
  ///   - rows: The heights of the rows. Additional rows are fitting.
  ///   - columnSpacing: The number of empty columns between two columns.
  ///   - rowSpacing: The number of empty rows between two rows.
  ///   - padding: The cells between the edges of the grid and its subviews.
  public init(
    columns: [Sizing], rows: [Sizing] = [], columnSpacing: Int = 1, rowSpacing: Int = 0, padding: Insets = .zero
  ) {
    self.columns = columns
    self.rows = rows
    self.columnSpacing = columnSpacing
    self.rowSpacing = rowSpacing
    self.padding = padding
    super.init()
  }

  // MARK: Subviews

  /// Adds a subview. Views may overlap; the one added last is in front.
  ///
  /// - Parameters:
  ///   - view: The view.
  ///   - column: The first column, counted from 0.
  ///   - row: The first row, counted from 0.
  ///   - columnSpan: The number of columns.
  ///   - rowSpan: The number of rows.
  /// - Returns: The view.
  @discardableResult
  public func add<V: View>(_ view: V, column: Int, row: Int, columnSpan: Int = 1, rowSpan: Int = 1) -> V {
    cells.removeAll { $0.view === view || $0.view.superview !== self }
    cells.append(
      Cell(view: view, columns: Self.range(column, columnSpan), rows: Self.range(row, rowSpan)))
    addSubview(view)
    arrangementChanged()
    return view
  }

  /// Adds a row of subviews below the others, starting in the first column.
  public func addRow(_ views: View...) {
    let row = cells.map(\.rows.upperBound).max() ?? 0
    for (column, view) in views.enumerated() { add(view, column: column, row: row) }
  }

  /// Removes a subview permanently. To show it again later, hide it instead.
  public func remove(_ view: View) {
    guard view.superview === self else { return }
    cells.removeAll { $0.view === view }
    view.removeFromSuperview()
    arrangementChanged()
  }

  /// Changes the width of a column.
  public func setSizing(_ sizing: Sizing, ofColumn column: Int) { Self.set(sizing, at: column, in: &columns, self) }

  /// Changes the height of a row.
  public func setSizing(_ sizing: Sizing, ofRow row: Int) { Self.set(sizing, at: row, in: &rows, self) }

  private static func set(_ sizing: Sizing, at index: Int, in sizings: inout [Sizing], _ grid: GridView) {
    guard (0..<maxTracks).contains(index) else { return }
    while sizings.count <= index { sizings.append(.fitting) }
    sizings[index] = sizing
    grid.arrangementChanged()
  }

  private static func range(_ start: Int, _ count: Int) -> Range<Int> {
    let start = min(max(0, start), maxTracks - 1)
    return start..<min(maxTracks, start + min(max(1, count), maxTracks))
  }

  private func arrangementChanged() {
    setNeedsLayout()
    preferredSizeChanged()
  }

  // MARK: Layout

  private var shown: [Cell] { cells.filter { !$0.view.isHidden && $0.view.superview === self } }

  /// Returns the tracks that take space: those with a visible view, and those without any view.
  private func used(
    _ sizings: [Sizing], _ range: KeyPath<Cell, Range<Int>>
  ) -> [(index: Int, sizing: Sizing)] {
    let count = max(sizings.count, cells.map { $0[keyPath: range].upperBound }.max() ?? 0)
    var isUsed = [Bool](repeating: true, count: count)
    for cell in cells where cell.view.superview === self {
      for index in cell[keyPath: range] { isUsed[index] = false }
    }
    for cell in shown {
      for index in cell[keyPath: range] { isUsed[index] = true }
    }
    return isUsed.indices.filter { isUsed[$0] }.map { ($0, $0 < sizings.count ? sizings[$0] : .fitting) }
  }

  private func tracks(
    _ used: [(index: Int, sizing: Sizing)], count: Int, lengths: [Int], spacing: Int
  ) -> Tracks {
    var tracks = Tracks()
    var position = 0
    var next = 0
    for index in 0..<count {
      tracks.starts.append(position)
      if next < used.count, used[next].index == index {
        tracks.ends.append(position + lengths[next])
        position += lengths[next] + Sizing.cells(spacing)
        next += 1
      } else {
        tracks.ends.append(tracks.ends.last ?? 0)
      }
    }
    return tracks
  }

  private var columnCount: Int { max(columns.count, cells.map(\.columns.upperBound).max() ?? 0) }
  private var rowCount: Int { max(rows.count, cells.map(\.rows.upperBound).max() ?? 0) }

  private func columnTracks(_ shown: [Cell], in size: Size) -> (tracks: Tracks, preferred: Int) {
    let used = used(columns, \.columns)
    let gaps = Sizing.cells(columnSpacing) * max(0, used.count - 1)
    let natural = used.map { track in
      shown.filter { $0.columns == track.index..<track.index + 1 }
        .map { $0.view.sizeThatFits(size).width }.max() ?? 0
    }
    let lengths = Sizing.lengths(of: used.map(\.sizing), in: Sizing.cells(size.width) - gaps) { natural[$0] }
    let preferred = zip(used, natural).reduce(gaps) { $0 + $1.0.sizing.preferredLength(natural: $1.1) }
    return (tracks(used, count: columnCount, lengths: lengths, spacing: columnSpacing), preferred)
  }

  private func rowTracks(_ shown: [Cell], _ columns: Tracks, in size: Size) -> (tracks: Tracks, preferred: Int) {
    let used = used(rows, \.rows)
    let gaps = Sizing.cells(rowSpacing) * max(0, used.count - 1)
    let natural = used.map { track in
      shown.filter { $0.rows == track.index..<track.index + 1 }.map { cell in
        cell.view.sizeThatFits(Size(width: columns.span(cell.columns).length, height: size.height)).height
      }.max() ?? 0
    }
    let lengths = Sizing.lengths(of: used.map(\.sizing), in: Sizing.cells(size.height) - gaps) { natural[$0] }
    let preferred = zip(used, natural).reduce(gaps) { $0 + $1.0.sizing.preferredLength(natural: $1.1) }
    return (tracks(used, count: rowCount, lengths: lengths, spacing: rowSpacing), preferred)
  }

  public override func layoutSubviews() {
    let shown = shown
    let area = bounds.inset(by: padding)
    let columns = columnTracks(shown, in: area.size).tracks
    let rows = rowTracks(shown, columns, in: area.size).tracks
    for cell in shown {
      let (x, width) = columns.span(cell.columns)
      let (y, height) = rows.span(cell.rows)
      cell.view.frame = Rect(x: area.x + x, y: area.y + y, width: width, height: height)
    }
  }

  /// Returns the total size of the columns and rows, including spacing and padding.
  public override func sizeThatFits(_ proposal: Size) -> Size {
    let shown = shown
    let inner = proposal.reduced(by: padding)
    let columns = columnTracks(shown, in: inner)
    let rows = rowTracks(shown, columns.tracks, in: inner)
    return Size(width: columns.preferred, height: rows.preferred).enlarged(by: padding).limited(to: proposal)
  }
}
