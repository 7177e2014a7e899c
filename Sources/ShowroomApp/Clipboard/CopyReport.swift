import ReactorTerminal

/// The texts about what was copied. How to allow it is said once.
@MainActor
package final class CopyReport {
  private var hasAdvised = false

  /// Creates a report for one run of the program.
  package init() {}

  /// Returns the text for an outcome.
  ///
  /// - Parameter subject: What was copied, such as the name of a car.
  func text(_ outcome: Window.CopyOutcome, _ subject: String) -> String {
    switch outcome {
    case .copied: "Copied \(subject)"
    case .sentToTerminal: "Sent to the terminal's clipboard: \(subject)\(advice)"
    case .unavailable: "This terminal has no clipboard"
    case .tooLong: "The text is too long for the clipboard"
    case .empty: "There is nothing to copy"
    }
  }

  /// The advice for a terminal that ignores what it was sent, which cannot be noticed.
  private var advice: String {
    guard !hasAdvised else { return "" }
    hasAdvised = true
    return ". If it does not arrive, allow programs to use the clipboard in the terminal's settings (OSC 52)."
  }
}
