import AsyncHTTPClient
import Dispatch
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// The configuration and the shutdown that all HTTP clients of the program share.
package enum WebClient {
  /// Returns the configuration of a client.
  ///
  /// - Parameters:
  ///   - connect: the seconds within which a connection and its TLS handshake must be established.
  ///   - read: the seconds without data after which a server counts as stalled.
  ///   - responses: the limits of responses.
  package static func configuration(
    tls: TLSConfiguration, connect: Double, read: Double, responses: ResponseLimits
  ) -> HTTPClient.Configuration {
    // The callers follow redirects themselves, so that each can be checked and described.
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: tls, redirectConfiguration: .disallow,
      timeout: .init(connect: TimeAmount(inSeconds: connect), read: TimeAmount(inSeconds: read)))
    configuration.httpVersion = .http1Only
    // A refused connection fails at once. The callers decide whether to retry.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.connectionPool.idleTimeout = .seconds(15)
    // Despite its name this is the only way to add a handler to a connection before its first request.
    configuration.http1_1ConnectionDebugInitializer = { channel in
      channel.eventLoop.submit {
        let pipeline = channel.pipeline.syncOperations
        let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
        try pipeline.addHandler(ResponseGuard(responses), position: .after(parser))
      }
    }
    return configuration
  }

  /// Shuts down a client and its threads, and returns when all have ended. Ignores errors, because no request depends
  /// on them anymore.
  ///
  /// The callbacks run on a serial queue, whose thread ends on its own. A thread of a global queue, which the libraries
  /// use by default, would leave a timer behind that wakes the process every second.
  /// - Parameter afterRequests: runs when all requests have ended, before the threads do.
  package static func shutDown(
    _ client: HTTPClient, _ group: MultiThreadedEventLoopGroup, readers: NIOThreadPool? = nil,
    afterRequests: () async -> Void = {}
  ) async {
    let queue = DispatchQueue(label: "showroom.web.shutdown")
    await withCheckedContinuation { done in client.shutdown(queue: queue) { _ in done.resume() } }
    await afterRequests()
    if let readers {
      await withCheckedContinuation { done in readers.shutdownGracefully(queue: queue) { _ in done.resume() } }
    }
    await withCheckedContinuation { done in group.shutdownGracefully(queue: queue) { _ in done.resume() } }
  }
}
