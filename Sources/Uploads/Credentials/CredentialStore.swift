import Catalogue
import Foundation
import Synchronization

/// Where credentials come from, in this order: those typed in this run, the environment, the file `credentials` in the
/// configuration's folder, `~/.netrc`. Never from arguments, which every user of the machine can read.
///
/// Credentials belong to one origin: those typed or saved to that of the destination they were given for, those of the
/// environment to that of the configured destination. An entry in a hand-written file belongs to the host it names.
///
/// May be used from any thread. Files are read at each question: what a person mends there holds at once.
public final class CredentialStore: Sendable {
  private let environment: [String: String]
  private let configured: WebAddress.Origin?
  private let file: SecretFile
  private let netrc: SecretFile
  private let held = Mutex<[WebAddress.Origin: Credentials]>([:])

  /// - Parameters:
  ///   - configurationFolder: where the file `credentials` lies.
  ///   - home: where `.netrc` lies.
  ///   - configured: the destination that the environment's credentials are for; without one they are for none.
  ///   - environment: `SHOWROOM_UPLOAD_USER`, `SHOWROOM_UPLOAD_PASSWORD`, `SHOWROOM_UPLOAD_TOKEN`, and for S3
  ///     `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_SESSION_TOKEN`.
  public init(
    configurationFolder: String, home: String, configured: Destination? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.environment = environment
    self.configured = configured.flatMap(Self.origin)
    file = SecretFile(path: configurationFolder + "/credentials")
    netrc = SecretFile(path: home + "/.netrc")
  }

  /// What to say to the destination who we are; nil when nothing is known, and for a folder.
  /// - Throws: ``UploadFailure/Cause/unauthorised`` when a file with passwords may be read by others, with what to do.
  public func credentials(for destination: Destination) throws(UploadFailure) -> Credentials? {
    guard let origin = Self.origin(of: destination) else { return nil }
    if let typed = held.withLock({ $0[origin] }) { return typed }
    let isS3 = if case .s3 = destination { true } else { false }
    if origin == configured, let given = isS3 ? accessKeyOfEnvironment : passwordOfEnvironment { return given }
    for file in [file, netrc] {
      guard let text = try file.read() else { continue }
      if let found = Netrc(parsing: text).credentials(host: origin.host, port: origin.port) {
        return Self.credentials(found.login, found.password, isS3: isS3)
      }
    }
    return nil
  }

  /// Remembers them for this run, in memory only.
  public func hold(_ credentials: Credentials, for destination: Destination) {
    guard let origin = Self.origin(of: destination) else { return }
    held.withLock { $0[origin] = credentials }
  }

  /// Remembers them for this run, and writes them into the file `credentials`, which only its owner may read.
  ///
  /// An S3 session's token is not written: it would not be valid for long.
  /// - Throws: ``UploadFailure`` when the file cannot be written; they are remembered for this run all the same.
  public func save(_ credentials: Credentials, for destination: Destination) throws(UploadFailure) {
    hold(credentials, for: destination)
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

  /// Forgets what was typed in this run, and what the file `credentials` says.
  public func forget(for destination: Destination) throws(UploadFailure) {
    guard let origin = Self.origin(of: destination) else { return }
    _ = held.withLock { $0.removeValue(forKey: origin) }
    guard let text = try file.read() else { return }
    let rest = Netrc.removing(machine: origin.machine, from: text)
    if rest != text { try file.write(rest) }
  }

  // MARK: Sources

  /// The login by which a file says that what follows is a token.
  private static let tokenLogin = "token"

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
        .forbidden, "The folder \(folder.path) could not be made, so that the password holds for this run only.")
    }
  }
}

extension WebAddress.Origin {
  /// How an entry of a file in netrc form names it. Always with the port: a name alone would hold for `http` too.
  fileprivate var machine: String { "\(host):\(port)" }
}
