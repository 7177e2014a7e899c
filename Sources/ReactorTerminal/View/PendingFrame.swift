/// What the next frame of a window has to do.
struct PendingFrame {
  /// The rows to draw.
  var dirty = DirtyRows()
  /// Whether a view has to be laid out.
  var needsLayout = true
  /// Whether hints or commands may have changed.
  var isChromeStale = true
  /// Whether the title or the status of a screen has changed.
  var areTitlesStale = true
  /// The areas to scroll to; `nil` for all of a view.
  var revelations: [(view: Weak<View>, area: Rect?)] = []
}
