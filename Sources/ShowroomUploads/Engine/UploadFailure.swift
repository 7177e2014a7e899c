import ShowroomFiles

/// The reason why an upload or another operation at a destination failed.
package struct UploadFailure: Error, Sendable, Hashable, Codable {
  /// The kind of a failure.
  package enum Cause: Sendable, Hashable, Codable {
    /// The task was canceled.
    case canceled
    /// The source file is missing, unreadable, changed or not a regular file.
    case source
    /// A file with that name already exists. The associated value is its size, or `nil` if unknown.
    case duplicate(size: Int64?)
    /// Credentials are missing or rejected (401, or 403 if none were sent).
    case unauthorized
    /// Permission is denied (403, or the permissions of a folder).
    case forbidden
    /// The file is too large, or there is no space or quota left (413, 507, or a full disk).
    case noSpace
    /// The data of an earlier attempt no longer exists; the next attempt starts over.
    case checkpointGone
    /// The stored data differs from the data sent.
    case corrupted
    /// The file is no longer at the destination (404 or 410).
    case missing
    /// No connection could be made.
    case unreachable
    /// The network failed, or the server is busy or out of service.
    case unavailable
    /// The server's response is invalid or not supported.
    case `protocol`
    /// The certificate could not be verified, or no secure connection could be made.
    case insecure
    /// The local database failed.
    case store
  }

  /// The advice on whether and when to retry.
  package enum Retry: Sendable, Hashable, Codable {
    /// Another attempt fails unless the user does something.
    case never
    /// Another attempt may succeed after the usual pause.
    case later
    /// Another attempt may succeed after the time that the server requested.
    case after(seconds: Double)
  }

  package var cause: Cause
  package var retry: Retry
  /// A message that says what failed and what to do.
  package var message: String
  /// The HTTP status of the response.
  package var status: Int?
  /// The server's own message, sanitized and shortened.
  package var serverText: String?

  // These are the names under which the database stores failures.
  private enum CodingKeys: String, CodingKey {
    case cause, retry, status, serverText
    case message = "sentence"
  }

  package init(
    _ cause: Cause, retry: Retry = .never, _ message: String, status: Int? = nil, serverText: String? = nil
  ) {
    self.cause = cause
    self.retry = retry
    self.message = message
    self.status = status
    self.serverText = serverText
  }
}

extension UploadFailure {
  /// Creates the failure for a file that cannot be read.
  package init(_ failure: SourceFailure) { self.init(failure.isCanceled ? .canceled : .source, failure.message) }

  /// The advice that ends the message of a ``Cause/duplicate(size:)``.
  static let duplicateAdvice = "skip the upload, replace the file, or keep both"

  /// Whether the destination permanently refused the operation, so that waiting would never help.
  var isRefusal: Bool { retry == .never && cause != .unauthorized && cause != .canceled }

  /// The same failure with the advice to retry later.
  var retriedLater: UploadFailure {
    var failure = self
    failure.retry = .later
    return failure
  }

  /// The failure if a different server responds with success to everything.
  static func dishonest(_ server: String) -> UploadFailure {
    UploadFailure(
      .unavailable, retry: .later,
      "\(server) reports files that do not exist, as the sign-in page of a network does; "
        + "open any web page and sign in, or check the destination.")
  }
}

/// Returns what `work` reads from the file of an upload, and converts a failure of the file to one of the upload.
func reading<Value>(_ work: @autoclosure () throws(SourceFailure) -> Value) throws(UploadFailure) -> Value {
  do throws(SourceFailure) { return try work() } catch { throw UploadFailure(error) }
}

extension UploadFailure: CustomStringConvertible {
  /// The message, followed by the server's own message if there is one.
  package var description: String {
    guard let serverText, !serverText.isEmpty else { return message }
    return "\(message) Server response: \(serverText)"
  }
}
