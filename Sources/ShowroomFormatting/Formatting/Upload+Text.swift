import ReactorTerminalCore
import ShowroomText
import ShowroomUploads

extension Upload {
  /// Whether the upload has progress to show.
  package var hasProgress: Bool {
    switch state {
    case .uploading, .verifying, .done: true
    default: sent > 0
    }
  }

  /// A word or two for the state; for a failure, its cause.
  package func stateText(isASCII: Bool) -> String {
    let glyphs: Theme.Glyphs = isASCII ? .ascii : .unicode
    switch state {
    case .queued: return "Queued"
    case .paused: return "Paused"
    case .interrupted: return "Interrupted"
    case .hashing(let bytes): return "Hashing \(ByteFormatting.percent(bytes, of: size))%"
    case .uploading: return "Uploading"
    case .verifying: return "Verifying"
    case .retrying(_, _, let seconds): return "Retry in \(ByteFormatting.time(seconds))"
    case .done: return "\(glyphs.tick) Uploaded"
    case .failed(let failure): return "\(glyphs.failure) \(failure.word)"
    case .canceled: return "Canceled"
    case .discarding(nil): return "Discarding"
    case .discarding: return "\(glyphs.failure) Not discarded"
    case .elsewhere: return "Elsewhere"
    }
  }

  /// The role that determines the color of the state.
  package var stateRole: Role? {
    switch state {
    case .done: .success
    case .failed: .error
    case .retrying, .interrupted, .discarding(.some): .warning
    case .discarding, .queued, .paused, .canceled, .elsewhere: .secondary
    case .hashing, .uploading, .verifying: nil
    }
  }

  /// Returns the state with, for a failure, its cause and what to do.
  package func statusText(isASCII: Bool) -> String {
    switch state {
    case .queued: return "Queued"
    case .paused: return hasPart ? "Paused; the destination can resume it." : "Paused"
    case .interrupted: return "Showroom quit before this upload finished. Resume or cancel it."
    case .hashing: return "Computing the checksum"
    case .uploading:
      let resumption = resumption == .unsupported ? "; the destination cannot resume it" : ""
      return progress.text(isASCII: isASCII) + resumption
    case .verifying: return "Verifying the uploaded file"
    case .retrying(let failure, let attempt, let seconds):
      return "Attempt \(attempt + 1) in \(ByteFormatting.time(seconds)): \(failure.withStatus)"
    case .done: return "Uploaded"
    case .failed(let failure): return failure.withStatus
    case .canceled: return hasPart ? "Canceled. It can be resumed." : "Canceled. It can be uploaded again."
    case .discarding(let failure):
      return failure?.withStatus ?? "Removing the uploaded part from the destination"
    case .elsewhere: return "Another running instance of Showroom is uploading it."
    }
  }
}

extension UploadFailure.Cause {
  /// A word or two for the cause.
  fileprivate var word: String {
    switch self {
    case .canceled: "Canceled"
    case .source: "File error"
    case .duplicate: "Exists"
    case .unauthorized: "Sign in"
    case .forbidden: "Refused"
    case .noSpace: "No space"
    case .checkpointGone: "Expired"
    case .corrupted: "Corrupted"
    case .missing: "Missing"
    case .unreachable: "Unreachable"
    case .unavailable: "No response"
    case .protocol: "Bad response"
    case .insecure: "Insecure"
    case .store: "Database"
    }
  }
}

extension UploadFailure {
  /// A word or two for the failure: its cause, unless the server refuses the file because of its size (413).
  fileprivate var word: String { status == 413 ? "Too large" : cause.word }

  /// The message, with the server's status and message.
  package var withStatus: String {
    guard let status, !message.contains("\(status)") else { return description }
    return "\(description) (HTTP status \(status))"
  }
}

extension AttachmentVerification {
  /// Returns the number of files with each outcome, such as `12 verified, 1 missing`; `nil` if there are no files.
  package static func summary(of counts: [Outcome: Int]) -> String? {
    let parts = Outcome.allCases.compactMap { outcome in counts[outcome].map { "\(grouped($0)) \(outcome.rawValue)" } }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
