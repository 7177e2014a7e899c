import ReactorTerminal
import ShowroomSettings
import ShowroomUploads

/// A failure that a screen shows as an alert.
package struct ScreenFailure<Action: Sendable & Hashable>: Sendable, Hashable {
  /// The title of the alert: what failed, in a few words.
  package var title: String
  /// The cause, and what to do about it, in one or more sentences.
  package var message: String
  /// The action that tries again; `nil` where that cannot help.
  package var retry: Action?

  /// Creates a failure from its texts.
  package init(title: String, message: String, retry: Action? = nil) {
    self.title = title
    self.message = message
    self.retry = retry
  }

  /// Creates a failure from an error, with the server's status and message if the error has them.
  package init(title: String, error: any Error, retry: Action? = nil) {
    self.init(title: title, message: (error as? UploadFailure)?.withStatus ?? "\(error)", retry: retry)
  }
}

extension Window {
  /// Presents a failure as an alert that offers to retry.
  ///
  /// - Parameters:
  ///   - close: The title of the button that closes the alert.
  ///   - retry: Receives the failure's action when the user chooses to retry.
  func alert<Action>(
    _ failure: ScreenFailure<Action>, close: String = "Close", retry: @escaping @MainActor (Action) -> Void
  ) {
    var buttons = [AlertButton(close, role: .cancel)]
    if let action = failure.retry { buttons.insert(AlertButton("Retry", key: "r") { retry(action) }, at: 0) }
    alert(failure.title, failure.message, kind: .error, buttons: buttons)
  }
}
