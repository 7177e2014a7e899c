import CNcurses
import CReactorTerminal
import Glibc

/// A surface that displays a grid with ncurses, which finds a short byte sequence for each change. Each frame is a
/// single write to the device.
///
/// The surface skips rows that are equal to those of the last frame, and passes the changed part of the others to
/// ncurses. ncurses compares that part with the terminal's contents, scrolls where scrolling is shorter, and writes to
/// memory.
///
/// Only one surface can exist at a time, because the state of ncurses is global.
@MainActor
final class NcursesSurface: Surface {
  /// The capabilities in the terminal's description.
  private(set) var capabilities: Capabilities
  /// The key sequences in the terminal's description.
  let describedKeys: [[UInt8]: Key]

  private let device: any TerminalDevice
  private let frame: FrameFile
  private let noInput: UnsafeMutablePointer<FILE>
  private var screen: OpaquePointer
  private var term: String
  private let isSynchronized: Bool
  private var styles: StylePairs
  private var shown: [Cell] = []
  private var shownSize = Size.zero
  private var line: UnsafeMutableBufferPointer<cchar_t>
  private var isCursorVisible = false
  private var isClosed = false

  /// The minimum width that ncurses can draw. In a single column, it truncates cursor sequences, and the terminal draws
  /// or executes the remaining bytes.
  private static let fewestColumns = 2

  /// The minimum number of changed rows for which it pays off to search for a scroll.
  private static let fewestScrolledRows = 6

  /// Prepares a screen for `device`. The surface writes nothing before the first ``present(_:cursor:)``.
  ///
  /// - Parameters:
  ///   - device: The device to write to.
  ///   - term: The terminal type. An unknown type is treated as `xterm-256color`, with which most terminals are
  ///     compatible.
  ///   - isASCII: Whether views draw only ASCII characters.
  ///   - hasMouse: Whether mouse input is enabled.
  ///   - isSynchronized: Whether to enclose frames in the marks of a synchronized update.
  /// - Throws: ``TerminalError`` if the terminal type does not support a screen.
  init(
    device: any TerminalDevice, term: String, isASCII: Bool = false, hasMouse: Bool = true,
    isSynchronized: Bool = true
  ) throws(TerminalError) {
    if ["", "dumb", "unknown"].contains(term) { throw .cannotAddressCursor(term: term) }
    ct_select_utf8_locale()
    let frame = try FrameFile()
    guard let noInput = fopen("/dev/null", "re") else { throw .system(call: "fopen", errno: errno) }
    use_env(false)
    // Without this, ncurses would reject a terminal type whose description has no size, such as that of the Linux
    // console. It begins with 80 columns and 24 rows.
    use_tioctl(true)
    let known = newterm(term, frame.stream, noInput)
    guard let screen = known ?? newterm("xterm-256color", frame.stream, noInput) else {
      frame.close()
      fclose(noInput)
      throw .cannotStart(term: term)
    }
    set_term(screen)
    guard let address = tigetstr("cup"), Int(bitPattern: address) != -1 else {
      delscreen(screen)
      frame.close()
      fclose(noInput)
      throw .cannotAddressCursor(term: term)
    }
    Self.configure()
    styles = StylePairs()
    describedKeys = TerminfoKeys.read()
    self.device = device
    self.frame = frame
    self.noInput = noInput
    self.screen = screen
    self.term = term
    self.isSynchronized = isSynchronized
    capabilities = Capabilities(colors: styles.depth, isASCII: isASCII, hasMouse: hasMouse)
    line = .allocate(capacity: 0)
    begin()
  }

  private static func configure() {
    // Otherwise, ncurses would interrupt a frame when a key arrives, and would merge CR with LF.
    typeahead(-1)
    nonl()
    idlok(ct_standard_window(), true)
    leaveok(ct_standard_window(), true)
  }

  private func begin() {
    // Until ncurses has been suspended once, it passes on its output after every cursor movement, in hundreds of small
    // pieces per page.
    endwin()
    doupdate()
    // Hides the cursor. The output so far is discarded, because the device enters the screen itself.
    curs_set(0)
    frame.discard()
    resize(to: device.size)
  }

