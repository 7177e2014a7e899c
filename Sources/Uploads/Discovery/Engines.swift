import Foundation

/// Makes the engine for a destination, and keeps it: what an engine learned about its server holds for the next file too.
public actor Engines {
  private let transport: HTTPTransport
  private let credentials: CredentialStore
  private var made: [Key: any UploadEngine] = [:]

  /// Other credentials make another engine.
  private struct Key: Hashable {
    let destination: Destination
    let credentials: Credentials?
  }

  /// Engines over one transport.
  public init(transport: HTTPTransport, credentials: CredentialStore) {
    self.transport = transport
    self.credentials = credentials
  }

  /// The engine for a destination. One whose protocol is not said is asked for it.
  /// - Throws: ``UploadFailure`` when a file with passwords may be read by others, or the server cannot be asked.
  public func engine(for destination: Destination) async throws(UploadFailure) -> any UploadEngine {
    let credentials = try credentials.credentials(for: destination)
    let key = Key(destination: destination, credentials: credentials)
    if let engine = made[key] { return engine }
    let engine = try await make(destination, credentials)
    made[key] = engine
    return engine
  }

  private func make(
    _ destination: Destination, _ credentials: Credentials?
  ) async throws(UploadFailure) -> any UploadEngine {
    switch destination {
    case .folder(let path): return LocalFolderEngine(folder: path)
    case .webDAV(let url): return WebDAVEngine(base: url, transport: transport, credentials: credentials)
    case .tus(let url): return TusEngine(endpoint: url, transport: transport, credentials: credentials)
    case .s3(let location): return S3Engine(location: location, transport: transport, credentials: credentials)
    case .web(let url):
      let authorisation = Authorisation(credentials, for: url)
      switch try await ServerKind(asking: url, transport: transport, authorisation: authorisation) {
      case .tus: return TusEngine(endpoint: url, transport: transport, credentials: credentials)
      case .webDAV, .put: return WebDAVEngine(base: url, transport: transport, credentials: credentials)
      }
    }
  }
}
