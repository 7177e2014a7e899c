import ReactorTerminal
import ShowroomCatalog
import ShowroomFormatting
import ShowroomUploads

/// Copies cars to the clipboard, with numbers in the format of the screen.
@MainActor
package struct CarClipboard {
  private let formatting: @MainActor () -> CarFormatting
  private let copy: @MainActor (_ text: String, _ subject: String) -> Void

  /// Creates a clipboard.
  ///
  /// - Parameters:
  ///   - formatting: Returns the format of numbers.
  ///   - copy: Copies a text, and reports what became of it with the words for what it is.
  package init(
    formatting: @escaping @MainActor () -> CarFormatting = { CarFormatting() },
    copy: @escaping @MainActor (_ text: String, _ subject: String) -> Void
  ) {
    self.formatting = formatting
    self.copy = copy
  }

  /// Copies one line about a car.
  func copyLine(of car: Car) { copy(formatting().line(car), car.name) }

  /// Copies what `show --format json` prints.
  func copyJSON(of car: Car, _ userData: UserData, with attachments: [Attachment]) {
    copy(CarExport(car, userData).json(with: attachments), "\(car.name) as JSON")
  }
}
