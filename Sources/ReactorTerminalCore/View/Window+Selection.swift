extension Window {
  /// Begins a selection when a button is pressed. The selection takes effect once the mouse is moved, or immediately if
  /// a word was clicked.
  ///
  /// - Parameters:
  ///   - mouse: The press.
  ///   - hit: The frontmost view at the position.
  ///   - target: The view that has handled the press; `nil` if none has.
  func beginSelection(_ mouse: MouseEvent, hit: View, target: View?) {
    selection = nil
    guard mouse.button == .left, mouse.modifiers.isEmpty, mouse.clickCount <= 2 else { return }
    if target != nil, mouse.clickCount > 1 { return }
    guard let (view, area) = selectable(around: hit, inside: target) else { return }
    let visible = area.offset(by: view.convertToWindow(.zero)).intersection(Rect(origin: .zero, size: size))
    selection = TextSelection(
      at: mouse.position, in: visible, of: view, on: grid, selectsWords: mouse.clickCount == 2)
  }

  /// Returns the innermost view with a selectable area, and the area. It is not outside `target`; without a target, it
  /// may also be the screen, pane or dialog around `view`.
  private func selectable(around view: View, inside target: View?) -> (View, Rect)? {
    var current = view
    while true {
      if let area = current.selectableArea { return (current, area) }
      if current === target { return nil }
      guard let superview = current.superview, !(superview is ContainerView), !(superview is WindowRoot) else {
        return target == nil ? (current, current.bounds) : nil
      }
      current = superview
    }
  }

  /// Extends the selection to the position of the mouse.
  func extendSelection(_ mouse: MouseEvent) {
    // The press may have opened another screen.
    guard let view = selection?.view, view.isOnScreen, mouse.button == .left else { return selection = nil }
    selection?.extend(to: mouse.position, on: grid)
  }

  /// Copies the selected text when the button is released. The selection stays until the next input.
  func endSelection() {
    guard let selection, selection.isActive else { return self.selection = nil }
    let text = selection.text(on: grid)
    copy(text) { [weak self] outcome in
      if outcome != .empty { self?.textCopied.send(CopiedText(text: text, outcome: outcome)) }
    }
    if terminal.copied == nil { self.selection = nil }
  }

  /// Draws the rows whose selection has changed.
  func selectionChanged(from old: TextSelection?) {
    for rows in [old?.rows, selection?.rows] {
      if let rows { invalidate(Rect(x: 0, y: rows.lowerBound, width: size.width, height: rows.count)) }
    }
  }
}
