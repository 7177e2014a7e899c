/// What proves to a destination who we are. It never prints itself: a secret belongs in no log, alert or report.
public enum Credentials: Sendable, Hashable {
  /// A user and a password; HTTP's Basic.
  case password(user: String, password: String)
  /// A token; HTTP's Bearer.
  case token(String)
  /// An S3 access key, with a session's token where the keys are temporary.
  case accessKey(id: String, secret: String, session: String?)
}

extension Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The kind, and nothing of the content.
  public var description: String {
    switch self {
    case .password: "Credentials(user and password, not shown)"
    case .token: "Credentials(token, not shown)"
    case .accessKey: "Credentials(access key, not shown)"
    }
  }

  /// The same as ``description``.
  public var debugDescription: String { description }

  /// Nothing: `dump` and interpolation of what holds credentials look into mirrors.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
