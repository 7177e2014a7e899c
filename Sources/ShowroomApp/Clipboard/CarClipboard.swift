import ReactorTerminal
import ShowroomCatalog
import ShowroomSettings
import ShowroomUploads

/// Copies cars to the clipboard, with numbers in the format of the screen.
@MainActor
package struct CarClipboard {
  /// The outcome of copying, as the text of a toast.
  enum Outcome: Equatable {
    case copied(String)
    /// Nothing was copied, or only the terminal knows whether it was.
    case unconfirmed(String)
  }

  private let formatting: @MainActor () -> CarFormatting
  private let report: CopyReport
  private let copy: @MainActor (String) -> Window.CopyOutcome

  /// Creates a clipboard.
  ///
  /// - Parameters:
  ///   - formatting: Returns the format of numbers.
  ///   - report: The texts about what was copied.
  ///   - copy: Copies a text.
  package init(
    formatting: @escaping @MainActor () -> CarFormatting = { CarFormatting() }, report: CopyReport = CopyReport(),
    copy: @escaping @MainActor (String) -> Window.CopyOutcome
  ) {
    self.formatting = formatting
    self.report = report
    self.copy = copy
  }

  /// Copies one line about a car.
  func copyLine(of car: Car) -> Outcome {
    outcome(copy(formatting().line(car)), car.name)
  }

  /// Copies what `show --format json` prints.
  func copyJSON(of car: Car, _ userData: UserData, with attachments: [Attachment]) -> Outcome {
    outcome(copy(CarExport(car, userData).json(with: attachments)), "\(car.name) as JSON")
  }

  private func outcome(_ outcome: Window.CopyOutcome, _ subject: String) -> Outcome {
    let text = report.text(outcome, subject)
    return outcome == .copied ? .copied(text) : .unconfirmed(text)
  }
}
