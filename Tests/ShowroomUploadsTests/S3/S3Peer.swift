import ShowroomTestSupport
import Synchronization

@testable import ShowroomUploads

/// An S3 store on loopback that verifies every signature and produces faults as a test specifies.
final class S3Peer: Sendable {
  /// The deviation from the correct response.
  enum Fault: Sendable {
    /// Send this response without processing the request.
    case answers(S3Reply)
    /// Process the request and reset the connection.
    case losesAnswer
    /// Reset the connection in the middle of the request.
    case hangsUp
    /// Reset the connection after a number of bytes of the body.
    case hangsUpAfter(Int)
    /// Accept the request without responding.
    case stalls
    /// Process the request without responding.
    case withholdsAnswer
  }

  let store: S3Store
  /// The certificate of a server with TLS.
  let certificate: TestCertificate?
  private let peer: FaultyPeer

  /// Starts the server. `fault` is called with the head of each request.
  init(
    store: S3Store = S3Store(), tls certificate: TestCertificate? = nil,
    fault: @escaping @Sendable (S3Received) -> Fault? = { _ in nil }
  ) async throws {
    self.store = store
    self.certificate = certificate
    let verdicts = Mutex<[Int: Fault]>([:])
    peer = try await FaultyPeer(tls: certificate?.serverContext(), keptBytes: .max) { head in
      let received = S3Received(head)
      let verdict = fault(received)
      verdicts.withLock { $0[head.number] = verdict }
      let after: Int
      switch verdict {
      case .hangsUp: after = 0
      case .hangsUpAfter(let bytes): after = bytes
      default: return nil
      }
      store.remember(received)
      return .init(after: after, reply: .bytesAndClose(""))
    } answer: { request in
      let received = S3Received(request)
      store.remember(received)
      switch verdicts.withLock({ $0[request.number] }) {
      case .hangsUp, .hangsUpAfter, .stalls: return .bytes("")
      case .answers(let reply): return .raw(reply.bytes(for: received), closes: false)
      case .withholdsAnswer:
        _ = store.reply(to: received)
        return .bytes("")
      case .losesAnswer:
        _ = store.reply(to: received)
        return .bytesAndClose("")
      case nil: return .raw(store.reply(to: received).bytes(for: received), closes: false)
      }
    }
  }

  /// The address of the server.
  var endpoint: String { certificate == nil ? peer.url("") : peer.url("", host: "localhost") }

  /// Returns a location with the bucket `cars` and the prefix `scans`.
  func location(bucket: String = "cars", prefix: String = "scans", options: String = "") throws -> S3Location {
    try S3Location(parsing: "s3://\(bucket)/\(prefix)?endpoint=\(endpoint)\(options)")
  }
}

extension S3Reply {
  /// Returns the response as it is sent.
  fileprivate func bytes(for received: S3Received) -> [UInt8] {
    var head = "HTTP/1.1 \(status) Status\r\n"
    if headers["Content-Length"] == nil, status != 204 { head += "Content-Length: \(body.count)\r\n" }
    for (name, value) in headers { head += "\(name): \(value)\r\n" }
    return Array("\(head)\r\n".utf8) + (received.method == "HEAD" ? [] : body)
  }
}
