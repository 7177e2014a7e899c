import Foundation
import ShowroomFiles
import ShowroomNetwork

/// The requests of the tus protocol, version 1.0.0.
struct TusServer: Sendable {
  let endpoint: WebAddress
  let transport: HTTPTransport
  let authorization: Authorization?
  let learned = TusLearnedBehavior()

  /// Creates a request. All requests except `OPTIONS` include the protocol version.
  func request(_ method: String, _ url: WebAddress, headers: HeaderFields = [:], body: HTTPBody = .none) -> HTTPRequest
  {
    var request = HTTPRequest(method, url, headers: headers, body: body)
    if method != "OPTIONS" { request.headers.add("Tus-Resumable", "1.0.0") }
    request.authorization = authorization
    return request
  }

  /// Returns the capabilities of the server, which are requested until it has reported them. A server without `OPTIONS`
  /// has the minimum capabilities.
  func capabilities() async throws(UploadFailure) -> TusCapabilities {
    if let known = learned.capabilities { return known }
    guard let response = try await transport.sendOptional(request("OPTIONS", endpoint)) else {
      learned.capabilities = TusCapabilities()
      return TusCapabilities()
    }
    guard response.isSuccess || [400, 404, 405, 501].contains(response.status) else { throw failure(of: response) }
    let versions = response.headers.list("Tus-Version")
    guard versions.isEmpty || versions.contains("1.0.0") else {
      throw UploadFailure(
        .protocol,
        "\(name) supports tus \(versions.joined(separator: ", ").singleLine(limit: 60)), but not 1.0.0.",
        status: response.status)
    }
    let capabilities = response.isSuccess ? TusCapabilities(response.headers) : TusCapabilities()
    // The sign-in page of a network may have responded.
    if !response.isSuccess || !versions.isEmpty || response.headers["Tus-Resumable"] != nil {
      learned.capabilities = capabilities
    }
    return capabilities
  }

  /// Creates an upload. Calling this again creates another one.
  /// - Parameters:
  ///   - report: Receives the number of bytes sent. If `nil`, the request does not contain the file.
  ///   - digest: The digest of the file.
  func create(
    _ name: String, _ source: UploadSource, sending report: TransferReport?, digest: FileDigest
  ) async throws(UploadFailure) -> (url: WebAddress, offset: Int64, expires: Double?) {
    let metadata = [
      ("filename", name), ("filetype", "application/octet-stream"), ("mtime", source.modifiedSeconds),
    ]
    .map { "\($0) \(Data($1.utf8).base64EncodedString())" }.joined(separator: ",")
    var creation = request(
      "POST", endpoint, headers: ["Upload-Length": "\(source.size)", "Upload-Metadata": metadata])
    if report != nil {
      creation.headers["Content-Type"] = "application/offset+octet-stream"
      creation.body = .file(FileRange(source))
      creation.digest = digest
    }
    let response = try await transport.send(creation) { (bytes) async throws(UploadFailure) in
      try await report?(.sent(bytes: bytes))
    }
    guard response.isSuccess else { throw failure(of: response) }
    // An offset that arrives before all bytes have been sent is meaningless.
    let offset = report == nil || response.isPremature ? 0 : try offset(in: response) ?? 0
    guard offset <= source.size else {
      throw contradiction("the offset is \(offset), but the file is \(quantity(source.size, "byte"))")
    }
    return (try address(in: response), offset, expiry(in: response))
  }

  /// Returns the address of a new upload. It may be on a different host, which never receives the credentials.
  private func address(in response: HTTPResponse) throws(UploadFailure) -> WebAddress {
    guard let location = response.headers["Location"], let url = try? response.url.resolving(location) else {
      throw UploadFailure(
        .protocol,
        "\(name) did not return an address for the upload; it may not be a tus server. Check the destination.",
        status: response.status)
    }
    guard response.url.scheme != .https || url.scheme == .https else {
      throw UploadFailure(
        .insecure,
        "\(name) returned an insecure http address for the upload; its administrator must configure it for use behind "
          + "an https proxy.",
        status: response.status)
    }
    return url
  }

  /// The progress of an upload on the server.
  enum Progress: Sendable, Hashable {
    case offset(Int64, expires: Double?)
    /// The upload never existed or no longer exists.
    case gone
  }

