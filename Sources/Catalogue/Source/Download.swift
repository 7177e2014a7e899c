import AsyncHTTPClient
import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// Fetches a web address into a file without a name, if it changed since the last time.
///
/// The client and its one thread live for the length of the download: an idle program keeps neither.
struct Download: Sendable {
  let address: WebAddress
  /// Goes to the server of the address and to no other.
  let login: WebLogin?
  /// What sentences call it.
  let name: String
  let limits: DownloadLimits
  /// Where the file without a name lies: on the disk that the catalogue is on, so that the sentence about a full disk is right.
  let directory: String

  /// The file, or `nil` when the server says that the content is what the validators stand for.
  func run(
    validators: Validators?, progress: @escaping @Sendable (RefreshProgress) -> Void
  ) async throws(CatalogueError) -> SourceFile? {
    progress(RefreshProgress(phase: .connecting))
    let configuration = try configuration()
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    let client = HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
    let result: Result<SourceFile?, CatalogueError>
    do {
      result = .success(try await fetch(with: client, validators: validators, progress: progress))
    } catch {
      let isCancelled = Task.isCancelled
      result = .failure(isCancelled ? .cancelled : DownloadFailure(error, download: self).error)
    }
    // Neither can fail in a way that matters to the caller: the request is over.
    try? await client.shutdown()
    try? await group.shutdownGracefully()
    return try result.get()
  }

  private func configuration() throws(CatalogueError) -> HTTPClient.Configuration {
    var tls = TLSConfiguration.makeClientConfiguration()
    if let path = limits.trustRoots {
      do {
        let certificates = try NIOSSLCertificate.fromPEMFile(path)
        guard !certificates.isEmpty else { throw NIOSSLError.failedToLoadCertificate }
        tls.trustRoots = .certificates(certificates)
      } catch {
        let reason = access(path, R_OK) == 0 ? "it holds no certificates in PEM form" : String(cString: strerror(errno))
        throw .source(.badTrustRoots(path: path, reason: reason), source: name)
      }
    }
    return WebClient.configuration(
      tls: tls, connect: limits.connectTimeout, read: limits.idleTimeout, answers: limits.answers)
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
          throw CatalogueError.source(.tooManyRedirects(limit: limits.redirects), source: name)
        }
        address = next
      case let code: throw CatalogueError.source(.httpStatus(Int(code)), source: name)
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
    // A connection that a server closes while it is used again looks like a failure.
    request.headers.add(name: "Connection", value: "close")
    if let etag = validators?.etag { request.headers.add(name: "If-None-Match", value: etag) }
    if let date = validators?.lastModified { request.headers.add(name: "If-Modified-Since", value: date) }
    return request
  }

  private func target(of response: HTTPClientResponse, from address: WebAddress) throws(CatalogueError) -> WebAddress {
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
    func checkSize(_ size: Int64) throws(CatalogueError) {
      if size > limits.maximumBytes { throw .source(.tooLarge(limit: limits.maximumBytes), source: name) }
    }
    try checkSize(announced ?? 0)
    let file = try NamelessFile(in: directory)
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
