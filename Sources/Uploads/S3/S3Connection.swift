import Foundation

/// Signs requests to one bucket and sends them.
struct S3Connection: Sendable {
  let address: S3Address
  let transport: HTTPTransport
  let credentials: Credentials?
  let now: @Sendable () -> Date

  /// The answer, whatever its status.
  /// - Throws: ``UploadFailure`` when there is none, or no keys to sign with.
  func answer(
    to request: S3Request, progress: @escaping HTTPTransport.SendProgress = { _ in }
  ) async throws(UploadFailure) -> HTTPResponse {
    let response = try await transport.send(try signed(request), progress: progress)
    if response.isPremature { throw response.premature }
    return response
  }

  /// The answer of a request that succeeded.
  /// - Throws: ``UploadFailure``, also for every status that is no success.
  @discardableResult
  func perform(
    _ request: S3Request, progress: @escaping HTTPTransport.SendProgress = { _ in }
  ) async throws(UploadFailure) -> HTTPResponse {
    let response = try await answer(to: request, progress: progress)
    guard response.isSuccess else { throw failure(of: response) }
    return response
  }

  /// The outermost element of an answer's body, in which an element has to be: a web page may well be XML, too. Its own
  /// name tells nothing, since stores do not agree on it.
  func document(with name: String, of response: HTTPResponse) throws(UploadFailure) -> XMLElement {
    let root = response.isCut ? nil : XMLElement(parsing: response.body)
    // S3 may have answered 200 before it fails.
    if let root, root.name == "Error" { throw refusal(in: response).failure }
    guard let root, root.first(name) != nil else {
      throw UploadFailure(
        .protocol, "\(address.server) gave an answer that is not S3's; check the endpoint.", status: response.status,
        serverText: ServerWords.text(of: response.body))
    }
    return root
  }

  /// Why a request was refused, in S3's terms.
  func failure(of response: HTTPResponse) -> UploadFailure {
    refusal(in: response).failure
  }

  /// An answer that says no.
  func refusal(in response: HTTPResponse) -> S3Refusal {
    S3Refusal(response, address: address, now: now())
  }

  /// The request as it goes on the wire.
  func signed(_ request: S3Request) throws(UploadFailure) -> HTTPRequest {
    guard case .accessKey(let id, let secret, let session) = credentials else { throw missingKeys }
    let date = SigningDate(now())
    var headers = request.headers
    headers["Host"] = address.host
    headers["x-amz-date"] = date.moment
    headers["x-amz-content-sha256"] = request.payloadHash
    if let session { headers["x-amz-security-token"] = session }
    let canonical = CanonicalRequest(
      method: request.method, path: address.path(of: request.key), query: request.query, headers: headers,
      payloadHash: request.payloadHash)
    let signer = RequestSigner(keyID: id, secret: secret, region: address.location.region)
    headers["Authorization"] = signer.authorization(for: canonical, at: date)
    guard let url = address.url(path: canonical.path, query: CanonicalRequest.encoded(canonical.query)) else {
      throw UploadFailure(.protocol, "\(address.location) cannot be addressed; check how the destination is written.")
    }
    var outgoing = HTTPRequest(request.method, url, headers: headers, body: request.body)
    // A signature is for one address: whoever follows a redirect has to sign anew.
    outgoing.redirects = .handOver
    outgoing.answerLimit = request.answerLimit
    return outgoing
  }

  private var missingKeys: UploadFailure {
    UploadFailure(
      .unauthorised,
      "There are no keys for the bucket \(address.location.bucket) on \(address.server): set AWS_ACCESS_KEY_ID and "
        + "AWS_SECRET_ACCESS_KEY, or write them into the credentials file.")
  }
}