  func progress(of url: WebAddress, size: Int64) async throws(UploadFailure) -> Progress {
    let response = try await transport.send(request("HEAD", url, headers: ["Cache-Control": "no-store"]))
    switch response.status {
    case 403, 404, 410: return .gone
    case 200...299: break
    default: throw failure(of: response)
    }
    let offset = try offset(in: response)
    let length = response.headers.number("Upload-Length") ?? size
    guard let offset, offset <= size, length == size else {
      throw contradiction(
        "it reports \(offset.map { "\($0)" } ?? "an unknown number") of \(quantity(length, "byte")), but the file is "
          + "\(quantity(size, "byte"))")
    }
    return .offset(offset, expires: expiry(in: response))
  }

  /// Returns whether the server reports that an upload does not exist. Servers need not report on complete uploads.
  func isMissing(_ url: WebAddress) async throws(UploadFailure) -> Bool {
    let response = try await transport.send(request("HEAD", url, headers: ["Cache-Control": "no-store"]))
    switch response.status {
    case 404, 410: return true
    case 200...299, 403, 405, 501: return false
    default: throw failure(of: response)
    }
  }

  /// Checks that the server does not report every upload as existing, as the sign-in page of a network might.
  /// - Parameter url: The address of an upload that does not exist.
  /// - Throws: ``UploadFailure/Cause/unavailable``.
  func checkHonesty(at url: WebAddress) async throws(UploadFailure) {
    let request = request("HEAD", url, headers: ["Cache-Control": "no-store"])
    guard let response = try? await transport.send(request) else { return }
    if response.isSuccess, response.headers["Upload-Offset"] == nil { throw .dishonest(name) }
  }

  /// Returns the size of a complete upload; `nil` if it does not exist or is not complete.
  func completeSize(of url: WebAddress) async throws(UploadFailure) -> Int64? {
    let response = try await transport.send(request("HEAD", url, headers: ["Cache-Control": "no-store"]))
    switch response.status {
    case 403, 404, 410: return nil
    case 200...299: break
    default: throw failure(of: response)
    }
    guard let length = response.headers.number("Upload-Length") else { return nil }
    return try offset(in: response) == length ? length : nil
  }

  /// Returns the offset in a response, or `nil` if there is none.
  func offset(in response: HTTPResponse) throws(UploadFailure) -> Int64? {
    guard let text = response.headers["Upload-Offset"] else { return nil }
    guard let offset = response.headers.number("Upload-Offset") else {
      throw contradiction("the offset is \(text.singleLine(limit: 40))")
    }
    return offset
  }

  func expiry(in response: HTTPResponse) -> Double? {
    response.headers["Upload-Expires"].flatMap(HTTPDate.seconds)
  }

  /// Terminates an upload, whether complete or not.
  /// - Returns: `nil` on success or if the upload does not exist, and the response otherwise.
  func terminate(_ url: WebAddress) async throws(UploadFailure) -> HTTPResponse? {
    let response = try await transport.send(request("DELETE", url))
    return response.isSuccess || response.status == 404 || response.status == 410 ? nil : response
  }

  /// Terminates an unfinished upload.
  /// - Returns: `nil`, or a warning if the server does not support termination, so that the upload stays until it
  ///   expires.
  func discard(_ url: WebAddress) async throws(UploadFailure) -> String? {
    guard let response = try await terminate(url) else { return nil }
    guard [405, 501].contains(response.status) else { throw failure(of: response) }
    return
      "\(name) does not remove unfinished uploads (\(response.status)), so the uploaded part stays there until it expires."
  }

  // MARK: Failures

  var name: String { endpoint.origin.name }

  /// Returns the failure for a status. In this protocol, 412 means that the version is not supported.
  func failure(of response: HTTPResponse) -> UploadFailure {
    var failure = response.failure
    if response.status == 412 {
      failure.cause = .protocol
      failure.message = "\(name) does not support tus 1.0.0 (412); check the destination."
    }
    return failure
  }

  /// Returns the failure for an action that servers need not support.
  func failure(of response: HTTPResponse, attempting action: String) -> UploadFailure {
    var failure = failure(of: response)
    if [405, 501].contains(response.status) {
      failure.message = "\(name) does not \(action) (\(response.status)); contact its administrator."
    }
    return failure
  }

  /// Returns the failure for inconsistent responses.
  func contradiction(_ what: String) -> UploadFailure {
    UploadFailure(.protocol, "\(name) sent inconsistent responses about the upload: \(what). Cancel it and try again.")
  }
}
