import ReactorTerminalCore

/// A window in which a tape is played, and the clock of its program.
///
/// There are two implementations: ``HeadlessStage`` with a virtual clock, and ``LiveStage`` on a terminal.
@MainActor
package protocol Stage: AnyObject {
  /// The window of the program.
  var window: Window { get }
  /// Whether the program has ended.
  var hasEnded: Bool { get }
  /// The recorder of the performance, if it is recorded.
  var recorder: CastRecorder? { get }
  /// Sends an event to the program and draws the result.
  /// - Throws: ``StageError`` if the tape cannot continue.
  func deliver(_ event: Event) async throws
  /// Advances the time, and draws all changes that occur.
  /// - Throws: ``StageError`` if the tape cannot continue.
  func advance(by duration: Duration) async throws
  /// Advances the time until `condition` holds or `timeout` has passed.
  ///
  /// - Parameters:
  ///   - condition: A closure that is evaluated at the start and whenever the screen may have changed.
  ///   - timeout: The maximum time to wait.
  /// - Returns: Whether the condition holds.
  /// - Throws: ``StageError`` if the tape cannot continue, or an error thrown by `condition`.
  func wait(until condition: () throws -> Bool, timeout: Duration) async throws -> Bool
  /// Changes the size of the screen, limited to the size of the terminal.
  /// - Throws: ``StageError`` if the tape cannot continue.
  func resize(to size: Size) async throws
  /// Draws the changes since the last frame.
  func draw()
}

/// A reason why a tape cannot continue although none of its commands failed.
package enum StageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The user has taken control.
  case takenOver
  /// The program was terminated, by a signal or because its terminal was closed.
  case terminated
  /// External work did not finish within a limit of real time.
  case externalWorkTimedOut(seconds: Int)

  /// A message that names the reason.
  package var description: String {
    switch self {
    case .takenOver: "The tape was stopped: the user took control."
    case .terminated: "The tape was stopped: the program was terminated."
    case .externalWorkTimedOut(let seconds):
      "The tape cannot continue: work outside the program did not finish within \(seconds) seconds."
    }
  }
}

extension Window {
  /// The rows of the screen without trailing spaces, separated by line breaks.
  var screenText: String { grid.rows.joined(separator: "\n") }

  /// The row of the caret or, if there is no caret, the last row that is not empty.
  var lineText: String {
    let rows = grid.rows
    if let row = caretRow, rows.indices.contains(row) { return rows[row] }
    return rows.last { !$0.isEmpty } ?? ""
  }

  /// The index of the row with the caret; `nil` if there is no caret.
  var caretRow: Int? {
    guard let view = focusedView, let caret = view.caret, view.bounds.contains(caret) else { return nil }
    return view.convertToWindow(caret).y
  }
}
