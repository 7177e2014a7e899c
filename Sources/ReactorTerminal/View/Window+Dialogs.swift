extension Window {
  /// Presents a dialog over everything. It receives all keys until it is dismissed, and then the keyboard focus returns
  /// to the previous view.
  public func present(_ modal: ModalView) {
    guard !modals.contains(where: { $0 === modal }) else { return }
    focusBeforeModal.append(Weak(focusedView))
    modals.append(modal)
    root.addModal(modal)
    focus(focusTarget(in: modal) ?? modal)
    chromeChanged()
    modal.presentation.appeared()
  }

  /// Dismisses a dialog and the dialogs over it.
  ///
  /// - Parameters:
  ///   - modal: the dialog.
  ///   - answer: delivers the result of the dialog, after the dialog is gone and before ``ModalView/dismissal`` emits.
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
