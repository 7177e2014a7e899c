/// The hardware cursor. Screen readers and braille displays follow it even while it is invisible.
package struct Cursor: Sendable, Hashable {
  /// The cell.
  package var position: Point
  /// Whether the terminal shows the cursor, which it does only where text is typed.
  package var isVisible: Bool

  /// Creates a cursor.
  package init(_ position: Point, isVisible: Bool) {
    self.position = position
    self.isVisible = isVisible
  }
}
