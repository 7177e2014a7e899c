import CLibraries

/// The requests of a network thread.
struct ActiveTransfers {
  private let multi: UnsafeMutableRawPointer
  private let configuration: WebConfiguration
  private var transfers: [ObjectIdentifier: CurlTransfer] = [:]
  /// The connections that read a server's certificates to explain a failure.
  private var queries: [UnsafeMutableRawPointer: Query] = [:]

  private struct Query {
    let handle: CurlHandle
    let exchange: Exchange
    let error: any Error
  }

  init(multi: UnsafeMutableRawPointer, configuration: WebConfiguration) {
    self.multi = multi
    self.configuration = configuration
  }

  var isEmpty: Bool { transfers.isEmpty && queries.isEmpty }

  mutating func handle(_ command: NetworkThread.Command) {
    switch command {
    case .start(let exchange):
      guard let transfer = CurlTransfer(exchange, configuration, at: .now),
        cn_multi_add(multi, transfer.handle.easy) == CURLM_OK
      else { return exchange.finish(.failure(WebError.failed("out of memory"))) }
      transfers[ObjectIdentifier(exchange)] = transfer
    case .cancel(let exchange):
      if let transfer = transfers[ObjectIdentifier(exchange)] { finish(transfer, .failure(WebError.canceled)) }
      for query in queries.values where query.exchange === exchange { finish(query, .failure(WebError.canceled)) }
    case .resumeBody(let exchange): transfers[ObjectIdentifier(exchange)]?.resumeBody()
    case .resumeResponse(let exchange): transfers[ObjectIdentifier(exchange)]?.resumeResponse()
    case .limitBody(let exchange, let seconds):
      transfers[ObjectIdentifier(exchange)]?.limitBody(seconds: seconds, at: .now)
    }
  }

  mutating func finishAll(_ error: WebError) {
    for transfer in transfers.values { finish(transfer, .failure(error)) }
    for query in queries.values { finish(query, .failure(error)) }
  }

  /// Handles the requests that libcurl has completed.
  mutating func collectEnded(at now: ContinuousClock.Instant) {
    var code = CURLE_OK
    while let easy = cn_multi_ended(multi, &code) {
      if let query = queries[easy] {
        let reason = cn_certificates(easy).flatMap { CertificateDates($0).failure() }
        finish(query, .failure(reason.map(WebError.insecure) ?? query.error))
      } else if let transfer = transfers.values.first(where: { $0.handle.easy == easy }) {
        ended(transfer, code)
      }
    }
  }

  private mutating func ended(_ transfer: CurlTransfer, _ code: CURLcode) {
    let old = transfer.handle
    if transfer.repeats(after: code) {
      cn_multi_remove(multi, old.easy)
      cn_multi_add(multi, transfer.handle.easy)
      return
    }
    let outcome = transfer.outcome(code)
    guard case .failure(let error) = outcome, CurlFailure.isAboutCertificates(error), let handle = CurlHandle() else {
      return finish(transfer, outcome)
    }
    let request = transfer.exchange.request
    handle.setServer(request, configuration)
    handle.setCertificateQuery(seconds: request.limits.connect)
    remove(transfer)
    queries[handle.easy] = Query(handle: handle, exchange: transfer.exchange, error: error)
    cn_multi_add(multi, handle.easy)
  }

  /// Ends requests that have exceeded a limit, and requests whose response is complete although libcurl has not
  /// noticed.
  mutating func check(at now: ContinuousClock.Instant) {
    for transfer in transfers.values {
      if let error = transfer.check(at: now) {
        finish(transfer, .failure(error))
      } else if transfer.isComplete(at: now) {
        finish(transfer, .success(()))
      }
    }
  }

  /// The time at which to check again if nothing happens before.
  func nextCheck(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
    transfers.values.flatMap { [$0.nextCheck, $0.nextCompletion(at: now)] }.compactMap(\.self).min()
  }

  private mutating func finish(_ transfer: CurlTransfer, _ outcome: Result<Void, any Error>) {
    remove(transfer)
    transfer.exchange.finish(outcome)
  }

  private mutating func remove(_ transfer: CurlTransfer) {
    cn_multi_remove(multi, transfer.handle.easy)
    transfers[ObjectIdentifier(transfer.exchange)] = nil
  }

  private mutating func finish(_ query: Query, _ outcome: Result<Void, any Error>) {
    cn_multi_remove(multi, query.handle.easy)
    queries[query.handle.easy] = nil
    query.exchange.finish(outcome)
  }
}