  /// Switches to the description of another terminal type. The next frame uses it and draws all cells. The type stays
  /// unchanged if there is no such description.
  ///
  /// - Returns: Whether the type has changed.
  func adopt(term: String) -> Bool {
    guard !isClosed, term != self.term else { return false }
    let before = self.term
    self.term = term
    // In the opposite order, ncurses would keep pointers to the deleted screen.
    set_term(screen)
    delscreen(screen)
    guard let next = newterm(term, frame.stream, noInput) ?? newterm(before, frame.stream, noInput) else {
      isClosed = true
      return false
    }
    screen = next
    set_term(screen)
    Self.configure()
    styles = StylePairs()
    capabilities = Capabilities(colors: styles.depth, isASCII: capabilities.isASCII, hasMouse: capabilities.hasMouse)
    begin()
    return true
  }

  /// Closes ncurses. Later calls have no effect.
  func close() {
    guard !isClosed else { return }
    isClosed = true
    // delscreen uses global variables of ncurses, which belong to the current screen.
    set_term(screen)
    delscreen(screen)
    frame.close()
    fclose(noInput)
    line.deallocate()
  }

  /// Changes the size. The next frame draws all cells, because terminals differ in how they rearrange text after a
  /// resize.
  func resize(to size: Size) {
    guard !isClosed else { return }
    set_term(screen)
    let columns = max(Self.fewestColumns, size.width)
    resizeterm(Int32(max(1, size.height)), Int32(columns))
    line.deallocate()
    line = .allocate(capacity: columns)
    line.initialize(repeating: cchar_t())
    invalidate()
  }

  /// Makes the next frame draw all cells.
  func invalidate() {
    guard !isClosed else { return }
    set_term(screen)
    shown = []
    shownSize = .zero
    isCursorVisible = false
    clearok(ct_current_window(), true)
    // Another program may have shown the cursor, and ncurses writes only changes.
    curs_set(1)
    curs_set(0)
  }

  /// Displays `grid`, unless it is narrower than ncurses can draw.
  @discardableResult
  func present(_ grid: CellGrid, cursor: Cursor?) -> Int {
    guard !isClosed, grid.width >= Self.fewestColumns else { return 0 }
    set_term(screen)
    if shownSize != grid.size {
      shown = []
      shownSize = grid.size
    }
    let size = Size(width: min(grid.width, line.count), height: min(grid.height, Int(getmaxy(ct_standard_window()))))
    let isComplete = shown.isEmpty
    var rows = grid.takeDrawnRows()
    if isComplete {
      shown = grid.cells
      rows = Array(0..<size.height)
    } else if rows.count >= Self.fewestScrolledRows, grid.width == size.width,
      scroll(grid.cells, height: size.height)
    {
      rows = Array(0..<size.height)
    }
    let cursorRow = isComplete ? nil : cursor?.position.y
    grid.cells.withUnsafeBufferPointer { cells in
      var lastRow = -1
      for row in rows where row < size.height && row != cursorRow {
        let start = row * grid.width
        if isComplete {
          put(cells, start: start, columns: 0..<size.width, row: row, glyphs: grid.glyphs, &styles)
        } else if let changed = takeChanges(cells, start: start, width: size.width) {
          put(cells, start: start, columns: changed, row: row, glyphs: grid.glyphs, &styles)
          lastRow = row
        }
      }
      guard let row = cursorRow, row < size.height, rows.contains(row),
        let changed = takeChanges(cells, start: row * grid.width, width: size.width)
      else { return }
      // ncurses draws from top to bottom. A screen reader reads aloud what is drawn last, which has to be the row that
      // the cursor moved to, not the row that it left.
      if lastRow > row { update() }
      put(cells, start: row * grid.width, columns: changed, row: row, glyphs: grid.glyphs, &styles)
    }
    place(cursor, in: size)
    update()
    var byteCount = 0
    // A complete frame also resets modes that another program has set.
    frame.take(synchronized: isSynchronized, isJoined: !isComplete) { bytes in
      byteCount += bytes.count
      device.write(bytes)
    }
    return byteCount
  }

  /// Writes the changes to memory.
  private func update() {
    wnoutrefresh(ct_standard_window())
    doupdate()
  }

