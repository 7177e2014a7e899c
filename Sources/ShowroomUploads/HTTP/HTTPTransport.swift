import ShowroomNetwork
import Synchronization

/// A transport for HTTP requests. One per process is enough: it has one thread for the network and two for files, which
/// start when first needed. Safe to use from any thread, for many requests at once.
package final class HTTPTransport: Sendable {
  let limits: HTTPLimits
  let bandwidth: BandwidthLimit
  let connections: ConnectionLimit
  let clock: any Clock<Duration>
  private let exchange: HTTPResources.Exchange?
  private let state = Mutex<State>(.unused)

  /// The optional requests to which servers did not respond in time. They are not sent again.
  private let silent = Mutex<Set<OptionalRequest>>([])

  private struct OptionalRequest: Hashable {
    let origin: WebAddress.Origin
    let method: String
  }

  private enum State {
    case unused
    case running(HTTPResources)
    case shutDown
  }

  /// Creates a transport. Its threads do not start before the first request.
  /// - Parameter clock: The clock for ``HTTPLimits/completionTimeout``.
  package convenience init(
    limits: HTTPLimits = HTTPLimits(), bandwidth: BandwidthLimit = BandwidthLimit(),
    connections: ConnectionLimit = ConnectionLimit(), clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.init(limits: limits, bandwidth: bandwidth, connections: connections, clock: clock, exchange: nil)
  }

  /// Creates a transport.
  /// - Parameter exchange: Sends requests in place of a client.
  init(
    limits: HTTPLimits, bandwidth: BandwidthLimit = BandwidthLimit(), connections: ConnectionLimit = ConnectionLimit(),
    clock: any Clock<Duration> = ContinuousClock(), exchange: HTTPResources.Exchange?
  ) {
    self.limits = limits
    self.bandwidth = bandwidth
    self.connections = connections
    self.clock = clock
    self.exchange = exchange
  }

  deinit {
    if case .running(let resources) = state.withLock({ $0 }) {
      Task.detached { await resources.shutDown() }
    }
  }

  /// Ends all requests and releases the threads. Later requests fail as canceled.
  package func shutDown() async {
    let resources: HTTPResources? = state.withLock { state in
      defer { state = .shutDown }
      if case .running(let resources) = state { return resources }
      return nil
    }
    await resources?.shutDown()
  }

  /// Sends a request, follows redirects and returns the response, regardless of its status.
  /// - Parameter progress: Receives the number of bytes of the body passed to the connection, about thirty times a
  ///   second and at the end. The request waits for it to return, and an error that it throws ends the request. The
  ///   number restarts after a redirect.
  /// - Throws: ``UploadFailure`` if there is no response, or if the source file changed.
  func send(_ request: HTTPRequest, progress: @escaping SendProgress = { _ in }) async throws(UploadFailure)
    -> HTTPResponse
  {
    let answer = try await exchange(request, progress: progress)
    return try await answer.collected(limit: request.responseLimit)
  }

  /// Sends a request that not every server supports.
  /// - Returns: The response, or `nil` if the server does not respond within ``HTTPLimits/optionalRequestTimeout``,
  ///   because some servers ignore methods that they do not support. Such a request is not repeated.
  func sendOptional(_ request: HTTPRequest) async throws(UploadFailure) -> HTTPResponse? {
    let key = OptionalRequest(origin: request.url.origin, method: request.method)
    if silent.withLock({ $0.contains(key) }) { return nil }
    var request = request
    request.timeLimit = limits.optionalRequestTimeout
    do throws(UploadFailure) { return try await send(request) } catch {
      guard error == .outOfTime else { throw error }
      _ = silent.withLock { $0.insert(key) }
      return nil
    }
  }

  /// Receives the number of bytes of a body passed to the connection.
  typealias SendProgress = @Sendable (Int64) async throws(UploadFailure) -> Void

  func resources() throws(UploadFailure) -> HTTPResources {
    let result: Result<HTTPResources, UploadFailure> = state.withLock { state in
      switch state {
      case .running(let resources): return .success(resources)
      case .shutDown: return .failure(.canceled)
      case .unused:
        do throws(UploadFailure) {
          let resources = try HTTPResources(limits: limits, exchange: exchange)
          state = .running(resources)
          return .success(resources)
        } catch {
          return .failure(error)
        }
      }
    }
    return try result.get()
  }
}

/// The HTTP client and the threads of a transport.
struct HTTPResources: Sendable {
  /// Sends a request and returns its response when the head has arrived.
  typealias Exchange = @Sendable (WebRequest) async throws -> WebResponse

  let exchange: Exchange
  private let client: WebClient?
  /// The threads that read and write files, so that a slow disk blocks neither the network nor other tasks.
  let readers = FileThreads(count: 2)

  /// - Parameter exchange: Sends requests in place of a client.
  /// - Throws: ``UploadFailure`` if a certificate file cannot be used, because silently trusting other certificates
  ///   would be unsafe.
  init(limits: HTTPLimits, exchange: Exchange?) throws(UploadFailure) {
    if let exchange {
      (self.exchange, client) = (exchange, nil)
      return
    }
    do {
      let certificates = try TrustedCertificates(replacing: limits.trustRoots, adding: limits.additionalTrustRoots)
      let client = WebClient(.init(certificates: certificates, proxies: limits.proxies))
      self.client = client
      self.exchange = { try await client.send($0) }
    } catch {
      throw UploadFailure(
        .insecure,
        "Could not read trusted certificates from \(error.path): \(error.reason). Check SSL_CERT_FILE and the setting "
          + "ca-file.")
    }
  }

  /// Ends all requests and the threads.
  func shutDown() async {
    await client?.shutDown()
    await readers.shutDown()
  }
}
