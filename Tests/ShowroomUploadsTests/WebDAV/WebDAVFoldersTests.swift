import Foundation
import ShowroomNetwork
import Synchronization
import Testing

@testable import ShowroomUploads

@Suite("Folders on WebDAV servers", .timeLimit(.minutes(20)))
struct WebDAVFoldersTests {
  private let place: SourceFolder

  init() throws { place = try SourceFolder() }

  private func peer(
    _ files: [String: [UInt8]] = [:], _ change: (inout DAVPeer.Behavior) -> Void = { _ in }
  ) async throws -> DAVPeer {
    try await DAVPeer(files) {
      $0.methods.insert("PROPFIND")
      $0.requiresFolders = true
      change(&$0)
    }
  }

  private func transfer(_ name: String, in folders: [String], size: Int = 100) throws -> Transfer {
    var transfer = place.transfer(try place.source("source \(name)", size: size), as: name, in: folders)
    transfer.id = "id-" + name.filter(\.isNumber)
    return transfer
  }

  private func withEngine<Result>(of peer: DAVPeer, _ body: (WebDAVEngine) async throws -> Result) async throws
    -> Result
  {
    try await withTransport { try await body(WebDAVEngine(base: address(peer.url()), transport: $0)) }
  }

  @Test func `each missing folder is created once, even by files that arrive at the same time`() async throws {
    let peer = try await peer()
    let folders = [["A", "b"], ["A"], ["A", "c"], []]
    try await withEngine(of: peer) { engine in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<16 {
          let transfer = try transfer("\(number).txt", in: folders[number % 4])
          group.addTask { _ = try await engine.send(transfer, report: Reports().report) }
        }
        try await group.waitForAll()
      }
      #expect(engine.waitingForFolders == 0)
    }
    #expect(
      peer.lines.filter { $0.hasPrefix("MKCOL") }.sorted() == [
        "MKCOL /in/7/", "MKCOL /in/7/A/", "MKCOL /in/7/A/b/", "MKCOL /in/7/A/c/",
      ])
    #expect(peer.held.count == 16 && peer.held["/in/7/A/c/2.txt"] != nil)
  }

  @Test func `names of folders are encoded in addresses`() async throws {
    let peer = try await peer()
    let folders = ["사진 1", "%2F", "..", "a;b"]
    let file = try await withEngine(of: peer) { engine in
      try await engine.send(try transfer("a.txt", in: folders.map { StoredName($0).text }), report: Reports().report)
    }
    #expect(file.location == peer.url("/in/7/%EC%82%AC%EC%A7%84%201/%25252F/%252E%252E/a%3Bb/a.txt"))
    #expect(peer.held.count == 1)
  }

  @Test func `an upload that waits for a folder creates it if the other one fails`() async throws {
    let count = Mutex(0)
    let peer = try await peer {
      $0.interruption = { request in
        guard request.line == "MKCOL /in/7/A/",
          count.withLock({
            $0 += 1; return $0
          }) == 1
        else { return nil }
        return .answer(503)
      }
    }
    let results = try await withEngine(of: peer) { engine in
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<4 {
          let transfer = try transfer("\(number).txt", in: ["A"])
          group.addTask {
            do throws(UploadFailure) {
              _ = try await engine.send(transfer, report: Reports().report)
              return true
            } catch {
              #expect(error.status == 503 && error.retry == .later)
              return false
            }
          }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
    }
    #expect(results.count(where: \.self) == 3 && peer.held.count == 3)
    let attempts = peer.lines.indices.filter { peer.lines[$0] == "MKCOL /in/7/A/" }
    let firstFile = peer.lines.firstIndex { $0.hasPrefix("PUT") } ?? 0
    #expect(attempts.count == 2 && attempts[1] < firstFile, "no file is sent to a missing folder")
  }

  @Test(arguments: [403, 405, 501])
  func `a server that refuses to create folders may create them with a file`(status: Int) async throws {
    let peer = try await DAVPeer { $0.interruption = { $0.method == "MKCOL" ? .answer(status) : nil } }
    let file = try await withEngine(of: peer) { engine in
      try await engine.send(try transfer("a.txt", in: ["A", "b"]), report: Reports().report)
    }
    #expect(peer.held.keys.sorted() == ["/in/7/A/b/a.txt"] && file.name == "a.txt")
  }

  @Test func `a server that does not create a folder is not retried forever, and nothing is stored`() async throws {
    let peer = try await peer { $0.interruption = { $0.line == "MKCOL /in/7/A/" ? .answer(409) : nil } }
    let failure = try await withEngine(of: peer) { engine in
      let transfer = try transfer("a.txt", in: ["A", "b"])
      return await #expect(throws: UploadFailure.self) { try await engine.send(transfer, report: Reports().report) }
    }
    #expect(failure?.status == 409 && peer.held.isEmpty)
    #expect(peer.lines.count { $0 == "MKCOL /in/7/A/" } == 2)
  }

  @Test func `folders that are removed between two files are created again`() async throws {
    let peer = try await peer()
    try await withEngine(of: peer) { engine in
      _ = try await engine.send(try transfer("1.txt", in: ["A", "b"]), report: Reports().report)
      peer.folders = ["/in/"]
      _ = try await engine.send(try transfer("2.txt", in: ["A", "b"]), report: Reports().report)
    }
    #expect(peer.folders == ["/in/", "/in/7/", "/in/7/A/", "/in/7/A/b/"] && peer.held["/in/7/A/b/2.txt"] != nil)
  }

  @Test(arguments: [["A"], ["A", "b"]])
  func `a file in place of a folder is reported, and stays`(folders: [String]) async throws {
    let peer = try await peer(["/in/7/A": [1, 2]])
    let failure = try await withEngine(of: peer) { engine in
      let transfer = try transfer("a.txt", in: folders)
      return await #expect(throws: UploadFailure.self) { try await engine.send(transfer, report: Reports().report) }
    }
    #expect(
      failure?.message
        == "A on 127.0.0.1:\(peer.port) is a file, but a folder of that name is required; rename it and retry.")
    #expect(failure?.cause == .forbidden && failure?.retry == .never)
    #expect(peer.held == ["/in/7/A": [1, 2]])
  }

  @Test func `files are listed in the folders that are needed, each with one request`() async throws {
    let peer = try await peer([
      "/in/7/a.txt": [1], "/in/7/A/b.txt": [1, 2], "/in/7/A/b/c.txt": [1], "/in/7/A/d/e.txt": [1],
    ])
    peer.folders = ["/in/", "/in/7/", "/in/7/A/", "/in/7/A/b/", "/in/7/A/d/"]
    try await withEngine(of: peer) { engine in
      let all = try await engine.destinationInfo(for: 7, in: nil)
      #expect(all.files?.map(\.name) == ["a.txt", "A/b.txt", "A/b/c.txt", "A/d/e.txt"])
      let before = peer.requests.count
      let info = try await engine.destinationInfo(for: 7, in: [[], ["A"], ["A", "b"], ["A", "x"], ["new"]])
      #expect(info.files?.map(\.name).sorted() == ["A/b.txt", "A/b/c.txt", "a.txt"])
      #expect(info.files?.first { $0.name == "A/b.txt" }?.location == peer.url("/in/7/A/b.txt"))
      #expect(peer.lines[before...].filter { $0.hasPrefix("PROPFIND") && !$0.hasSuffix("/in/") }.count == 4)
    }
  }

  @Test func `a changed checkpoint deletes nothing outside the folder of the destination`() async throws {
    let peer = try await peer(["/other/.a.id.upload": [1], "/in/7/victim": [1], "/in/.a.id.upload": [1]])
    try await withEngine(of: peer) { engine in
      for (folder, temporary) in [
        ("/other/", ".a.id.upload"), ("/in/../other/", ".a.id.upload"), ("/in/7/%2E%2E/", ".a.id.upload"),
        ("/in/7/", "victim"),
        ("/in/7/", "../.a.id.upload"),
      ] {
        var transfer = try transfer("a", in: [])
        transfer.checkpoint = Checkpoint(values: [
          "stage": "sending", "folder": peer.url(folder), "name": "a", "temporary": temporary, "source": "",
        ])
        try await engine.discard(transfer) {}
      }
    }
    #expect(peer.held.count == 3)
  }

  @Test func `a path that is too long for an address is refused before anything is sent`() async throws {
    let peer = try await peer()
    let failure = try await withEngine(of: peer) { engine in
      let transfer = try transfer("a.txt", in: Array(repeating: String(repeating: "한", count: 85), count: 11))
      return await #expect(throws: UploadFailure.self) { try await engine.send(transfer, report: Reports().report) }
    }
    #expect(failure?.message.contains("is too long for the address of a file") == true && peer.requests.isEmpty)
  }

  @Test func `an interrupted upload resumes and is discarded in its folders`() async throws {
    let peer = try await peer()
    try await withEngine(of: peer) { engine in
      let reports = Reports()
      var transfer = try transfer("a.txt", in: ["A", "b"])
      await #expect(throws: UploadFailure.self) {
        try await engine.send(transfer) { event throws(UploadFailure) in
          reports.append(event)
          if reports.checkpoints.last?.confirmed == 100 { throw .rowLost }
        }
      }
      let checkpoint = try #require(reports.checkpoints.last)
      transfer.checkpoint = checkpoint
      #expect(peer.held.keys.allSatisfy { $0.hasPrefix("/in/7/A/b/.a.txt.") } && peer.held.count == 1)
      let before = peer.lines.count
      _ = try await engine.send(transfer, report: Reports().report)
      #expect(peer.held.keys.sorted() == ["/in/7/A/b/a.txt"])
      #expect(!peer.lines[before...].contains { $0.hasPrefix("PUT") })
      try await engine.discard(transfer) {}
      #expect(peer.held.isEmpty && peer.folders.contains("/in/7/A/b/"))
    }
  }
}
