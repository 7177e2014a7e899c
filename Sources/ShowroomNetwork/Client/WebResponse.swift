/// A response whose head has arrived. Releasing it ends the request.
package struct WebResponse: Sendable {
  package let status: Int
  package let headers: HeaderFields
  /// The number of bytes of the request's body that the connection had accepted when the head arrived.
  package let sent: Int64
  /// The body, which can be read once. Transfer is paused while the body is not being read.
  package let body: Body

  init(_ head: Exchange.Head, _ exchange: Exchange) {
    status = head.status
    headers = head.headers
    sent = head.sent
    body = Body(exchange)
  }

  /// The pieces of a body as they arrive.
  package final class Body: AsyncSequence, Sendable {
    private let exchange: Exchange

    init(_ exchange: Exchange) { self.exchange = exchange }

    deinit { exchange.cancel() }

    /// Limits the time for the rest of the body.
    package func limit(seconds: Double) { exchange.limitBody(seconds: seconds) }

    package func makeAsyncIterator() -> Iterator { Iterator(body: self, exchange: exchange) }

    package struct Iterator: AsyncIteratorProtocol {
      // Retains the body, because releasing it ends the request.
      fileprivate let body: Body
      fileprivate let exchange: Exchange

      package func next() async throws -> [UInt8]? { try await exchange.next() }
    }
  }
}
