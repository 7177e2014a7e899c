import Catalog
import ShowroomSettings
import Uploads

/// Copies cars to the clipboard, with figures in the format of the screen.
@MainActor
package struct CarClipboard {
  /// The outcome of copying, as the text of a toast.
  enum Outcome: Equatable {
    case copied(String)
    /// Nothing was copied.
    case refused(String)
  }

  private let formatting: @MainActor () -> CarFormatting
  private let copy: @MainActor (String) -> Bool

  /// Creates a clipboard.
  ///
  /// - Parameters:
  ///   - formatting: Returns the format of figures.
  ///   - copy: Copies a text. Returns `false` if it is too long.
  package init(
    formatting: @escaping @MainActor () -> CarFormatting = { CarFormatting() },
    copy: @escaping @MainActor (String) -> Bool
  ) {
    self.formatting = formatting
    self.copy = copy
  }

  /// Copies one line about a car.
  func copyLine(of car: Car) -> Outcome {
    outcome(copy(formatting().line(car)), "Copied \(car.name)")
  }

  /// Copies what `show --format json` prints.
  func copyJSON(of car: Car, _ userData: UserData, with attachments: [Attachment]) -> Outcome {
    outcome(copy(CarExport(car, userData).json(with: attachments)), "Copied \(car.name) as JSON")
  }

  private func outcome(_ isCopied: Bool, _ text: String) -> Outcome {
    isCopied ? .copied(text) : .refused("The text is too long for the clipboard.")
  }
}
