import ShowroomNetwork
import ShowroomTestSupport
import Testing

@testable import ShowroomUploads

@Suite("Files in subfolders on WebDAV servers", .timeLimit(.minutes(20)))
struct WebDAVSubfoldersTests {
  /// Starts a server that lists addresses in its folders. Those of folders end with a slash; the others are files of
  /// one byte.
  /// - Parameter list: returns the addresses to list in a folder, or `nil` if it does not exist.
  private func peer(
    replying reply: @escaping @Sendable (String) -> FaultyPeer.Reply? = { _ in nil },
    listing list: @escaping @Sendable (String) -> [String]?
  ) async throws -> FaultyPeer {
    try await FaultyPeer { request in
      guard request.method == "PROPFIND" else {
        return .answer(200, ["DAV": "1", "Allow": "MKCOL, MOVE, OPTIONS, PROPFIND, PUT"])
      }
      if let answer = reply(request.path) { return answer }
      guard let addresses = list(request.path) else { return .answer(404) }
      // With the free space, the parent of the car's folder need not be listed.
      let folder = "<resourcetype><collection/></resourcetype>"
      var entries = addresses.map { address in
        entry(address, address.hasSuffix("/") ? folder : "<getcontentlength>1</getcontentlength>")
      }
      entries.append(entry(request.path, folder + "<quota-available-bytes>5</quota-available-bytes>"))
      return .answer(207, [:], "<multistatus>\(entries.joined())</multistatus>")
    }
  }

  private func files(at peer: FaultyPeer) async throws -> [StoredFile]? {
    try await withTransport { transport in
      try await WebDAVEngine(base: address(peer.url("/in")), transport: transport)
        .destinationInfo(for: 7, in: nil).files
    }
  }

  private func lists(of peer: FaultyPeer) -> [String] {
    peer.requests.filter { $0.method == "PROPFIND" }.map(\.path)
  }

  @Test func `files in nested folders are listed with their paths in the car's folder`() async throws {
    let peer = try await peer { path in
      [
        "/in/7/": ["/in/7/photos/", "/in/7/a.txt"],
        "/in/7/photos/": ["/in/7/photos/front%20left", "/in/7/photos/1%2B2/", "b.jpg"],
        "/in/7/photos/1%2B2/": ["/in/7/photos/1+2/c.jpg", "/in/7/photos/1+2/.c.jpg.id.upload"],
      ][path]
    }

    let files = try await files(at: peer)

    #expect(files?.map(\.name) == ["a.txt", "photos/b.jpg", "photos/front left", "photos/1+2/c.jpg"])
    #expect(files?.last?.location == peer.url("/in/7/photos/1+2/c.jpg"))
    #expect(lists(of: peer) == ["/in/7/", "/in/7/photos/", "/in/7/photos/1%2B2/"])
    #expect(peer.requests.compactMap { $0.header("Depth") } == ["1", "1", "1"])
  }

  @Test func `a folder without subfolders takes one request`() async throws {
    let peer = try await peer { $0 == "/in/7/" ? ["/in/7/a.txt", "/in/7/b.txt"] : nil }

    #expect(try await files(at: peer)?.map(\.name) == ["a.txt", "b.txt"])

    #expect(lists(of: peer) == ["/in/7/"])
  }

