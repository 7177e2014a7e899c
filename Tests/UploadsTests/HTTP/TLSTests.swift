import Foundation
import Testing

@testable import Uploads

@Suite(
  "A secure connection", .timeLimit(.minutes(5)),
  .enabled(if: TestCertificate.canBeMade, "skipped: no openssl to make a certificate"))
struct TLSTests {
  let certificate: TestCertificate

  init() async throws { certificate = try await TestCertificate() }

  private func status(_ url: String, _ change: (inout HTTPLimits) -> Void = { _ in }) async throws -> Int {
    try await withTransport(change) { try await $0.send(HTTPRequest("GET", address(url))).status }
  }

  /// The failure of asking, which is never worth another attempt.
  private func failure(
    _ url: String, location: SourceLocation = #_sourceLocation, _ change: (inout HTTPLimits) -> Void = { _ in }
  ) async throws -> String {
    let failure = await #expect(throws: UploadFailure.self, sourceLocation: location) { try await status(url, change) }
    #expect(failure?.cause == .insecure && failure?.retry == .never, sourceLocation: location)
    return failure?.sentence ?? ""
  }

  @Test("is refused when nobody vouches for the certificate, and the sentence says what to do")
  func untrusted() async throws {
    let peer = try await FaultyPeer(tls: certificate.serverContext()) { _ in .answer(200) }
    let sentence = try await failure(peer.url(host: "localhost"))
    #expect(
      sentence.contains(
        "its certificate is not trusted; name the authority's file in SSL_CERT_FILE or the setting ca-file"))
    #expect(peer.requests.isEmpty)
  }

  @Test func `is refused for an expired certificate, which is named as that`() async throws {
    let expired = try await TestCertificate(isExpired: true)
    let peer = try await FaultyPeer(tls: expired.serverContext()) { _ in .answer(200) }
    let path = expired.certificate
    for isTrusted in [true, false] {
      let sentence = try await failure(peer.url(host: "localhost")) { if isTrusted { $0.additionalTrustRoots = path } }
      #expect(
        sentence.contains(/its certificate expired on \d{4}-\d\d-\d\d; ask its administrator to renew it/),
        "\(sentence)")
    }
    #expect(peer.requests.isEmpty)
  }

  @Test("stands when the setting or SSL_CERT_FILE vouches for it, and only for its own host")
  func trusted() async throws {
    let peer = try await FaultyPeer(tls: certificate.serverContext()) { _ in .answer(200) }
    let path = certificate.certificate
    #expect(try await status(peer.url(host: "localhost")) { $0.additionalTrustRoots = path } == 200)
    #expect(
      try await status(peer.url(host: "localhost")) { $0 = HTTPLimits(environment: ["SSL_CERT_FILE": path]) } == 200)
    let sentence = try await failure(peer.url()) { $0.additionalTrustRoots = path }
    #expect(sentence.contains("certificate is for another host"))
  }

  @Test("needs a usable file of certificates, when one is named")
  func badRoots() async throws {
    let place = try Workplace()
    let empty = try place.source("empty.pem", bytes: Array("nothing".utf8)).path.string
    for path in [empty, "/nowhere/certs.pem"] {
      for isMain in [true, false] {
        let sentence = try await failure("https://localhost:1/") { limits in
          if isMain { limits.trustRoots = path } else { limits.additionalTrustRoots = path }
        }
        #expect(sentence.contains(path) && sentence.contains("ca-file"))
      }
    }
  }

  @Test("is none with a server that does not speak TLS")
  func plainServer() async throws {
    let peer = try await FaultyPeer { _ in .answer(400) }
    let sentence = try await failure(peer.url(host: "localhost").replacing("http:", with: "https:"))
    #expect(sentence.contains("does not speak TLS"))
  }

  @Test("never leads to an insecure one")
  func downgrade() async throws {
    let plain = try await FaultyPeer { _ in .answer(200) }
    let target = plain.url()
    let peer = try await FaultyPeer(tls: certificate.serverContext()) { _ in .answer(307, ["Location": target]) }
    let path = certificate.certificate
    let sentence = try await failure(peer.url(host: "localhost")) { $0.additionalTrustRoots = path }
    #expect(sentence.contains("from https to http") && plain.requests.isEmpty)
  }

  @Test(
    "carries a file to a real server", .enabled(if: Nginx.isInstalled, "skipped: no nginx"))
  func nginx() async throws {
    let nginx = try await Nginx(tls: certificate)
    let place = try Workplace()
    let source = try place.source(size: 400_000)
    let path = certificate.certificate
    try await withTransport {
      $0.additionalTrustRoots = path
    } _: { transport in
      let engine = WebDAVEngine(base: nginx.url("/dav/", host: "localhost"), transport: transport)
      _ = try await engine.send(place.transfer(source), report: Reports().report)
    }
    #expect(nginx.content("/dav/7/scan.pdf") == Workplace.bytes(400_000))
  }
}
