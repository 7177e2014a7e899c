import ReactorTerminal

/// The messages about copied text, shown one at a time. The advice on how to allow copying is given only once.
@MainActor
package final class CopyReport {
  private var hasAdvised = false

  /// Creates a report for one run of the program.
  package init() {}

  /// Copies text, and shows the outcome as soon as it is known.
  ///
  /// - Parameter subject: What is copied, such as the name of a car.
  func copy(_ text: String, _ subject: String, in window: Window) {
    window.copy(text) { [weak window] outcome in
      if let window { self.show(outcome, subject, in: window) }
    }
  }

  /// Shows the outcome of copying text, replacing an earlier message of this kind.
  func show(_ outcome: CopyOutcome, _ subject: String, in window: Window) {
    let kind: Toast.Kind =
      switch outcome {
      case .copied: .success
      case .sentToTerminal, .empty: .info
      case .unavailable, .tooLong: .warning
      }
    window.toast(text(outcome, subject), kind: kind, topic: "copied")
  }

  private func text(_ outcome: CopyOutcome, _ subject: String) -> String {
    switch outcome {
    case .copied: "Copied \(subject)"
    case .sentToTerminal: "Sent to the terminal's clipboard: \(subject)\(advice)"
    case .unavailable: "This terminal has no clipboard"
    case .tooLong: "The text is too long for the clipboard"
    case .empty: "There is nothing to copy"
    }
  }

  /// The advice for a terminal that may ignore copied text, which the program cannot detect.
  private var advice: String {
    guard !hasAdvised else { return "" }
    hasAdvised = true
    return ". If it does not arrive, allow programs to use the clipboard in the terminal's settings (OSC 52)."
  }
}
