import ReactorTerminal
import Uploads

extension UploadItem {
  /// Whether there is progress to show.
  var hasProgress: Bool {
    switch state {
    case .sending, .verifying, .done: true
    default: sent > 0
    }
  }

  /// The state in a word or two; of a failure, its cause.
  func stateText(isASCII: Bool) -> String {
    let glyphs: Theme.Glyphs = isASCII ? .ascii : .unicode
    switch state {
    case .waiting: return "Queued"
    case .paused: return "Paused"
    case .interrupted: return "Interrupted"
    case .hashing(let bytes): return "Hashing \(ByteFormatting.percent(bytes, of: size))%"
    case .sending: return "Uploading"
    case .verifying: return "Verifying"
    case .retrying(_, _, let seconds): return "Retry in \(ByteFormatting.time(seconds))"
    case .done: return "\(glyphs.tick) Uploaded"
    case .failed(let failure): return "\(glyphs.failure) \(failure.cause.word)"
    case .cancelled: return "Canceled"
    case .elsewhere: return "Elsewhere"
    }
  }

  var stateRole: Role? {
    switch state {
    case .done: .success
    case .failed: .error
    case .retrying, .interrupted: .warning
    case .waiting, .paused, .cancelled, .elsewhere: .secondary
    case .hashing, .sending, .verifying: nil
    }
  }

  /// The state in a sentence.
  var sentence: String {
    switch state {
    case .waiting: return "Queued"
    case .paused: return hasPart ? "Paused; the destination can resume it." : "Paused"
    case .interrupted: return "Showroom quit while it was running. Press r to resume or x to cancel."
    case .hashing: return "Computing the checksum"
    case .sending:
      let resumption = resumption == .startsOver ? "; the destination cannot resume it" : ""
      return "\(ByteFormatting.part(confirmed, of: size)) confirmed\(resumption)"
    case .verifying: return "Verifying what arrived"
    case .retrying(let failure, let attempt, let seconds):
      return "Attempt \(attempt + 1) in \(ByteFormatting.time(seconds)): \(failure.withStatus)"
    case .done: return "Uploaded"
    case .failed(let failure): return failure.withStatus
    case .cancelled: return hasPart ? "Canceled. Press r to resume." : "Canceled. Press r to upload it again."
    case .elsewhere: return "Another running Showroom is uploading it."
    }
  }
}

extension UploadFailure.Cause {
  /// The cause in a word or two.
  var word: String {
    switch self {
    case .cancelled: "Canceled"
    case .source: "File"
    case .duplicate: "Exists"
    case .unauthorised: "Sign in"
    case .forbidden: "Refused"
    case .noSpace: "No space"
    case .checkpointGone: "Expired"
    case .corrupted: "Corrupted"
    case .unreachable: "Unreachable"
    case .unavailable: "No answer"
    case .protocol: "Bad answer"
    case .insecure: "Insecure"
    case .store: "Database"
    }
  }
}
