/// The reason why a file or a folder cannot be uploaded.
package struct SourceFailure: Error, Sendable, Hashable {
  /// A message that says what failed and what to do.
  package let message: String
  /// Whether the task was canceled.
  package let isCanceled: Bool

  package init(_ message: String, isCanceled: Bool = false) {
    self.message = message
    self.isCanceled = isCanceled
  }
}

extension SourceFailure: CustomStringConvertible {
  /// The message.
  package var description: String { message }
}
