import Foundation
import ShowroomTestSupport
import Testing

@testable import ShowroomCatalog

@Suite(
  .timeLimit(.minutes(20)),
  .enabled(
    if: TestCertificate.canBeMade, "skipped: openssl is not installed"))
struct TLSTests {
  let folder: TemporaryFolder
  let store: CatalogStore
  let files: TestCertificate
  let certificate: String
  let context: ServerTLS
  let table = Array(EPATable(["id": "1"]).text.utf8)

  init() async throws {
    folder = try TemporaryFolder()
    store = try folder.store()
    files = try await TestCertificate()
    certificate = files.certificate
    context = try files.serverContext()
  }

  func refresh(_ address: String, trusting roots: String?) async throws -> RefreshOutcome {
    var limits = DownloadLimits()
    limits.trustRoots = roots
    // On a busy computer, a TLS handshake may take longer than the default time limit.
    limits.request.connect = 600
    return try await store.refresh(from: CatalogSource(parsing: address), limits: limits)
  }

  @Test func `a certificate that is not trusted is rejected`() async throws {
    let table = table
    let peer = try await FaultyPeer(tls: context) { _ in .ok(table) }
    let address = peer.url(host: "localhost")
    await #expect(throws: CatalogError.source(.insecure(reason: "its certificate is not trusted"), source: address)) {
      try await refresh(address, trusting: nil)
    }
    #expect(try store.count() == 0)
  }

  @Test func `the file that SSL_CERT_FILE names is trusted, and an empty name is ignored`() async throws {
    let table = table
    let peer = try await FaultyPeer(tls: context) { _ in .ok(table) }
    // In separate processes, because all tests share the environment of this one.
    await #expect(processExitsWith: .success) {
      [address = peer.url(host: "localhost") as String, certificate = certificate as String] in
      setenv("SSL_CERT_FILE", certificate, 1)
      let folder = try TemporaryFolder()
      defer { withExtendedLifetime(folder) {} }
      let store = try folder.store()
      #expect(try await store.refresh(from: CatalogSource(parsing: address)) == .applied(RefreshCounts(added: 1)))
    }
    await #expect(processExitsWith: .success) {
      [address = peer.url(host: "localhost") as String] in
      setenv("SSL_CERT_FILE", "", 1)
      let folder = try TemporaryFolder()
      defer { withExtendedLifetime(folder) {} }
      let store = try folder.store()
      let untrusted = CatalogError.source(.insecure(reason: "its certificate is not trusted"), source: address)
      await #expect(throws: untrusted) { try await store.refresh(from: CatalogSource(parsing: address)) }
    }
  }

  @Test func `a trusted certificate is accepted for its own host only`() async throws {
    let table = table
    let peer = try await FaultyPeer(tls: context) { _ in .ok(table) }
    #expect(try await refresh(peer.url(host: "localhost"), trusting: certificate) == .applied(RefreshCounts(added: 1)))
    let error = await #expect(throws: CatalogError.self) { try await refresh(peer.url(), trusting: certificate) }
    #expect(error?.description.contains("certificate is for another host") == true, "\(error?.description ?? "")")
  }

  @Test func `a redirect from a secure to an insecure address is rejected`() async throws {
    let table = table
    let plain = try await FaultyPeer { _ in .ok(table) }
    let target = plain.url("/catalog?token=abc")
    let peer = try await FaultyPeer(tls: context) { _ in .status("301 Moved", headers: "Location: \(target)\r\n") }
    let address = peer.url(host: "localhost")
    await #expect(throws: CatalogError.source(.insecureRedirect(to: plain.url("/catalog?token=…")), source: address)) {
      try await refresh(address, trusting: certificate)
    }
    #expect(plain.requests.isEmpty)
  }

  @Test func `an unusable file of certificates is reported`() async throws {
    let empty = folder.url.appendingPathComponent("empty.pem")
    try Data("nothing".utf8).write(to: empty)
    for path in [empty.path, "/nowhere/certs.pem"] {
      let error = await #expect(throws: CatalogError.self) {
        try await refresh("https://localhost:1/x", trusting: path)
      }
      #expect(error?.description.contains("SSL_CERT_FILE is set to \(path)") == true, "\(error?.description ?? "")")
    }
  }

  @Test func `a server without TLS is reported`() async throws {
    let peer = try await FaultyPeer { _ in .status("400 Bad Request") }
    let address = peer.url(host: "localhost").replacingOccurrences(of: "http:", with: "https:")
    let error = await #expect(throws: CatalogError.self) { try await refresh(address, trusting: nil) }
    #expect(
      error?.description.contains("Could not establish a trusted connection") == true, "\(error?.description ?? "")")
  }
}
