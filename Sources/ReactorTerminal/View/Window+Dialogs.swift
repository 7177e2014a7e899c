extension Window {
  /// Shows `modal` over everything; it gets all keys until it is dismissed, and the keyboard then returns to where it was.
  public func present(_ modal: ModalView) {
    guard !modals.contains(where: { $0 === modal }) else { return }
    focusBeforeModal.append(Weak(focusedView))
    modals.append(modal)
    root.addModal(modal)
    focus(modal.preferredFocus ?? focusableViews(in: modal).first ?? modal)
    chromeChanged()
    modal.presence.appeared()
  }

  /// Takes `modal` away, and what lies over it.
  ///
  /// - Parameter answer: what the dialog has to tell: runs when the dialog is gone, and before those who wait for its end
  ///   (``ModalView/dismissal``) are told of that.
  public func dismiss(_ modal: ModalView, then answer: @MainActor () -> Void = {}) {
    guard let index = modals.firstIndex(where: { $0 === modal }) else { return answer() }
    let gone = modals[index...].reversed()
    let focus = focusBeforeModal[index]
    modals.removeSubrange(index...)
    focusBeforeModal.removeSubrange(index...)
    for modal in gone { modal.detach() }
    self.focus(focus.value)
    repairFocus()
    chromeChanged()
    for modal in gone {
      modal.didDismiss()
      modal.presenceChanged()
    }
    answer()
    for modal in gone where !modals.contains(where: { $0 === modal }) { modal.wasRemoved() }
  }
}
