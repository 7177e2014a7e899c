import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL

/// The one way to an HTTP client: what every request of the program has in common, whatever it is for.
package enum WebClient {
  /// How a client behaves that sends bytes and takes answers of any kind.
  ///
  /// - Parameters:
  ///   - connect: seconds until a connection, with its TLS handshake, must stand.
  ///   - read: seconds of silence after which a server counts as stalled.
  ///   - write: seconds for which a server may take no bytes; nil for any.
  ///   - answers: see ``AnswerLimits``.
  package static func configuration(
    tls: TLSConfiguration, connect: Double, read: Double, write: Double? = nil, answers: AnswerLimits
  ) -> HTTPClient.Configuration {
    // Redirects are followed by us, not by the client, so that each can be judged and described.
    var configuration = HTTPClient.Configuration(
      tlsConfiguration: tls, redirectConfiguration: .disallow,
      timeout: .init(connect: TimeAmount(inSeconds: connect), read: TimeAmount(inSeconds: read)))
    configuration.timeout.write = write.map { TimeAmount(inSeconds: $0) }
    configuration.httpVersion = .http1Only
    // A refused connection is said at once; whether it is tried again is decided elsewhere.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.connectionPool.idleTimeout = .seconds(15)
    // Despite its name the only place where a handler can be put into a connection before its first request.
    configuration.http1_1ConnectionDebugInitializer = { channel in
      channel.eventLoop.submit {
        let pipeline = channel.pipeline.syncOperations
        let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
        try pipeline.addHandler(AnswerGuard(answers), position: .after(parser))
      }
    }
    return configuration
  }
}
