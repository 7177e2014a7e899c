/// A display for a grid of cells.
///
/// ``NcursesSurface`` displays a grid on a terminal, and ``HeadlessTerminal`` stores it in memory.
@MainActor
package protocol Surface: AnyObject {
  /// The capabilities of the terminal.
  var capabilities: Capabilities { get }
  /// Displays `grid` with one write to the terminal, or none if nothing changed.
  ///
  /// - Parameters:
  ///   - grid: The cells to display.
  ///   - cursor: The hardware cursor. It is placed after everything else is drawn, and its row is drawn last. `nil` to
  ///     hide it anywhere.
  /// - Returns: The number of bytes sent to the terminal.
  @discardableResult
  func present(_ grid: CellGrid, cursor: Cursor?) -> Int
  /// Makes the next ``present(_:cursor:)`` draw every cell, because the contents of the terminal are unknown.
  func invalidate()
  /// Changes the size to match the terminal.
  func resize(to size: Size)
}

/// The hardware cursor. Screen readers and braille displays follow it even while it is invisible.
package struct Cursor: Sendable, Hashable {
  /// The cell.
  package var position: Point
  /// Whether the cursor is visible, which it is only where text is typed.
  package var isVisible: Bool

  /// Creates a cursor.
  package init(_ position: Point, isVisible: Bool) {
    self.position = position
    self.isVisible = isVisible
  }
}
