import ReactorCore
import ShowroomUploads

extension Reactor where Base.Output: MessageOutput<Action> {
  /// Returns an error handler, for `catch`, that shows an alert with the text of the error.
  ///
  /// - Parameters:
  ///   - title: What failed, in a few words.
  ///   - retry: The action that tries again; `nil` where trying again cannot help.
  func alerting(_ title: String, retry: Action? = nil) -> @MainActor (any Error) -> Observable<Mutation> {
    { [weak self] in self?.alert(title, $0.alertText, retry: retry) ?? .empty }
  }
}

extension Error {
  /// The text of an alert: the cause and what to do, and the server's status and message if the error has them.
  var alertText: String { (self as? UploadFailure)?.withStatus ?? "\(self)" }
}
