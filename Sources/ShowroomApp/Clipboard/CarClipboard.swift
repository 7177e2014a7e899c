import ReactorTerminal
import ShowroomCatalog
import ShowroomFormatting
import ShowroomUploads

/// A clipboard for cars, with numbers in the format of the screen.
@MainActor
package struct CarClipboard {
  private let formatting: @MainActor () -> CarFormatting
  private let copy: @MainActor (_ text: String, _ subject: String) -> Void

  /// Creates a clipboard.
  ///
  /// - Parameters:
  ///   - formatting: A closure that returns the format of numbers.
  ///   - copy: A closure that copies text and reports the outcome, using the given words for what was copied.
  package init(
    formatting: @escaping @MainActor () -> CarFormatting = { CarFormatting() },
    copy: @escaping @MainActor (_ text: String, _ subject: String) -> Void
  ) {
    self.formatting = formatting
    self.copy = copy
  }

  /// Copies one line about a car.
  func copyLine(of car: Car) { copy(formatting().line(car), car.name) }

  /// Copies a car as JSON, in the form printed by `show --format json`.
  func copyJSON(of car: Car, _ userData: UserData, with attachments: [Attachment]) {
    copy(CarExport(car, userData).json(with: attachments), "\(car.name) as JSON")
  }
}