  @Test func `addresses outside the listed folder are not followed, and each folder is listed once`() async throws {
    let stranger = try await FaultyPeer { _ in .answer(404) }
    let outside = [
      "/", "/in/", "/in/8/", "/in/70/", "../", "../8/", "/in/7/../8/", "/in/7/C/../../8/", "/in/7/%2e%2e/",
      "/in/7/%2E%2E/8/", "/in/7/%2e/", "/in/7/..%2F8/", "/in/7/..%5C8/", "/in/7/%2F/", "/in/7/%00/", "/in/7/.hidden/",
      stranger.url("/in/7/D/"), String(stranger.url("/in/7/D/").dropFirst("http:".count)),
    ]
    let itself = ["/in/7/", "/in/7", "./", "../7/", "/in/%37/", "/in//7/", "?other"]
    let subfolder = ["/in/7/C/", "C/", "%43/", "/in/7//C/", "/in/7/%43//", "/in/7/C/inner/"]
    let inner = [
      "/in/7/", "./", "../C/", "/in/7/%43//", "ok.txt", "/in/7/a.txt", "/in/8/b.txt", "../c.txt", "/in/7/C/inner/d.txt",
    ]
    let lists = ["/in/7/": outside + itself + subfolder, "/in/7/C/": outside + inner]
    let peer = try await peer { lists[$0] }

    let files = try await files(at: peer)

    #expect(files?.map(\.name) == ["C/ok.txt"])
    #expect(self.lists(of: peer) == ["/in/7/", "/in/7/C/"])
    #expect(stranger.requests.isEmpty)
  }

  @Test(arguments: [["a"], ["a", "b"]])
  func `folders without end are listed up to the maximum, outer ones first`(names: [String]) async throws {
    let peer = try await peer { path in names.map { path + $0 + "/" } + [path + "file.txt", "/in/7/", path] }

    let files = try await files(at: peer)

    let lists = lists(of: peer)
    #expect(files?.count == 100 && Set(files ?? []).count == 100)
    #expect(lists.count == 100 && Set(lists).count == 100)
    #expect(lists.map(\.count) == lists.map(\.count).sorted())
    #expect(lists.allSatisfy { $0.hasPrefix("/in/7/") })
  }

  @Test func `a folder with many subfolders is listed up to the maximum`() async throws {
    let peer = try await peer { path in path == "/in/7/" ? (0..<500).map { "\(path)\($0)/" } : ["\(path)a"] }

    #expect(try await files(at: peer)?.count == 99)

    #expect(lists(of: peer).count == 100)
  }

  @Test func `no more folders are listed when there are enough files`() async throws {
    let peer = try await peer { path in
      path == "/in/7/" ? ["A/", "B/", "C/"] : (0..<5001).map { "\(path)\($0)" }
    }

    #expect(try await files(at: peer)?.count == 10_000)

    #expect(lists(of: peer) == ["/in/7/", "/in/7/A/", "/in/7/B/"])
  }

  @Test(arguments: [401, 403, 404, 405, 500])
  func `a subfolder that cannot be listed is left out`(status: Int) async throws {
    let peer = try await peer(replying: { $0 == "/in/7/A/" ? .answer(status) : nil }) { path in
      path == "/in/7/" ? ["A/", "B/", "a.txt"] : ["\(path)b.txt"]
    }

    #expect(try await files(at: peer)?.map(\.name) == ["a.txt", "B/b.txt"])

    #expect(lists(of: peer) == ["/in/7/", "/in/7/A/", "/in/7/B/"])
  }

  @Test(arguments: [429, 503])
  func `a busy server is not sent further requests`(status: Int) async throws {
    let peer = try await peer(replying: { $0 == "/in/7/B/" ? .answer(status) : nil }) { path in
      path == "/in/7/" ? ["A/", "B/", "C/", "a.txt"] : ["\(path)b.txt"]
    }

    #expect(try await files(at: peer)?.map(\.name) == ["a.txt", "A/b.txt"])

    #expect(lists(of: peer) == ["/in/7/", "/in/7/A/", "/in/7/B/"])
  }

  @Test func `a connection that fails in a subfolder ends the list`() async throws {
    let peer = try await peer(replying: { $0 == "/in/7/A/" ? .reset : nil }) { folder in
      folder == "/in/7/" ? ["A/", "B/", "a.txt"] : ["b.txt"]
    }

    #expect(try await files(at: peer)?.map(\.name) == ["a.txt"])
  }
}

/// Returns an element of the response to `PROPFIND`.
private func entry(_ address: String, _ properties: String) -> String {
  "<response><href>\(address)</href><propstat><prop>\(properties)</prop></propstat></response>"
}
