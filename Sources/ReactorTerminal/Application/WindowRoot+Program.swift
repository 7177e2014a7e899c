extension WindowRoot {
  /// Shows the only view of a program: a screen in a navigation stack, and any other view above the hint line if it has
  /// none.
  package func showProgram(_ view: View) {
    let content = (view as? Screen).map { NavigationStack(root: $0) } ?? view
    self.content = content
    hintLine.isHidden = Self.hasHintLine(content)
  }

  private static func hasHintLine(_ view: View) -> Bool {
    view is HintLine || view.subviews.contains(where: hasHintLine)
  }
}
