/// What a window knows of the program that it belongs to.
package struct ProgramLink {
  /// Ends the program.
  var quit: (@MainActor () -> Void)?
  /// Leaves the screen to another program, and enters it again.
  var screen: (leave: @MainActor () -> Void, enter: @MainActor () -> Void)?
  var shouldQuit: (@MainActor () async -> Bool)?
  /// Whether ``Window/shouldQuit`` has not answered yet.
  var isAsking = false
  /// The value of `inputCount` at the latest request that an observer of ``Window/quitRequested`` received.
  var requestedAt: Int?
  /// The dialog that the observer presented in response.
  weak var question: ModalView?
  /// The number of events of the user so far, without resizing and the like.
  var inputCount = 0
  /// The value of `inputCount` at the latest Ctrl-C.
  var interruptedAt: Int?
}

/// Quitting, and running other programs.
extension Window {
  /// A question that is asked before the user quits, such as whether unsaved changes may be lost; `nil` for none.
  ///
  /// The program goes on while the question is open. It is asked once: further requests wait for its answer, except
  /// that Ctrl-C twice in a row always quits.
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

  /// Ends the program without a question, after the current batch of events: ``TerminalApplication/run()`` returns, and
  /// a `TestScreen` records it.
  public func quit() {
    program.quit?()
  }

  /// Leaves the screen while another program uses the terminal, such as an editor, and enters it again afterward.
  ///
  /// The program does nothing else meanwhile: `body` starts the other program and waits for its end. In a `TestScreen`,
  /// which has no terminal, only `body` runs.
  ///
  /// ```swift
  /// let status = window.leavingScreen { run("vi", path) }
  /// ```
  ///
  /// - Parameter body: A closure that runs the other program.
  /// - Returns: What `body` returns.
  public func leavingScreen<Result>(_ body: () throws -> Result) rethrows -> Result {
    program.screen?.leave()
    defer { program.screen?.enter() }
    return try body()
  }

  /// Quits, if the program's observers and its question permit it.
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

  /// Handles Ctrl-C: quits, if permitted, and without a question if the previous key was Ctrl-C as well.
  func interrupt() {
    let isRepeated = program.interruptedAt == program.inputCount - 1
    program.interruptedAt = program.inputCount
    if isRepeated { quit() } else { requestQuit() }
  }

  /// Notes that a dialog is about to be presented. The question of an observer replaces its earlier one, so that it
  /// never stands above itself.
  func willPresent(_ modal: ModalView) {
    guard program.requestedAt == program.inputCount else { return }
    program.question?.dismiss()
    program.question = modal
  }
}
