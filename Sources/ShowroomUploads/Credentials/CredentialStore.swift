import Foundation
import ShowroomNetwork
import Synchronization

/// The credentials for destinations, from these sources in order: the sign-in of this session, the environment, the
/// file `credentials` in the configuration folder, and `~/.netrc`. They never come from arguments, because every user
/// of the computer can read those.
///
/// Credentials belong to one origin. Those entered or saved belong to the origin of their destination, and those in the
/// environment to the origin of the configured destination. An entry in a file written by the user belongs to the host
/// that it names.
///
/// Safe to use from any thread. Files are read on every call, so that changes take effect at once.
package final class CredentialStore: Sendable {
  private let environment: [String: String]
  private let configured: WebAddress.Origin?
  private let file: SecretFile
  private let netrc: SecretFile
  private let held = Mutex<[WebAddress.Origin: Credentials]>([:])

  /// - Parameters:
  ///   - configurationFolder: The folder that contains the file `credentials`.
  ///   - home: The folder that contains `.netrc`.
  ///   - configured: The destination to which the credentials in the environment belong. If `nil`, they are not used.
  ///   - environment: `SHOWROOM_UPLOAD_USER`, `SHOWROOM_UPLOAD_PASSWORD`, `SHOWROOM_UPLOAD_TOKEN`, and for S3
  ///     `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`.
  package init(
    configurationFolder: String, home: String, configured: Destination? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.environment = environment
    self.configured = configured.flatMap(Self.origin)
    file = SecretFile(path: configurationFolder + "/credentials")
    netrc = SecretFile(path: home + "/.netrc")
  }

  /// Returns the credentials for a destination, or `nil` if there are none.
  /// - Throws: ``UploadFailure/Cause/unauthorized`` if other users may read a file with passwords, or if the
  ///   credentials contain a control character, which no server accepts.
  package func credentials(for destination: Destination) throws(UploadFailure) -> Credentials? {
    guard let found = try foundCredentials(for: destination) else { return nil }
    guard !found.containsControlCharacter else {
      throw UploadFailure(
        .unauthorized,
        "The credentials for \(destination.host ?? "the destination") contain a line break or other control character; "
          + "enter them again without it.")
    }
    return found
  }

  private func foundCredentials(for destination: Destination) throws(UploadFailure) -> Credentials? {
    guard let origin = Self.origin(of: destination) else { return nil }
    if let typed = held.withLock({ $0[origin] }) { return typed }
    if origin == configured, let given = environmentCredentials(for: destination) { return given }
    let isS3 = if case .s3 = destination { true } else { false }
    for file in [file, netrc] {
      guard let text = try file.read() else { continue }
      if let found = Netrc(parsing: text).credentials(host: origin.host, port: origin.port) {
        return Self.credentials(found.login, found.password, isS3: isS3)
      }
    }
    return nil
  }

  /// Whether the environment has credentials that the destination could use but that belong to another one.
  package func withholdsEnvironment(from destination: Destination) -> Bool {
    guard let origin = Self.origin(of: destination), origin != configured else { return false }
    return environmentCredentials(for: destination) != nil
  }

  /// Keeps credentials in memory for this session.
  package func remember(_ credentials: Credentials, for destination: Destination) {
    guard let origin = Self.origin(of: destination) else { return }
    held.withLock { $0[origin] = credentials }
  }

  /// Keeps credentials for this session and saves them in the file `credentials`, which only its owner may read.
  ///
  /// The session token of an S3 access key is not saved, because it expires soon.
  /// - Throws: ``UploadFailure`` if the file cannot be written. The credentials still apply to this session.
  package func save(_ credentials: Credentials, for destination: Destination) throws(UploadFailure) {
    remember(credentials, for: destination)
    guard let origin = Self.origin(of: destination) else { return }
    let (login, password) =
      switch credentials {
      case .password(let user, let password): (user, password)
      case .token(let token): (Self.tokenLogin, token)
      case .accessKey(let id, let secret, _): (id, secret)
      }
    let others = Netrc.removing(machine: origin.machine, from: try file.read() ?? "")
    try makeFolder()
    try file.write(Netrc.line(machine: origin.machine, login: login, password: password) + others)
  }

  // MARK: Sources

  /// The login that identifies a password in a file as a token.
  private static let tokenLogin = "token"

  private func environmentCredentials(for destination: Destination) -> Credentials? {
    if case .s3 = destination { accessKeyOfEnvironment } else { passwordOfEnvironment }
  }

  private var passwordOfEnvironment: Credentials? {
    if let token = value("SHOWROOM_UPLOAD_TOKEN") { return .token(token) }
    guard let password = value("SHOWROOM_UPLOAD_PASSWORD") else { return nil }
    return .password(user: value("SHOWROOM_UPLOAD_USER") ?? "", password: password)
  }

  private var accessKeyOfEnvironment: Credentials? {
    guard let id = value("AWS_ACCESS_KEY_ID"), let secret = value("AWS_SECRET_ACCESS_KEY") else { return nil }
    return .accessKey(id: id, secret: secret, session: value("AWS_SESSION_TOKEN"))
  }

  private func value(_ name: String) -> String? {
    environment[name].flatMap { $0.isEmpty ? nil : $0 }
  }

  private static func credentials(_ login: String, _ password: String, isS3: Bool) -> Credentials {
    if isS3 { return .accessKey(id: login, secret: password, session: nil) }
    return login == tokenLogin ? .token(password) : .password(user: login, password: password)
  }

  private static func origin(of destination: Destination) -> WebAddress.Origin? {
    switch destination {
    case .folder: nil
    case .web(let url), .webDAV(let url), .tus(let url): url.origin
    case .s3(let location): location.endpoint.origin
    }
  }

  private func makeFolder() throws(UploadFailure) {
    let folder = URL(fileURLWithPath: file.path).deletingLastPathComponent()
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      throw UploadFailure(
        .forbidden, "The folder \(folder.path) could not be created, so the password applies to this session only.")
    }
  }
}

extension WebAddress.Origin {
  /// The name of the origin in a file. It always includes the port, because an entry with only a host would also apply
  /// to `http`.
  fileprivate var machine: String { "\(host):\(port)" }
}
