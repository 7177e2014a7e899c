import Catalogue
import Foundation

/// The requests of the tus protocol, version 1.0.0.
struct TusServer: Sendable {
  let endpoint: WebAddress
  let transport: HTTPTransport
  let authorisation: Authorisation?
  let lessons = TusLessons()

  /// Every request but `OPTIONS` names the version.
  func request(_ method: String, _ url: WebAddress, headers: HeaderFields = [:], body: HTTPBody = .none) -> HTTPRequest
  {
    var request = HTTPRequest(method, url, headers: headers, body: body)
    if method != "OPTIONS" { request.headers.add("Tus-Resumable", "1.0.0") }
    request.authorisation = authorisation
    return request
  }

  /// What the server can do. Asked once; one that does not answer this question is taken as it is.
  func abilities() async throws(UploadFailure) -> TusAbilities {
    if let known = lessons.abilities { return known }
    let response = try await transport.send(request("OPTIONS", endpoint))
    guard response.isSuccess || [400, 404, 405, 501].contains(response.status) else { throw failure(of: response) }
    let versions = response.headers.list("Tus-Version")
    guard versions.isEmpty || versions.contains("1.0.0") else {
      throw UploadFailure(
        .protocol,
        "\(name) speaks tus \(ServerWords.harmless(versions.joined(separator: ", "), limit: 60)), and not 1.0.0.",
        status: response.status)
    }
    let abilities = response.isSuccess ? TusAbilities(response.headers) : TusAbilities()
    lessons.abilities = abilities
    return abilities
  }

  /// Makes an upload. Repeated, it would make a second one.
  func create(
    _ name: String, size: Int64, sha256: String
  ) async throws(UploadFailure) -> (url: WebAddress, expires: Double?) {
    let metadata = [("filename", name), ("filetype", "application/octet-stream"), ("sha256", sha256)]
      .map { "\($0) \(Data($1.utf8).base64EncodedString())" }.joined(separator: ",")
    let response = try await transport.send(
      request(
        "POST", endpoint,
        headers: ["Upload-Length": "\(size)", "Upload-Metadata": metadata]))
    guard response.isSuccess else { throw failure(of: response) }
    return (try address(in: response), expiry(in: response))
  }

  /// Where a server says that an upload is: another address of its own, or on another host, which never sees our secrets.
  private func address(in response: HTTPResponse) throws(UploadFailure) -> WebAddress {
    guard let location = response.headers["Location"], let url = try? response.url.resolving(location) else {
      throw UploadFailure(
        .protocol, "\(name) does not say where the upload is; perhaps it is no tus server. Check the destination.",
        status: response.status)
    }
    guard response.url.scheme != .https || url.scheme == .https else {
      throw UploadFailure(
        .insecure,
        "\(name) wants the file at an http address, where everybody could read along; its proxy has to tell it of https.",
        status: response.status)
    }
    return url
  }

  /// How far an upload is.
  enum Progress: Sendable, Hashable {
    case offset(Int64, expires: Double?)
    /// The server does not know it, or not any more.
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
        "it has \(offset.map { "\($0)" } ?? "no number") of \(length) bytes, where the file has \(size)")
    }
    return .offset(offset, expires: expiry(in: response))
  }

  /// The offset in an answer; nil when it has none.
  func offset(in response: HTTPResponse) throws(UploadFailure) -> Int64? {
    guard let text = response.headers["Upload-Offset"] else { return nil }
    guard let offset = response.headers.number("Upload-Offset") else {
      throw contradiction("its offset is \(ServerWords.harmless(text, limit: 40))")
    }
    return offset
  }

  func expiry(in response: HTTPResponse) -> Double? {
    response.headers["Upload-Expires"].flatMap(HTTPDate.seconds)
  }

  /// Ends an upload, whole or not. That it is gone is as good.
  func terminate(_ url: WebAddress) async throws(UploadFailure) -> HTTPResponse? {
    let response = try await transport.send(request("DELETE", url))
    return response.isSuccess || response.status == 404 || response.status == 410 ? nil : response
  }

  // MARK: Failures

  var name: String { endpoint.origin.name }

  /// What a status means in this protocol, where 412 is about its version.
  func failure(of response: HTTPResponse) -> UploadFailure {
    var failure = response.failure
    if response.status == 412 {
      failure.cause = .protocol
      failure.sentence = "\(name) does not speak tus 1.0.0 (412); check the destination."
    }
    return failure
  }

  /// What a status means where the protocol leaves it to the server whether it does something at all.
  func refusal(of response: HTTPResponse, to deed: String) -> UploadFailure {
    var failure = failure(of: response)
    if [405, 501].contains(response.status) {
      failure.sentence = "\(name) does not \(deed) (\(response.status)); ask who runs it."
    }
    return failure
  }

  /// A server that is not to be believed.
  func contradiction(_ what: String) -> UploadFailure {
    UploadFailure(.protocol, "\(name) contradicts itself about the upload: \(what). Discard it and try again.")
  }
}
