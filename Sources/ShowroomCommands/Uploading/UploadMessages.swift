import ReactorTerminalCore
import ShowroomSettings
import ShowroomText
import ShowroomUploads
import Synchronization

/// The messages of an upload command.
///
/// If an output fails, for example because the reader of a pipe has closed it, the messages end but the uploads
/// continue. The exit status does not depend on the output, because a script uses it to find out whether the files have
/// arrived.
final class UploadMessages: Sendable {
  private let output: TextOutput
  private let errorOutput: TextOutput
  private let firstError = Mutex<OutputError?>(nil)
  private let failures = Mutex(FailureCounts())

  /// Returns what to do about a file whose name is taken at the destination.
  static func duplicateAdvice(instead policy: DuplicatePolicy) -> String {
    let advice = "Add --on-duplicate replace or --on-duplicate keep-both to upload it"
    return policy == .skip ? advice + "." : advice + ", or --on-duplicate skip to skip it if it is the same file."
  }

  init(output: TextOutput, errorOutput: TextOutput) {
    self.output = output
    self.errorOutput = errorOutput
  }

  /// Writes a line to standard output, unless an earlier write has failed.
  func write(_ line: String) {
    firstError.withLock { first in
      guard first == nil else { return }
      do throws(OutputError) {
        try output.write(line + "\n")
        try output.flush()
      } catch {
        first = error
      }
    }
  }

  /// Writes a line to standard error.
  func note(_ text: String) {
    try? errorOutput.write(sanitized(text) + "\n")
    try? errorOutput.flush()
  }

  /// Writes a line about a problem to standard error.
  func complain(_ text: String) { note("showroom: " + text) }

  /// Writes to standard error why an upload or a command on it failed. If several files fail with the same message, the
  /// later ones are only counted, for ``complainAboutRest()``.
  func complain(_ upload: Upload, _ failure: UploadFailure, _ dependencies: UploadDependencies) {
    var advice = Self.credentialsAdvice(after: failure, at: upload.destination, dependencies)
    if case .duplicate = failure.cause { advice = Self.duplicateAdvice(instead: upload.onDuplicate) }
    let message = "\(failure)" + (advice.map { " " + $0 } ?? "")
    if failures.withLock({ $0.add(message) }) { complain("\(upload.name): \(message)") }
  }

  /// Writes the number of failed files that were only counted, and the reasons.
  func complainAboutRest() {
    for line in failures.withLock({ $0.rest }) { complain(line) }
  }

  /// Returns how to sign in to a destination that has rejected an operation, because a command cannot ask for
  /// credentials; `nil` if that is not the reason.
  static func credentialsAdvice(
    after failure: UploadFailure, at destination: String, _ dependencies: UploadDependencies
  ) -> String? {
    // Credentials for a proxy belong to its address.
    guard failure.cause == .unauthorized, failure.status != 407 else { return nil }
    if dependencies.withholdsCredentials(from: destination) {
      return "The credentials in the environment are sent only to a destination that you specify; "
        + "add --destination '\(destination)' to use them."
    }
    // Failures of S3 name its variables.
    return destination.hasPrefix("s3:")
      ? nil
      : "Set SHOWROOM_UPLOAD_USER and SHOWROOM_UPLOAD_PASSWORD, or SHOWROOM_UPLOAD_TOKEN, or add the host to ~/.netrc."
  }

  /// Reports which files were in the queue already.
  func report(_ begun: BegunUploads, _ format: SheetFormat) {
    let (resumed, restarted, elsewhere) = (begun.resumed, begun.restarted, begun.elsewhere)
    switch format {
    case .text:
      if resumed.count > 1 {
        note("Resuming \(counted(resumed.count, "unfinished upload")).")
      } else if let upload = resumed.first {
        note("\(upload.name): resuming the unfinished upload.")
      }
      if restarted.count > 1 {
        note("\(counted(restarted.count, "file")) have changed; uploading them from the beginning.")
      } else if let upload = restarted.first {
        note("\(upload.name) has changed; uploading it from the beginning.")
      }
      if elsewhere.count > 1 {
        complain(Self.elsewhere("\(grouped(elsewhere.count)) of these files"))
      } else if let upload = elsewhere.first {
        complain(Self.elsewhere(upload.name))
      }
    case .json:
      for upload in resumed { write(UploadExport(upload: upload).json(event: "resumed")) }
      for upload in elsewhere {
        write(UploadExport(upload: upload).json(event: "warning", message: Self.elsewhere(upload.name)))
      }
    }
  }

  private static func elsewhere(_ files: String) -> String {
    "Another running instance of Showroom has \(files) in its queue. Files of the same name are uploaded one at a time."
  }

  /// Writes the warnings of uploads until they end.
  func report(_ warnings: AsyncStream<UploadWarning>, _ format: SheetFormat) async {
    for await warning in warnings {
      switch format {
      case .text: complain("\(warning.upload.name): \(warning.message)")
      case .json: write(UploadExport(upload: warning.upload).json(event: "warning", message: warning.message))
      }
    }
  }

  /// Throws the error of standard output, unless the reader has closed it.
  func finish() throws(OutputError) {
    if let error = firstError.withLock({ $0 }), error != .closed { throw error }
  }
}

/// The number of files that failed with each message.
struct FailureCounts {
  /// The maximum number of files for which the same message is written.
  private static let maximumWritten = 3

  /// The messages, in the order in which they first occurred.
  private var messages: [String] = []
  private var counts: [String: Int] = [:]

  /// Counts a failure. Returns whether to write its message.
  mutating func add(_ message: String) -> Bool {
    let count = counts[message, default: 0] + 1
    if count == 1 { messages.append(message) }
    counts[message] = count
    return count <= Self.maximumWritten
  }

  /// The failures that were not written, such as `197 more files: The folder is full.`
  var rest: [String] {
    messages.compactMap { message in
      let count = counts[message, default: 0] - Self.maximumWritten
      return count > 0 ? "\(counted(count, "more file")): \(message)" : nil
    }
  }
}
