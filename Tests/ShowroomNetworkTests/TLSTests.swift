import ShowroomTestSupport
import Testing

@testable import ShowroomNetwork

@Suite(.timeLimit(.minutes(20)), .enabled(if: TestCertificate.canBeMade, "skipped: openssl is not installed"))
struct TLSTests {
  let certificate: TestCertificate
  let peer: FaultyPeer

  init() async throws {
    certificate = try await TestCertificate()
    peer = try await FaultyPeer(tls: certificate.serverContext()) { .answer(200, [:], "\($0.body.count)") }
  }

  private func trusting(replacing: String? = nil, adding: String? = nil) throws -> WebConfiguration {
    .init(certificates: try TrustedCertificates(replacing: replacing, adding: adding))
  }

  @Test func `an untrusted certificate is rejected before anything is sent`() async throws {
    #expect(try await failure(peer.url("/", host: "localhost")) == .insecure(.untrusted))
    #expect(peer.requests.isEmpty)
  }

  @Test func `a certificate from a file is trusted, but only for its own host`() async throws {
    let path = certificate.certificate
    for configuration in [
      try trusting(replacing: path), try trusting(adding: path), try trusting(replacing: path, adding: path),
    ] {
      try await withClient(configuration) { client in
        let body = stream(sample(500_000))
        let answer = try await client.answer("PUT", peer.url("/", host: "localhost"), body)
        #expect(answer.text == "500000")
      }
      #expect(try await failure(peer.url("/"), "GET", .none, configuration) == .insecure(.otherHost))
    }
  }

  @Test func `an expired certificate is reported as expired, whether or not it is trusted`() async throws {
    let expired = try await TestCertificate(isExpired: true)
    let peer = try await FaultyPeer(tls: expired.serverContext()) { _ in .answer(200) }
    for configuration in [.init(), try trusting(adding: expired.certificate)] {
      guard
        case .insecure(.expired(let day)) = try await failure(
          peer.url("/", host: "localhost"), "GET", .none, configuration)
      else {
        Issue.record("not expired")
        continue
      }
      #expect(day.wholeMatch(of: /\d{4}-\d\d-\d\d/) != nil)
    }
    #expect(peer.requests.isEmpty)
  }

  @Test(
    arguments: [
      ("Expire date:Nov  6 08:49:37 1994 GMT", 784_111_777), ("Expire date:1994-11-06 08:49:37 GMT", 784_111_777),
      ("Expire date:never", nil), ("Subject:x", nil),
    ] as [(String, Int?)])
  func `the dates of a certificate are parsed in both formats of libcurl`(text: String, seconds: Int?) {
    #expect(CertificateDates.seconds(in: text, after: "Expire date:") == seconds)
  }

  @Test func `a server without TLS is reported as such`() async throws {
    let plain = try await FaultyPeer { _ in .answer(200) }
    let url = plain.url("/", host: "localhost").replacing("http:", with: "https:")
    #expect(try await failure(url) == .insecure(.noTLS))
  }

  @Test func `a server that ends the handshake has closed the connection`() async throws {
    let deaf = try ClosingPeer()
    let failure = try await failure("https://127.0.0.1:\(deaf.port)/")
    #expect(failure == .closed || failure == .reset, "\(String(describing: failure))")
  }

  @Test func `a file of certificates must be readable and contain certificates`() throws {
    let folder = try TemporaryFolder()
    try folder.write("nothing", to: "empty.pem")
    for (path, reason) in [
      (folder["empty.pem"], "it contains no certificates in PEM format"),
      ("/nowhere/certs.pem", "No such file or directory"), (folder.path, "it is not a regular file"),
    ] {
      for isMain in [true, false] {
        let error = #expect(throws: TrustedCertificates.Unreadable.self) {
          try TrustedCertificates(replacing: isMain ? path : nil, adding: isMain ? nil : path)
        }
        #expect(error == TrustedCertificates.Unreadable(path: path, reason: reason))
      }
    }
  }

  @Test func `a damaged certificate file is reported`() async throws {
    let folder = try TemporaryFolder()
    try folder.write("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n", to: "bad.pem")
    let configuration = try trusting(replacing: folder["bad.pem"])
    let failure = try await failure(peer.url("/", host: "localhost"), "GET", .none, configuration)
    #expect(failure == .insecure(.badCertificates))
  }
}
