import ShowroomNetwork
import Testing

@testable import ShowroomUploads

@Suite("Names on WebDAV servers", .timeLimit(.minutes(20)))
struct WebDAVNamesTests {
  private let place: SourceFolder

  init() throws { place = try SourceFolder() }

  private func peer(ignoresOverwrite: Bool = false) async throws -> DAVPeer {
    try await DAVPeer(["/in/7/old.txt": [1]]) {
      $0.methods.insert("PROPFIND")
      $0.ignoresOverwrite = ignoresOverwrite
    }
  }

  /// Sends files one after another.
  /// - Parameter before: called with the number of each file before it is sent.
  @discardableResult
  private func send(
    _ names: [String], to peer: DAVPeer, onDuplicate: DuplicatePolicy = .fail, before: (Int) -> Void = { _ in }
  ) async throws -> [StoredFile] {
    try await withTransport { transport in
      let engine = WebDAVEngine(base: address(peer.url()), transport: transport, filesBeforeList: 2)
      var files: [StoredFile] = []
      for (number, name) in names.enumerated() {
        before(number)
        let transfer = place.transfer(try place.source(name, size: 100 + number), onDuplicate: onDuplicate)
        files.append(try await engine.send(transfer, report: Reports().report))
      }
      return files
    }
  }

  @Test func `one list takes the place of a request for each name`() async throws {
    let peer = try await peer()

    let names = (1...6).map { "\($0).txt" }
    #expect(try await send(names, to: peer).map(\.name) == names)

    #expect(peer.lines.count { $0.hasPrefix("PROPFIND") } == 1)
    #expect(
      peer.lines.suffix(4) == [
        "PUT /in/7/.6.txt.a1b2c3.upload", "HEAD /in/7/.6.txt.a1b2c3.upload", "MOVE /in/7/.6.txt.a1b2c3.upload",
        "HEAD /in/7/6.txt",
      ])
    #expect(peer.held.keys.sorted() == names.map { "/in/7/\($0)" } + ["/in/7/old.txt"])
  }

  @Test func `a name in the list is reported before the file is sent`() async throws {
    let peer = try await peer()

    let failure = await #expect(throws: UploadFailure.self) {
      try await send(["1.txt", "2.txt", "3.txt", "old.txt"], to: peer)
    }

    #expect(failure?.cause == .duplicate(size: 1))
    #expect(!peer.lines.contains { $0.hasPrefix("PUT /in/7/.old.txt") })
    #expect(peer.held["/in/7/old.txt"] == [1])
  }

  @Test(arguments: [DuplicatePolicy.fail, .keepBoth])
  func `a name that was taken after the list was requested is not replaced`(policy: DuplicatePolicy) async throws {
    let peer = try await peer()
    func take(_ number: Int) { if number == 3 { peer.put([9], at: "/in/7/4.txt") } }
    let names = ["1.txt", "2.txt", "3.txt", "4.txt"]

    if policy == .fail {
      let failure = await #expect(throws: UploadFailure.self) { try await send(names, to: peer, before: take) }
      #expect(failure?.cause == .duplicate(size: 1))
    } else {
      let files = try await send(names, to: peer, onDuplicate: policy, before: take)
      #expect(files.last?.name == "4 (2).txt")
    }

    #expect(peer.lines.count { $0.hasPrefix("PROPFIND") } == 1)
    #expect(peer.held["/in/7/4.txt"] == [9])
  }

  @Test func `a server that moves files over others is asked for each name`() async throws {
    let peer = try await peer(ignoresOverwrite: true)

    let failure = await #expect(throws: UploadFailure.self) {
      try await send(["1.txt", "2.txt", "3.txt", "4.txt", "5.txt"], to: peer) { number in
        if number == 4 { peer.put([9], at: "/in/7/5.txt") }
      }
    }

    #expect(failure?.cause == .duplicate(size: 1))
    #expect(peer.held["/in/7/5.txt"] == [9])
    #expect(!peer.lines.contains { $0.hasPrefix("PROPFIND") })
    #expect(peer.held.keys.allSatisfy { !$0.contains(".probe") && !$0.contains(".moved") })
  }
}
