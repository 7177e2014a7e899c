import ReactorCore

extension Window {
  /// The time without input after which a dialog that the user did not request appears.
  package static let idleTime: Duration = .seconds(1)
  /// The minimum time in which somebody can read a dialog. Keys that arrive earlier were not meant for it.
  private static let reactionTime: Duration = .milliseconds(300)

  /// Presents a dialog that the user did not request, such as an offer after the start or a failure of background work.
  /// It appears when the user has paused for a second and no other dialog is open, so that it does not receive keys
  /// that were meant for the screen.
  ///
  /// Keys that arrive before the user can have read the dialog are ignored.
  ///
  /// - Parameters:
  ///   - modal: The dialog.
  ///   - isNeeded: A closure that returns, after the pause, whether the dialog should still be presented.
  public func presentWhenIdle(_ modal: ModalView, if isNeeded: @escaping @MainActor () -> Bool = { true }) {
    Task.immediate(executorPreference: EffectExecutor.current) { [weak self, clock] in
      var inputCount: Int?
      while let self, inputCount != program.inputCount || !modals.isEmpty {
        inputCount = program.inputCount
        guard (try? await clock.sleep(for: Self.idleTime)) != nil else { return }
      }
      guard let self, isNeeded() else { return }
      present(modal)
      held.isIgnored = true
      try? await clock.sleep(for: Self.reactionTime)
      held.isIgnored = false
    }
  }

  /// Presents a dialog over everything. It receives all keys until it is dismissed; then the keyboard focus returns to
  /// the previous view.
  public func present(_ modal: ModalView) {
    guard !modals.contains(where: { $0 === modal }) else { return }
    willPresent(modal)
    focusBeforeModal.append(Weak(focusedView))
    modals.append(modal)
    root.addModal(modal)
    focus(focusTarget(in: modal) ?? modal)
    screenChanged()
    chromeChanged()
    modal.presentation.appeared()
  }

  /// Dismisses a dialog and the dialogs above it.
  ///
  /// - Parameters:
  ///   - modal: The dialog.
  ///   - answer: A closure that delivers the dialog's result. It runs after the dialog is gone and before
  ///     ``ModalView/dismissal`` emits.
  public func dismiss(_ modal: ModalView, then answer: @MainActor () -> Void = {}) {
    guard let index = modals.firstIndex(where: { $0 === modal }) else { return answer() }
    let gone = modals[index...].reversed()
    let focus = focusBeforeModal[index]
    modals.removeSubrange(index...)
    focusBeforeModal.removeSubrange(index...)
    for modal in gone { modal.detach() }
    self.focus(focus.value)
    repairFocus()
    screenChanged()
    chromeChanged()
    for modal in gone {
      modal.didDismiss()
      modal.presenceChanged()
    }
    answer()
    for modal in gone where !modals.contains(where: { $0 === modal }) { modal.wasRemoved() }
  }

  /// Presents a dialog and waits until it is dismissed.
  ///
  /// ```swift
  /// let settings = await window.answer(of: chooser, chooser.chosen)
  /// ```
  ///
  /// - Parameters:
  ///   - dialog: The dialog.
  ///   - answers: The stream on which the dialog emits its answer before it is dismissed.
  /// - Returns: The answer; `nil` if there was none.
  public func answer<Answer: Sendable>(
    of dialog: ModalView, _ answers: some ObservableConvertible<Answer>
  ) async -> Answer? {
    if Task.isCancelled { return nil }
    let answer = StateRelay<Answer?>(nil)
    let isDismissed = StateRelay(false)
    let bag = DisposeBag()
    bag.insert(answers.asObservable().subscribe { answer.accept($0) })
    // Presented first, because a dialog that was dismissed before still reports that dismissal until it appears again.
    present(dialog)
    // Input that follows the answer is meant for the next screen or dialog.
    bag.insert(
      dialog.dismissal.subscribe { [weak self] in
        isDismissed.accept(true)
        self?.held.answersOnTheWay += 1
      })
    _ = try? await dialog.dismissal.first()
    // Canceling the task also dismisses the dialog.
    if !isDismissed.value { dismiss(dialog) }
    bag.dispose()
    if isDismissed.value { held.answersOnTheWay -= 1 }
    handleHeldInputLater()
    return Task.isCancelled ? nil : answer.value
  }

  /// Dismisses all dialogs without an answer, when the program has ended.
  package func close() {
    if let modal = modals.first { dismiss(modal) }
  }
}
