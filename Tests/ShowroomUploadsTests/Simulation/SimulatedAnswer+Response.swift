@testable import ShowroomNetwork

extension SimulationWorld {
  /// Returns a response as the client returns it.
  /// - Parameters:
  ///   - sent: the number of bytes of the request's body that the connection has accepted.
  ///   - isCut: whether the connection is lost in the middle of the response's body.
  static func response(
    _ answer: SimulatedAnswer, to request: WebRequest, sent: Int64, isCut: Bool = false
  ) -> WebResponse {
    let head = Exchange.Head(status: answer.status, headers: answer.headers, sent: sent)
    let exchange = Exchange(request) { _ in }
    let body = isCut ? Array(answer.body.prefix(answer.body.count / 2)) : answer.body
    exchange.deliver(head)
    body.withUnsafeBytes { _ = exchange.deliver($0) }
    exchange.finish(isCut ? .failure(WebError.closed) : .success(()))
    return WebResponse(head, exchange)
  }
}
