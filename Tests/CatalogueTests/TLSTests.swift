import Foundation
import NIOSSL
import TestServers
import Testing

@testable import Catalogue

@Suite(
  "A source on the secure web", .timeLimit(.minutes(5)),
  .enabled(
    if: FileManager.default.isExecutableFile(atPath: "/usr/bin/openssl"), "skipped: no openssl to make a certificate"))
struct TLSTests {
  let folder: TemporaryFolder
  let store: CatalogueStore
  let certificate: String
  let context: NIOSSLContext
  let table = Array(EPATable(["id": "1"]).text.utf8)

  init() async throws {
    folder = try TemporaryFolder()
    store = try folder.store()
    certificate = folder.url.appendingPathComponent("cert.pem").path
    let key = folder.url.appendingPathComponent("key.pem").path
    try await SelfSigned.write(certificate: certificate, key: key)
    let chain = try NIOSSLCertificate.fromPEMFile(certificate).map { NIOSSLCertificateSource.certificate($0) }
    context = try NIOSSLContext(
      configuration: .makeServerConfiguration(
        certificateChain: chain, privateKey: .privateKey(NIOSSLPrivateKey(file: key, format: .pem))))
  }

  func refresh(_ address: String, trusting roots: String?) async throws -> RefreshOutcome {
    var limits = DownloadLimits()
    limits.trustRoots = roots
    return try await store.refresh(from: CatalogueSource(parsing: address), limits: limits)
  }

  @Test("is refused when its certificate is not trusted")
  func untrusted() async throws {
    let table = table
    let peer = try await FaultyPeer(tls: context) { _ in .ok(table) }
    let address = peer.url(host: "localhost")
    await #expect(throws: CatalogueError.source(.insecure(reason: "its certificate is not trusted"), source: address)) {
      try await refresh(address, trusting: nil)
    }
    #expect(try store.count() == 0)
  }

  @Test("is taken when the file that SSL_CERT_FILE names vouches for it; an empty name is none")
  func environment() async throws {
    let table = table
    let peer = try await FaultyPeer(tls: context) { _ in .ok(table) }
    // In processes of their own: the environment of this one belongs to all tests.
    await #expect(processExitsWith: .success) {
      [address = peer.url(host: "localhost") as String, certificate = certificate as String] in
      setenv("SSL_CERT_FILE", certificate, 1)
      let folder = try TemporaryFolder()
      defer { withExtendedLifetime(folder) {} }
      let store = try folder.store()
      #expect(try await store.refresh(from: CatalogueSource(parsing: address)) == .applied(RefreshCounts(added: 1)))
    }
    await #expect(processExitsWith: .success) {
      [address = peer.url(host: "localhost") as String] in
      setenv("SSL_CERT_FILE", "", 1)
      let folder = try TemporaryFolder()
      defer { withExtendedLifetime(folder) {} }
      let store = try folder.store()
      let untrusted = CatalogueError.source(.insecure(reason: "its certificate is not trusted"), source: address)
      await #expect(throws: untrusted) { try await store.refresh(from: CatalogueSource(parsing: address)) }
    }
  }

  @Test("is taken when the certificates to trust vouch for it, and only for its own host")
  func trusted() async throws {
    let table = table
    let peer = try await FaultyPeer(tls: context) { _ in .ok(table) }
    #expect(try await refresh(peer.url(host: "localhost"), trusting: certificate) == .applied(RefreshCounts(added: 1)))
    let error = await #expect(throws: CatalogueError.self) { try await refresh(peer.url(), trusting: certificate) }
    #expect(error?.description.contains("certificate is for another host") == true, "\(error?.description ?? "")")
  }

  @Test("may not lead to the insecure one")
  func downgrade() async throws {
    let table = table
    let plain = try await FaultyPeer { _ in .ok(table) }
    let target = plain.url()
    let peer = try await FaultyPeer(tls: context) { _ in .status("301 Moved", headers: "Location: \(target)\r\n") }
    let address = peer.url(host: "localhost")
    await #expect(throws: CatalogueError.source(.insecureRedirect(to: target), source: address)) {
      try await refresh(address, trusting: certificate)
    }
    #expect(plain.requests.isEmpty)
  }

  @Test("needs a usable file of certificates, when one is named")
  func badRoots() async throws {
    let empty = folder.url.appendingPathComponent("empty.pem")
    try Data("nothing".utf8).write(to: empty)
    for path in [empty.path, "/nowhere/certs.pem"] {
      let error = await #expect(throws: CatalogueError.self) {
        try await refresh("https://localhost:1/x", trusting: path)
      }
      #expect(error?.description.contains("SSL_CERT_FILE names \(path)") == true, "\(error?.description ?? "")")
    }
  }

  @Test("that does not speak TLS at all is said so")
  func plainServer() async throws {
    let peer = try await FaultyPeer { _ in .status("400 Bad Request") }
    let address = peer.url(host: "localhost").replacingOccurrences(of: "http:", with: "https:")
    let error = await #expect(throws: CatalogueError.self) { try await refresh(address, trusting: nil) }
    #expect(error?.description.contains("No trusted connection") == true, "\(error?.description ?? "")")
  }
}
