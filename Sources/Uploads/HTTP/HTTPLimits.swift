import Catalogue
import Foundation

/// How long a server may take, and whom to trust.
public struct HTTPLimits: Sendable {
  /// Seconds until a connection, with its TLS handshake, must stand.
  public var connectTimeout: Double = 10
  /// Seconds for which a server may take no bytes while it is sent some. Long, because a slow line needs that long for what
  /// is waiting in front of it.
  public var writeTimeout: Double = 90
  /// Seconds of silence after the last byte of a request. Long, because some servers copy the file before they answer.
  public var answerTimeout: Double = 120
  /// How slowly an answer may come. Interim answers do not lengthen the time that a server has to answer.
  package var answers = AnswerLimits(headSeconds: 300)
  /// Seconds after which a question that servers need not understand (`OPTIONS`) counts as unanswered.
  public var questionTimeout: Double = 10
  /// How many times a server may send a request elsewhere.
  public var redirects = 5
  /// A file with certificates in PEM form to trust in place of the system's: what `SSL_CERT_FILE` names.
  public var trustRoots: String?
  /// A file with certificates in PEM form to trust as well: a private authority, the setting `ca-file`.
  public var additionalTrustRoots: String?

  /// The usual ones.
  /// - Parameters:
  ///   - caFile: a private authority to trust as well.
  ///   - environment: where `SSL_CERT_FILE` is looked up.
  public init(caFile: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment) {
    additionalTrustRoots = caFile
    if let path = environment["SSL_CERT_FILE"], !path.isEmpty { trustRoots = path }
  }
}
