extension Window {
  /// Shows `modal` over everything; it gets all keys until it is dismissed, and the keyboard then returns to where it was.
  public func present(_ modal: ModalView) {
    guard !modals.contains(where: { $0 === modal }) else { return }
    focusBeforeModal.append(Weak(focusedView))
    modals.append(modal)
    root.addModal(modal)
    focus(modal.preferredFocus ?? focusableViews(in: modal).first ?? modal)
    chromeChanged()
  }

  /// Takes `modal` away, and what lies over it.
  public func dismiss(_ modal: ModalView) {
    guard let index = modals.firstIndex(where: { $0 === modal }) else { return }
    while modals.count > index {
      let top = modals.removeLast()
      let focus = focusBeforeModal.removeLast()
      top.removeFromSuperview()
      top.didDismiss()
      self.focus(focus.value)
    }
    repairFocus()
    chromeChanged()
  }
}
