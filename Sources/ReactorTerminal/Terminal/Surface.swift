/// What shows a grid of cells.
///
/// Two implementations: `NcursesSurface`, which finds the fewest bytes for what changed, and `HeadlessTerminal`.
@MainActor
public protocol Surface: AnyObject {
  /// What views need to know about the terminal.
  var capabilities: Capabilities { get }
  /// Shows `grid`: one write to the terminal, none if nothing changed.
  /// - Parameter caret: where the hardware cursor stands (input methods draw there); nil hides it.
  func present(_ grid: CellGrid, caret: Point?)
  /// Forgets what the terminal shows, so that the next `present` draws every cell (Ctrl-L, and after a suspension).
  func invalidate()
  /// Tells that the terminal has another size now.
  func resize(to size: Size)
}
