import ShowroomUploads

extension UploadFailure {
  /// The message, with the status and the message of the server.
  package var withStatus: String {
    guard let status, !message.contains("\(status)") else { return description }
    return "\(description) (HTTP status \(status))"
  }
}
