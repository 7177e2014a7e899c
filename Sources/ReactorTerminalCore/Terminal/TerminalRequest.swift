/// A terminal that fulfills the requests of a window besides showing frames.
///
/// ``TerminalFeatures`` sends control sequences to a terminal, and ``HeadlessTerminal`` records the requests.
@MainActor
package protocol TerminalHost: AnyObject {
  /// Puts text on the clipboard.
  ///
  /// - Parameter ended: A closure that receives the outcome as soon as it is known.
  func copy(_ text: String, ended: @escaping @MainActor (CopyOutcome) -> Void)
  /// Fulfills a request as far as the terminal supports it.
  func perform(_ request: TerminalRequest)
}

/// A request of a window to its terminal.
package enum TerminalRequest: Sendable, Hashable {
  /// Reports the background color.
  case appearance
  /// Shows a title in the terminal's window.
  case title(String)
  /// Shows the progress of a task in the taskbar or in the tab.
  case progress(TaskProgress)
  /// Shows a notification on the desktop.
  case notification(title: String, body: String)
  /// Enables or disables mouse reports.
  case mouse(Bool)
}

/// The outcome of copying text.
public enum CopyOutcome: Sendable, Hashable {
  /// The desktop's clipboard contains the text.
  case copied
  /// The text was sent to the terminal. There is no way to find out whether it accepts the text, and many terminals do
  /// not unless the user allows it.
  case sentToTerminal
  /// No clipboard is available.
  case unavailable
  /// The text is longer than ``Window/copyLimit`` bytes.
  case tooLong
  /// The text is empty.
  case empty
}

/// The progress of a task as shown in the taskbar or in the tab of a terminal.
public enum TaskProgress: Sendable, Hashable {
  /// No task is in progress.
  case none
  /// A part of the task is done, from 0 to 1.
  case value(Double)
  /// A task of unknown length is in progress.
  case indeterminate
  /// A task has failed.
  case error

  /// The percentage; 0 if the value is NaN.
  var percent: Int {
    guard case .value(let value) = self, value > 0 else { return 0 }
    return Int((min(value, 1) * 100).rounded(.down))
  }

  /// The progress rounded to whole percents, because smaller changes are not shown.
  var rounded: TaskProgress {
    if case .value = self { .value(Double(percent) / 100) } else { self }
  }
}
