import Foundation
import ShowroomTestSupport
import Testing

@testable import ShowroomUploads

@Suite(
  "TLS", .timeLimit(.minutes(20)),
  .enabled(if: TestCertificate.canBeMade, "skipped: openssl is not installed"))
struct TLSTests {
  let certificate: TestCertificate

  init() async throws { certificate = try await TestCertificate() }

  private func status(_ url: String, _ change: (inout HTTPLimits) -> Void = { _ in }) async throws -> Int {
    try await withTransport(change) { try await $0.send(HTTPRequest("GET", address(url))).status }
  }

  /// Returns the failure of a request, which is never worth retrying.
  private func failure(
    _ url: String, location: SourceLocation = #_sourceLocation, _ change: (inout HTTPLimits) -> Void = { _ in }
  ) async throws -> String {
    let failure = await #expect(throws: UploadFailure.self, sourceLocation: location) { try await status(url, change) }
    #expect(failure?.cause == .insecure && failure?.retry == .never, sourceLocation: location)
    return failure?.message ?? ""
  }

  @Test func `an untrusted certificate is rejected, and the failure says what to do`() async throws {
    let peer = try await FaultyPeer(tls: certificate.serverContext()) { _ in .answer(200) }
    let message = try await failure(peer.url(host: "localhost"))
    #expect(
      message.contains(
        "its certificate is not trusted; set SSL_CERT_FILE or the setting ca-file to its authority's certificate"))
    #expect(peer.requests.isEmpty)
  }

  @Test func `an expired certificate is reported as expired`() async throws {
    let expired = try await TestCertificate(isExpired: true)
    let peer = try await FaultyPeer(tls: expired.serverContext()) { _ in .answer(200) }
    let path = expired.certificate
    for isTrusted in [true, false] {
      let message = try await failure(peer.url(host: "localhost")) { if isTrusted { $0.additionalTrustRoots = path } }
      #expect(
        message.contains(/its certificate expired on \d{4}-\d\d-\d\d; ask its administrator to renew it/),
        "\(message)")
    }
    #expect(peer.requests.isEmpty)
  }

  @Test func `the setting or SSL_CERT_FILE makes a certificate trusted, but only for its own host`() async throws {
    let peer = try await FaultyPeer(tls: certificate.serverContext()) { _ in .answer(200) }
    let path = certificate.certificate
    #expect(try await status(peer.url(host: "localhost")) { $0.additionalTrustRoots = path } == 200)
    #expect(
      try await status(peer.url(host: "localhost")) { $0 = HTTPLimits(environment: ["SSL_CERT_FILE": path]) } == 200)
    let message = try await failure(peer.url()) { $0.additionalTrustRoots = path }
    #expect(message.contains("certificate is for another host"))
  }

  @Test func `a file of certificates must be readable and contain certificates`() async throws {
    let place = try SourceFolder()
    let empty = try place.source("empty.pem", bytes: Array("nothing".utf8)).path.string
    let pipe = place.url.appendingPathComponent("pipe.pem").path
    try #require(mkfifo(pipe, 0o600) == 0)
    for path in [empty, "/nowhere/certs.pem", pipe, place.url.path] {
      for isMain in [true, false] {
        let message = try await failure("https://localhost:1/") { limits in
          if isMain { limits.trustRoots = path } else { limits.additionalTrustRoots = path }
        }
        #expect(message.contains(path) && message.contains("ca-file"))
      }
    }
  }

  @Test func `a server without TLS is reported as such`() async throws {
    let peer = try await FaultyPeer { _ in .answer(400) }
    let message = try await failure(peer.url(host: "localhost").replacing("http:", with: "https:"))
    #expect(message.contains("does not support TLS"))
  }

  @Test func `a redirect never leads from https to http`() async throws {
    let plain = try await FaultyPeer { _ in .answer(200) }
    let target = plain.url()
    let peer = try await FaultyPeer(tls: certificate.serverContext()) { _ in .answer(307, ["Location": target]) }
    let path = certificate.certificate
    let message = try await failure(peer.url(host: "localhost")) { $0.additionalTrustRoots = path }
    #expect(message.contains("insecure http address") && plain.requests.isEmpty)
  }

  @Test(.enabled(if: Nginx.isInstalled, "skipped: nginx is not installed"))
  func `a file arrives at a real server over TLS`() async throws {
    let nginx = try await Nginx(tls: certificate)
    let place = try SourceFolder()
    let source = try place.source(size: 400_000)
    let path = certificate.certificate
    try await withTransport {
      $0.additionalTrustRoots = path
    } _: { transport in
      let engine = WebDAVEngine(base: nginx.url("/dav/", host: "localhost"), transport: transport)
      _ = try await engine.send(place.transfer(source), report: Reports().report)
    }
    #expect(nginx.content("/dav/7/scan.pdf") == SourceFolder.bytes(400_000))
  }
}
