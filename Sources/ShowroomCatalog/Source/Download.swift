import Foundation
import ShowroomNetwork

/// A download of a web address into an anonymous file, if the content has changed since the last download.
///
/// The client and its thread exist only during the download, so that an idle program has neither.
struct Download: Sendable {
  let address: WebAddress
  /// The login for the address's server. It is not sent to any other server.
  let login: WebLogin?
  /// The name of the source in messages.
  let name: String
  let limits: DownloadLimits
  /// The directory of the file, on the catalog's disk, so that a message about a full disk names the right one.
  let directory: String

  /// Returns the file, or `nil` if the validators show that the content has not changed.
  func run(
    validators: Validators?, progress: @escaping @Sendable (RefreshProgress) -> Void
  ) async throws(CatalogError) -> SourceFile? {
    progress(RefreshProgress(phase: .connecting))
    let client = WebClient(try configuration())
    let result: Result<SourceFile?, CatalogError>
    do throws(CatalogError) {
      result = .success(try await fetch(with: client, validators: validators, progress: progress))
    } catch {
      result = .failure(Task.isCancelled ? .canceled : error)
    }
    await client.shutDown()
    return try result.get()
  }

  private func configuration() throws(CatalogError) -> WebConfiguration {
    do {
      return WebConfiguration(
        certificates: try TrustedCertificates(replacing: limits.trustRoots, adding: nil), proxies: limits.proxies)
    } catch {
      throw .source(.badTrustRoots(path: error.path, reason: error.reason), source: name)
    }
  }

  private func fetch(
    with client: WebClient, validators: Validators?, progress: @Sendable (RefreshProgress) -> Void
  ) async throws(CatalogError) -> SourceFile? {
    var address = address
    var visited: Set = [address]
    while true {
      do {
        let response = try await client.send(request(for: address, validators: validators))
        switch response.status {
        case 200: return try await save(response, progress: progress)
        case 304 where validators != nil: return nil
        case 301, 302, 303, 307, 308:
          let next = try target(of: response, from: address)
          guard visited.count <= limits.redirects, visited.insert(next).inserted else {
            throw CatalogError.source(.tooManyRedirects(limit: limits.redirects), source: name)
          }
          address = next
        case let code: throw CatalogError.source(.httpStatus(code), source: name)
        }
      } catch {
        throw self.error(for: error, at: address)
      }
    }
  }

  private func request(for address: WebAddress, validators: Validators?) -> WebRequest {
    var request = WebRequest("GET", address)
    request.limits = limits.request
    if let login, address.origin == self.address.origin {
      request.headers.add("Authorization", login.authorization)
    }
    request.headers.add("User-Agent", "showroom")
    request.headers.add("Accept", "*/*")
    if let etag = validators?.etag { request.headers.add("If-None-Match", etag) }
    if let date = validators?.lastModified { request.headers.add("If-Modified-Since", date) }
    return request
  }

  private func target(of response: WebResponse, from address: WebAddress) throws(CatalogError) -> WebAddress {
    let location = response.headers["Location"] ?? ""
    guard !location.isEmpty, let next = try? address.resolving(location) else {
      throw .source(.badRedirect(to: SecretValues.hidden(in: location)), source: name)
    }
    if address.scheme == .https, next.scheme == .http {
      throw .source(.insecureRedirect(to: next.description), source: name)
    }
    return next
  }

  private func save(
    _ response: WebResponse, progress: @Sendable (RefreshProgress) -> Void
  ) async throws -> SourceFile {
    let announced = response.headers.number("Content-Length")
    func checkSize(_ size: Int64) throws(CatalogError) {
      if size > limits.maximumBytes { throw .source(.tooLarge(limit: limits.maximumBytes), source: name) }
    }
    try checkSize(announced ?? 0)
    let file = try AnonymousFile(in: directory)
    var report = RefreshProgress(phase: .downloading, totalBytes: announced)
    progress(report)
    let step = max((announced ?? 0) / 50, 128 << 10)
    var received: Int64 = 0
    for try await chunk in response.body {
      received += Int64(chunk.count)
      try checkSize(received)
      try file.append(chunk)
      if received >= report.completedBytes + step {
        report.completedBytes = received
        progress(report)
      }
    }
    report.completedBytes = received
    progress(report)
    // A longer one is not kept, because the server might refuse a request that contains it.
    func validator(_ name: String) -> String? { response.headers[name].flatMap { $0.utf8.count <= 1024 ? $0 : nil } }
    let validators = Validators(etag: validator("ETag"), lastModified: validator("Last-Modified"))
    return SourceFile(path: file.path, name: name, validators: validators, storage: file)
  }
}
