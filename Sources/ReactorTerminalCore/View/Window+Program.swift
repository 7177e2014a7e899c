/// A window's connection to its program.
package struct ProgramLink {
  /// A closure that ends the program.
  var quit: (@MainActor () -> Void)?
  /// Closures that leave the screen for another program and enter it again.
  var screen: (leave: @MainActor () -> Void, enter: @MainActor () -> Void)?
  var shouldQuit: (@MainActor () async -> Bool)?
  /// Whether ``Window/shouldQuit`` has been called and has not yet returned.
  var isAsking = false
  /// The value of `inputCount` at the latest quit request that an observer of ``Window/quitRequested`` received; `nil`
  /// after the observer has presented a dialog.
  var requestedAt: Int?
  /// The dialog that the observer presented in response.
  weak var question: ModalView?
  /// The number of user events so far, excluding resizes and the like.
  var inputCount = 0
  /// A closure that receives each key, paste and mouse event once the window has handled it, and whether a secret field
  /// had or received the keyboard focus. Events that were held are received late, and discarded ones never.
  package var inputHandled: (@MainActor (_ event: Event, _ isSecret: Bool) -> Void)?
  /// The value of `inputCount` at the latest Ctrl-C.
  var interruptedAt: Int?
}

/// Quitting, and running other programs.
extension Window {
  /// A closure that is called before the user quits and returns whether to quit, for example by asking whether unsaved
  /// changes may be lost; `nil` for none.
  ///
  /// The program continues while the closure is running. It is called only once at a time: further requests wait for
  /// its result, except that pressing Ctrl-C twice in a row always quits.
  ///
  /// ```swift
  /// window.shouldQuit = { [weak window] in
  ///   await window?.confirm("Stop the music?", "The queue is not saved.", confirm: "Quit") ?? true
  /// }
  /// ```
  public var shouldQuit: (@MainActor () async -> Bool)? {
    get { program.shouldQuit }
    set { program.shouldQuit = newValue }
  }

  /// Ends the program without confirmation, after the current batch of events: ``TerminalApplication/run()`` returns,
  /// and a `TestScreen` records it.
  public func quit() {
    program.quit?()
  }

  /// Leaves the screen while another program uses the terminal, such as an editor, and enters it again afterward.
  ///
  /// The program does nothing else while `body` runs: `body` starts the other program and waits for it to end. In a
  /// `TestScreen`, which has no terminal, only `body` runs.
  ///
  /// ```swift
  /// let status = window.leavingScreen { run("vi", path) }
  /// ```
  ///
  /// - Parameter body: A closure that runs the other program.
  /// - Returns: The result of `body`.
  public func leavingScreen<Result>(_ body: () throws -> Result) rethrows -> Result {
    program.screen?.leave()
    defer { program.screen?.enter() }
    return try body()
  }

  /// Quits, if the program's observers and ``shouldQuit`` permit it.
  func requestQuit() {
    if quitRequested.observerCount > 0 {
      program.requestedAt = program.inputCount
      return quitRequested.send(())
    }
    guard let shouldQuit = program.shouldQuit else { return quit() }
    if program.isAsking { return }
    program.isAsking = true
    Task.immediate { [weak self] in
      let quits = await shouldQuit()
      self?.program.isAsking = false
      if quits { self?.quit() }
    }
  }

  /// Handles Ctrl-C: quits if permitted, or without confirmation if the previous key was also Ctrl-C.
  func interrupt() {
    let isRepeated = program.interruptedAt == program.inputCount - 1
    program.interruptedAt = program.inputCount
    if isRepeated { quit() } else { requestQuit() }
  }

  /// Notes that a dialog is about to be presented. If an observer presents its confirmation again, the earlier one is
  /// replaced, so that it is never stacked on itself. If another dialog is above the earlier one, both stay.
  func willPresent(_ modal: ModalView) {
    guard program.requestedAt == program.inputCount else { return }
    // Another dialog that appears before the next key, such as an alert, must not replace the question.
    program.requestedAt = nil
    if modals.last === program.question { program.question?.dismiss() }
    program.question = modal
  }
}
