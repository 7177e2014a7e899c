import ShowroomSettings
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

  /// Writes to standard error why an upload or a command on it failed.
  func complain(_ upload: Upload, _ failure: UploadFailure, _ dependencies: UploadDependencies) {
    var advice = Self.credentialsAdvice(after: failure, at: upload.destination, dependencies)
    if case .duplicate = failure.cause { advice = Self.duplicateAdvice(instead: upload.onDuplicate) }
    complain("\(upload.name): \(failure)" + (advice.map { " " + $0 } ?? ""))
  }

  /// Returns how to sign in to a destination that has rejected an operation, because a command cannot ask for
  /// credentials; `nil` if that is not the reason.
  static func credentialsAdvice(
    after failure: UploadFailure, at destination: String, _ dependencies: UploadDependencies
  ) -> String? {
    // Credentials for a proxy belong to its address.
    guard failure.cause == .unauthorized, failure.status != 407 else { return nil }
    if dependencies.withholdsCredentials(from: destination) {
      return "The credentials in the environment are sent only to the destination that is set; "
        + "add --destination '\(destination)' to use them."
    }
    // Failures of S3 name its variables.
    return destination.hasPrefix("s3:")
      ? nil
      : "Set SHOWROOM_UPLOAD_USER and SHOWROOM_UPLOAD_PASSWORD, or SHOWROOM_UPLOAD_TOKEN, or add the host to ~/.netrc."
  }

  /// Writes the warnings of uploads until they end.
  func report(_ warnings: AsyncStream<UploadWarning>, _ format: UploadFormat) async {
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