  /// Scrolls the rows that have only moved, both in ncurses and in the stored cells. Returns whether there are any.
  private func scroll(_ new: [Cell], height: Int) -> Bool {
    let width = shownSize.width
    let finder = ScrollFinder(width: width, height: height)
    let found = new.withUnsafeBufferPointer { new in
      shown.withUnsafeBufferPointer { old in
        new.baseAddress.flatMap { new in old.baseAddress.flatMap { finder.find(new: new, old: $0) } }
      }
    }
    guard let found else { return false }
    let window = ct_standard_window()
    wsetscrreg(window, Int32(found.rows.lowerBound), Int32(found.rows.upperBound - 1))
    scrollok(window, true)
    wscrl(window, Int32(found.distance))
    scrollok(window, false)
    let kept = found.rows.count - abs(found.distance)
    let target = found.rows.lowerBound + max(0, -found.distance)
    let source = target + found.distance
    let blank = found.distance > 0 ? target + kept..<found.rows.upperBound : found.rows.lowerBound..<target
    shown.withUnsafeMutableBufferPointer { cells in
      guard let base = cells.baseAddress else { return }
      memmove(base + target * width, base + source * width, kept * width * MemoryLayout<Cell>.stride)
      (base + blank.lowerBound * width).update(repeating: .blank, count: blank.count * width)
    }
    return true
  }

  /// Stores a row, and returns its changed columns, which never begin or end inside a wide glyph.
  private func takeChanges(_ new: UnsafeBufferPointer<Cell>, start: Int, width: Int) -> Range<Int>? {
    shown.withUnsafeMutableBufferPointer { old in
      guard width > 0, let newRow = new.baseAddress?.advanced(by: start),
        let oldRow = old.baseAddress?.advanced(by: start),
        memcmp(newRow, oldRow, width * MemoryLayout<Cell>.stride) != 0
      else { return nil }
      var first = 0
      while newRow[first] == oldRow[first] { first += 1 }
      var end = width
      while newRow[end - 1] == oldRow[end - 1] { end -= 1 }
      while first > 0, newRow[first].isContinuation || oldRow[first].isContinuation { first -= 1 }
      while end < width, newRow[end].isContinuation || oldRow[end].isContinuation { end += 1 }
      oldRow.update(from: newRow, count: width)
      return first..<end
    }
  }

  /// - Parameter styles: The styles of the surface, passed so that they are accessed once per row rather than once per
  ///   cell.
  private func put(
    _ cells: UnsafeBufferPointer<Cell>, start: Int, columns: Range<Int>, row: Int, glyphs: GlyphTable,
    _ styles: inout StylePairs
  ) {
    guard let buffer = line.baseAddress else { return }
    var count = 0
    for column in columns {
      let cell = cells[start + column]
      // ncurses itself creates the right half of a wide glyph.
      if cell.isContinuation { continue }
      let rendition = styles.rendition(of: cell.style)
      let target = buffer.advanced(by: count)
      if cell.glyph < GlyphTable.firstIndex {
        ct_set_cell(target, Int32(bitPattern: cell.glyph), rendition.attributes, rendition.pair)
      } else {
        putComposed(glyphs.sequence(for: cell.glyph), into: target, rendition)
      }
      count += 1
    }
    mvwadd_wchnstr(ct_standard_window(), Int32(row), Int32(columns.lowerBound), buffer, Int32(count))
  }

  private func putComposed(
    _ scalars: [UInt32], into target: UnsafeMutablePointer<cchar_t>, _ rendition: StylePairs.Rendition
  ) {
    ct_set_cell(target, Int32(bitPattern: scalars.first ?? 0x20), rendition.attributes, rendition.pair)
    for (position, mark) in scalars.enumerated().dropFirst() {
      ct_add_mark(target, Int32(position), Int32(bitPattern: mark))
    }
  }

  /// Moves the hardware cursor to its cell, and shows or hides it.
  private func place(_ wanted: Cursor?, in size: Size) {
    let cursor = wanted.flatMap { Rect(origin: .zero, size: size).contains($0.position) ? $0 : nil }
    let isVisible = cursor?.isVisible ?? false
    if isVisible != isCursorVisible {
      curs_set(isVisible ? 1 : 0)
      isCursorVisible = isVisible
    }
    leaveok(ct_standard_window(), cursor == nil)
    if let cursor { wmove(ct_standard_window(), Int32(cursor.position.y), Int32(cursor.position.x)) }
  }
}
