/// A terminal that fulfills the requests of a window besides showing frames.
///
/// ``TerminalFeatures`` sends control sequences to a terminal, and ``HeadlessTerminal`` records the requests.
@MainActor
package protocol TerminalHost: AnyObject {
  /// Puts a text onto the clipboard.
  ///
  /// - Parameter ended: Called with what became of the text, as soon as it is known.
  func copy(_ text: String, ended: @escaping @MainActor (CopyOutcome) -> Void)
  /// Fulfills a request, as far as the terminal can.
  func perform(_ request: TerminalRequest)
}

/// A request of a window to its terminal.
package enum TerminalRequest: Sendable, Hashable {
  /// To report the color of the background.
  case appearance
  /// To show a title in the terminal's window.
  case title(String)
  /// To show the progress of a task in the taskbar or in the tab.
  case progress(TaskProgress)
  /// To show a notification on the desktop.
  case notification(title: String, body: String)
  /// To report the mouse, or no longer.
  case mouse(Bool)
}

/// The outcome of copying a text.
public enum CopyOutcome: Sendable, Hashable {
  /// The clipboard of the desktop has the text.
  case copied
  /// The terminal has received the text. Whether it accepts it cannot be found out, and many do not unless the user
  /// allows it.
  case sentToTerminal
  /// There is no clipboard.
  case unavailable
  /// The text is longer than ``Window/copyLimit`` bytes.
  case tooLong
  /// There is no text.
  case empty
}

/// The progress of a task as the taskbar or the tab of a terminal shows it.
public enum TaskProgress: Sendable, Hashable {
  /// No task is in progress.
  case none
  /// A part of the task is done, from 0 to 1.
  case value(Double)
  /// A task of unknown length is in progress.
  case indeterminate
  /// A task has failed.
  case error

  /// The number of percent; 0 for a value that is not a number.
  var percent: Int {
    guard case .value(let value) = self, value > 0 else { return 0 }
    return Int((min(value, 1) * 100).rounded(.down))
  }

  /// The progress in whole percent, because smaller changes are not shown.
  var rounded: TaskProgress {
    if case .value = self { .value(Double(percent) / 100) } else { self }
  }
}
