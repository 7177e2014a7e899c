/// A response whose head has arrived. Releasing it ends the request.
package struct WebResponse: Sendable {
  package let status: Int
  package let headers: HeaderFields
  /// The number of bytes of the request's body that the connection had accepted when the head arrived.
  package let sent: Int64
  /// The body, which can be read once. The server is stopped while nobody reads.
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

    /// Limits the time until the end of the body.
    package func limit(seconds: Double) { exchange.limitBody(seconds: seconds) }

    package func makeAsyncIterator() -> Iterator { Iterator(body: self, exchange: exchange) }

    package struct Iterator: AsyncIteratorProtocol {
      // The body is kept, because the request ends with it.
      fileprivate let body: Body
      fileprivate let exchange: Exchange

      package func next() async throws -> [UInt8]? { try await exchange.next() }
    }
  }
}
