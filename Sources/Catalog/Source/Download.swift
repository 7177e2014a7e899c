import AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// A download of a web address into an anonymous file, if it changed since the last time.
///
/// The client and its thread exist during the download only, so that an idle program has neither.
struct Download: Sendable {
  let address: WebAddress
  /// The login for the server of the address. It is sent to no other server.
  let login: WebLogin?
  /// The name of the source in messages.
  let name: String
  let limits: DownloadLimits
  /// The directory of the file: on the disk of the catalog, so that a message about a full disk names the right one.
  let directory: String

  /// Returns the file, or `nil` when the content has not changed according to the validators.
  func run(
    validators: Validators?, progress: @escaping @Sendable (RefreshProgress) -> Void
  ) async throws(CatalogError) -> SourceFile? {
    progress(RefreshProgress(phase: .connecting))
    let configuration = try configuration()
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let client = HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
    let result: Result<SourceFile?, CatalogError>
    do {
      result = .success(try await fetch(with: client, validators: validators, progress: progress))
    } catch {
      let isCanceled = Task.isCancelled
      result = .failure(isCanceled ? .canceled : self.error(for: error))
    }
    await WebClient.shutDown(client, group)
    return try result.get()
  }

  private func configuration() throws(CatalogError) -> HTTPClient.Configuration {
    var tls = TLSConfiguration.makeClientConfiguration()
    if let path = limits.trustRoots {
      do {
        let certificates = try NIOSSLCertificate.fromPEMFile(path)
        guard !certificates.isEmpty else { throw NIOSSLError.failedToLoadCertificate }
        tls.trustRoots = .certificates(certificates)
      } catch {
        let reason =
          access(path, R_OK) == 0 ? "it contains no certificates in PEM format" : String(cString: strerror(errno))
        throw .source(.badTrustRoots(path: path, reason: reason), source: name)
      }
    }
    return WebClient.configuration(
      tls: tls, connect: limits.connectTimeout, read: limits.idleTimeout, responses: limits.responses)
  }

  private func fetch(
    with client: HTTPClient, validators: Validators?, progress: @Sendable (RefreshProgress) -> Void
  ) async throws -> SourceFile? {
    var address = address
    var visited: Set = [address]
    while true {
      let response = try await client.execute(request(for: address, validators: validators), deadline: .distantFuture)
      switch response.status.code {
      case 200: return try await save(response, progress: progress)
      case 304 where validators != nil: return nil
      case 301, 302, 303, 307, 308:
        let next = try target(of: response, from: address)
        guard visited.count <= limits.redirects, visited.insert(next).inserted else {
          throw CatalogError.source(.tooManyRedirects(limit: limits.redirects), source: name)
        }
        address = next
      case let code: throw CatalogError.source(.httpStatus(Int(code)), source: name)
      }
    }
  }

  private func request(for address: WebAddress, validators: Validators?) -> HTTPClientRequest {
    var request = HTTPClientRequest(url: address.text)
    if let login, address.origin == self.address.origin {
      request.headers.add(name: "Authorization", value: login.authorization)
    }
    request.headers.add(name: "User-Agent", value: "showroom")
    request.headers.add(name: "Accept", value: "*/*")
    // A reused connection that the server closes in the meantime would look like a failure.
    request.headers.add(name: "Connection", value: "close")
    if let etag = validators?.etag { request.headers.add(name: "If-None-Match", value: etag) }
    if let date = validators?.lastModified { request.headers.add(name: "If-Modified-Since", value: date) }
    return request
  }

  private func target(of response: HTTPClientResponse, from address: WebAddress) throws(CatalogError) -> WebAddress {
    let location = response.headers.first(name: "Location") ?? ""
    guard !location.isEmpty, let next = try? address.resolving(location) else {
      throw .source(.badRedirect(to: SecretValues.hidden(in: location)), source: name)
    }
    if address.scheme == .https, next.scheme == .http {
      throw .source(.insecureRedirect(to: next.description), source: name)
    }
    return next
  }

  private func save(
    _ response: HTTPClientResponse, progress: @Sendable (RefreshProgress) -> Void
  ) async throws -> SourceFile {
    let announced = response.headers.first(name: "Content-Length").flatMap { Int64($0) }
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
      received += Int64(chunk.readableBytes)
      try checkSize(received)
      try chunk.withUnsafeReadableBytes { try file.append($0) }
      if received >= report.completedBytes + step {
        report.completedBytes = received
        progress(report)
      }
    }
    report.completedBytes = received
    progress(report)
    let validators = Validators(
      etag: response.headers.first(name: "ETag"), lastModified: response.headers.first(name: "Last-Modified"))
    return SourceFile(path: file.path, name: name, validators: validators, storage: file)
  }
}
