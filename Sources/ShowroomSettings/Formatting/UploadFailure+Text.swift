import ShowroomUploads

extension UploadFailure {
  /// The sentence, with the status and the message of the server.
  package var withStatus: String {
    guard let status, !sentence.contains("\(status)") else { return description }
    return "\(description) (HTTP status \(status))"
  }
}
