/// Why an upload, or something else asked of a destination, failed.
public struct UploadFailure: Error, Sendable, Hashable, Codable {
  /// What went wrong, as far as a program has to tell.
  public enum Cause: Sendable, Hashable, Codable {
    /// The task was cancelled.
    case cancelled
    /// The source is gone, changed, became unreadable, or is no regular file.
    case source
    /// There is a file of that name; its size where it is known.
    case duplicate(size: Int64?)
    /// Credentials are missing or refused (401; 403 where none were sent).
    case unauthorised
    /// The destination does not let us (403, a folder's permissions).
    case forbidden
    /// The file is too large, or the space or quota is used up (413, 507, a full disk).
    case noSpace
    /// What an earlier attempt left is gone from the destination; a new attempt starts over.
    case checkpointGone
    /// What arrived is not what was sent.
    case corrupted
    /// No connection could be made: the name is unknown, nothing listens there, or nothing answers.
    case unreachable
    /// The network failed, or the server is busy or out of order.
    case unavailable
    /// The destination answered in a way that cannot be right, or that we do not speak.
    case `protocol`
    /// The certificate does not verify, or no secure connection could be made.
    case insecure
    /// Our own database failed.
    case store
  }

  /// Whether another attempt may help.
  public enum Retry: Sendable, Hashable, Codable {
    /// No: a person has to do something first.
    case never
    /// Yes, after the usual pause.
    case later
    /// Yes, not before the seconds that the server asked for.
    case after(seconds: Double)
  }

  /// What went wrong.
  public var cause: Cause
  /// Whether another attempt may help.
  public var retry: Retry
  /// What went wrong and what to do, in a sentence.
  public var sentence: String
  /// The server's status, for HTTP.
  public var status: Int?
  /// The server's own words, shortened; text from outside.
  public var serverText: String?

  /// A failure.
  public init(
    _ cause: Cause, retry: Retry = .never, _ sentence: String, status: Int? = nil, serverText: String? = nil
  ) {
    self.cause = cause
    self.retry = retry
    self.sentence = sentence
    self.status = status
    self.serverText = serverText
  }
}

extension UploadFailure: CustomStringConvertible {
  /// The sentence, with the server's own words where it gave any.
  public var description: String {
    guard let serverText, !serverText.isEmpty else { return sentence }
    return "\(sentence) The server says: \(serverText)"
  }
}
