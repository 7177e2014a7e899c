import ReactorFiles
import ShowroomUploads

/// An upload in a form for other programs.
struct UploadExport {
  let upload: Upload

  /// Returns the upload as a JSON object. An event starts with its name, and a failure always has an `error`.
  ///
  /// - Parameter message: The text of a warning.
  func json(event: String? = nil, attachment: Attachment? = nil, message: String? = nil) -> String {
    var json = JSONText()
    if let event { json.add("event", event) }
    json.add("id", Int(upload.id))
    json.add("car", Int(upload.car))
    json.add("name", attachment?.file.name ?? upload.name)
    json.add("path", upload.path)
    json.add("size", Int(upload.size))
    json.add("destination", upload.destination)
    json.add("state", upload.state.name)
    json.add("sent", Int(upload.sent))
    json.add("confirmed", Int(upload.confirmed))
    if let rate = upload.progress.rate { json.add("bytesPerSecond", rate.rounded()) }
    if let timeLeft = upload.progress.timeLeft { json.add("secondsLeft", timeLeft) }
    if case .retrying(_, let failures, let seconds) = upload.state {
      json.add("attempt", failures + 1)
      json.add("inSeconds", seconds)
    }
    if let attachment {
      json.add("location", attachment.file.printableLocation)
      json.add("sha256", attachment.file.sha256)
    }
    if let message { json.add("warning", message) }
    if let failure = upload.failure {
      json.add("error", failure.message)
      json.add("status", failure.status)
      json.add("serverText", failure.serverText)
    }
    return json.closed()
  }
}

extension Upload.State {
  /// The name of the state.
  var name: String {
    switch self {
    case .queued: "queued"
    case .paused: "paused"
    case .interrupted: "interrupted"
    case .hashing: "hashing"
    case .uploading: "uploading"
    case .verifying: "verifying"
    case .retrying: "retrying"
    case .done: "done"
    case .failed: "failed"
    case .canceled: "canceled"
    case .discarding: "discarding"
    case .elsewhere: "elsewhere"
    }
  }
}
