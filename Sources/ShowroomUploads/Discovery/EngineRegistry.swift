import Foundation

/// The engines by destination. Engines are reused, so that what one has learned about its server applies to later
/// files.
package actor EngineRegistry {
  /// A closure that creates the engine of a destination, with the credentials for it and the limit on what it sends.
  package typealias EngineMaker = @Sendable (Destination, Credentials?, BandwidthLimit) -> any UploadEngine

  private let transport: HTTPTransport
  private let credentials: CredentialStore
  private let makeEngine: EngineMaker?
  private var engines: [Key: any UploadEngine] = [:]

  /// The credentials are part of the key, because different ones require a new engine.
  private struct Key: Hashable {
    let destination: Destination
    let credentials: Credentials?
  }

  /// - Parameter makeEngine: Creates the engines of all destinations; `nil` for those of the protocols.
  package init(transport: HTTPTransport, credentials: CredentialStore, makeEngine: EngineMaker? = nil) {
    self.transport = transport
    self.credentials = credentials
    self.makeEngine = makeEngine
  }

  /// Returns the engine for a destination, detecting the protocol if necessary.
  /// - Throws: ``UploadFailure`` if other users can read a file with passwords, or if detection fails.
  package func engine(for destination: Destination) async throws(UploadFailure) -> any UploadEngine {
    let credentials = try credentials.credentials(for: destination)
    let key = Key(destination: destination, credentials: credentials)
    if let engine = engines[key] { return engine }
    let engine = try await make(destination, credentials)
    engines[key] = engine
    return engine
  }

  private func make(
    _ destination: Destination, _ credentials: Credentials?
  ) async throws(UploadFailure) -> any UploadEngine {
    if let makeEngine { return makeEngine(destination, credentials, transport.bandwidth) }
    switch destination {
    case .folder(let path): return LocalFolderEngine(folder: path, bandwidth: transport.bandwidth)
    case .webDAV(let url): return WebDAVEngine(base: url, transport: transport, credentials: credentials)
    case .tus(let url): return TusEngine(endpoint: url, transport: transport, credentials: credentials)
    case .s3(let location): return S3Engine(location: location, transport: transport, credentials: credentials)
    case .web(let url):
      let authorization = Authorization(credentials, for: url)
      switch try await ServerKind(asking: url, transport: transport, authorization: authorization) {
      case .tus: return TusEngine(endpoint: url, transport: transport, credentials: credentials)
      case .webDAV, .put: return WebDAVEngine(base: url, transport: transport, credentials: credentials)
      }
    }
  }
}
