import Foundation
import ShowroomTestSupport
import Testing

@testable import ShowroomUploads

@Suite("Server discovery", .timeLimit(.minutes(20)))
struct DiscoveryTests {
  private func kind(_ status: Int, _ headers: [String: String]) async throws -> ServerKind {
    let peer = try await FaultyPeer { _ in .answer(status, headers) }
    return try await withTransport { transport in
      try await ServerKind(asking: address(peer.url("/in")), transport: transport, authorization: nil)
    }
  }

  @Test func `the kind of a server follows from its response to OPTIONS`() async throws {
    #expect(try await kind(204, ["Tus-Version": "1.0.0"]) == .tus)
    #expect(try await kind(412, ["Tus-Resumable": "1.0.0"]) == .tus)
    #expect(try await kind(200, ["DAV": "1, 2"]) == .webDAV)
    #expect(try await kind(200, ["Allow": "GET, put, MkCol"]) == .webDAV)
    #expect(try await kind(200, ["Allow": "GET, PUT"]) == .put)
    for status in [400, 404, 405, 501] { #expect(try await kind(status, [:]) == .put) }
  }

  @Test(arguments: [401, 403, 500, 503])
  func `discovery reports missing credentials and other failures before anything is sent`(status: Int) async throws {
    let failure = await #expect(throws: UploadFailure.self) { try await kind(status, [:]) }
    #expect(failure?.status == status && failure?.message.hasSuffix(".") == true)
  }

  @Test(arguments: [(nil, .put), ("1.0.0", .tus)] as [(String?, ServerKind)])
  func `the kind of a server that never responds to OPTIONS is detected with HEAD`(version: String?, kind: ServerKind)
    async throws
  {
    let peer = try await FaultyPeer { request in
      request.method == "OPTIONS" ? .stall : .answer(405, version.map { ["Tus-Resumable": $0] } ?? [:])
    }

    let found = try await withTransport {
      $0.optionalRequestTimeout = 0.2
    } _: { transport in
      try await ServerKind(asking: address(peer.url("/new/")), transport: transport, authorization: nil)
    }

    #expect(found == kind && peer.lines == ["OPTIONS /new/", "HEAD /new/"])
  }

  @Test func `an engine is created once per destination and credentials`() async throws {
    let place = try SourceFolder()
    let tus = try await TusPeer()
    let store = CredentialStore(configurationFolder: place.url.path, home: place.url.path, environment: [:])
    try await withTransport { transport in
      let engines = EngineRegistry(transport: transport, credentials: store)
      let destination = Destination.web(tus.endpoint)
      for _ in 0..<3 {
        let engine = try await engines.engine(for: destination)
        #expect(engine is TusEngine)
      }
      #expect(tus.requests.count == 1, "one request")
      store.remember(.token("t0k"), for: destination)
      _ = try await engines.engine(for: destination)
      #expect(tus.requests.map { $0.header("Authorization") } == [nil, "Bearer t0k"])
      let folder = try await engines.engine(for: .folder("/srv"))
      let dav = try await engines.engine(for: .webDAV(tus.endpoint))
      let s3 = try await engines.engine(for: .s3(S3Location(parsing: "s3://cars")))
      #expect(folder is LocalFolderEngine && dav is WebDAVEngine && s3 is S3Engine)
    }
  }

  @Test(.enabled(if: Nginx.isInstalled, "skipped: nginx is not installed"))
  func `a real nginx is detected as a server for PUT`() async throws {
    let place = try SourceFolder()
    let nginx = try await Nginx()
    let store = CredentialStore(configurationFolder: place.url.path, home: place.url.path, environment: [:])
    try await withTransport { transport in
      let engine = try await EngineRegistry(transport: transport, credentials: store).engine(
        for: .web(nginx.url("/dav/")))
      _ = try await engine.send(place.transfer(place.source(size: 5000)), report: Reports().report)
    }
    #expect(nginx.content("/dav/7/scan.pdf") == SourceFolder.bytes(5000))
  }

  @Test func `a server that does not respond to OPTIONS receives it once, including for the upload`() async throws {
    let place = try SourceFolder()
    let dav = try await DAVPeer { $0.interruption = { $0.method == "OPTIONS" ? .stall : nil } }
    try await withTransport {
      $0.optionalRequestTimeout = 0.2
    } _: { transport in
      _ = try await ServerKind(asking: address(dav.url()), transport: transport, authorization: nil)
      let engine = WebDAVEngine(base: address(dav.url()), transport: transport)
      _ = try await engine.send(place.transfer(place.source()), report: Reports().report)
    }
    #expect(dav.lines.filter { $0.hasPrefix("OPTIONS") }.count == 1 && dav.held.count == 1)
  }
}
