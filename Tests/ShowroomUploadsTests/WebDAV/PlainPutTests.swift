import Foundation
import Synchronization
import Testing

@testable import ShowroomUploads

@Suite("Servers without MOVE", .timeLimit(.minutes(20)))
struct PlainPutTests {
  let place: SourceFolder

  init() throws { place = try SourceFolder() }

  static let final = "/in/7/scan.pdf"

  /// The way in which a server shows that it cannot move files.
  enum Sign: String, CaseIterable {
    case allow, status, forbidden, probe

    func apply(to behavior: inout DAVPeer.Behavior) {
      behavior.methods = ["GET", "HEAD", "PUT"]
      behavior.namesMethods = false
      switch self {
      case .allow:
        behavior.methods.insert("OPTIONS")
        behavior.namesMethods = true
      case .status: break
      case .forbidden: behavior.interruption = { $0.method == "MOVE" ? .answer(403) : nil }
      // The same status as for a missing file, so that only moving an existing file is conclusive.
      case .probe: behavior.interruption = { ["MOVE", "DELETE"].contains($0.method) ? .answer(404) : nil }
      }
    }
  }

  @Test(arguments: Sign.allCases)
  func `a file is sent once, under its final name`(sign: Sign) async throws {
    let peer = try await DAVPeer { sign.apply(to: &$0) }
    let source = try place.source(size: 5000)
    let reports = Reports()

    let file = try await withTransport { transport in
      let engine = WebDAVEngine(base: address(peer.url()), transport: transport)
      return try await engine.send(place.transfer(source), report: reports.report)
    }

    let whole = peer.requests.filter { $0.received == 5000 }.map(\.line)
    #expect(whole == ["PUT \(Self.final)"])
    #expect(file.location == peer.url(Self.final) && peer.held[Self.final] == SourceFolder.bytes(5000))
    let empty = peer.held.filter { $0.key != Self.final }
    #expect(empty.values.allSatisfy(\.isEmpty) && (sign == .probe) == !empty.isEmpty)
    let warning = reports.events.firstIndex {
      if case .warning(let text) = $0 { text.contains("incomplete files are visible") } else { false }
    }
    let sent = reports.events.firstIndex { if case .sent = $0 { true } else { false } }
    #expect(try #require(warning) < #require(sent), "the warning precedes the first byte")
  }

  @Test(
    arguments: zip(
      Sign.allCases,
      [
        "cannot move files", "cannot move files",
        "does not store or move hidden files (403; a sign-in or a permission may be missing)",
        "does not store or move hidden files (404)",
      ]))
  func `the warning states how the server responded to a move`(sign: Sign, obstacle: String) async throws {
    let peer = try await DAVPeer { sign.apply(to: &$0) }
    let reports = Reports()

    _ = try await withTransport { transport in
      try await WebDAVEngine(base: address(peer.url()), transport: transport)
        .send(place.transfer(place.source(size: 5000)), report: reports.report)
    }

    let warnings = reports.events.compactMap { if case .warning(let text) = $0 { text } else { nil } }
    #expect(
      warnings.contains(
        "127.0.0.1:\(peer.port) \(obstacle), so incomplete files are visible there during the upload."), "\(warnings)")
  }

  @Test func `a server that refuses only hidden names receives the files under their final names`() async throws {
    let peer = try await DAVPeer { $0.interruption = { $0.path.contains("/.") ? .answer(403) : nil } }
    let reports = Reports()

    try await withTransport { transport in
      let engine = WebDAVEngine(base: address(peer.url()), transport: transport)
      for name in ["one.pdf", "two.pdf"] {
        _ = try await engine.send(place.transfer(place.source(name, size: 50)), report: reports.report)
      }
    }

    #expect(peer.held.keys.sorted() == ["/in/7/one.pdf", "/in/7/two.pdf"])
    #expect(peer.lines.count { $0.hasPrefix("PUT /in/7/.") } == 1)
    let warnings = reports.events.compactMap { if case .warning(let text) = $0 { text } else { nil } }
    #expect(
      Set(warnings) == [
        "127.0.0.1:\(peer.port) does not store or move hidden files (403; a sign-in or a permission may be missing), "
          + "so incomplete files are visible there during the upload."
      ])
  }

  /// A server that refuses only hidden names, and where another program stores a file under the final name before the
  /// first hidden file is refused.
  @Test(arguments: [DuplicatePolicy.fail, .keepBoth])
  func `a file that appears before a hidden name is refused is not overwritten`(policy: DuplicatePolicy) async throws {
    let hasAppeared = Mutex(false)
    let peer = try await DAVPeer([Self.final: [1, 2, 3]]) { behavior in
      behavior.interruption = { request in
        if request.path.contains("/.") {
          if request.method == "PUT" { hasAppeared.withLock { $0 = true } }
          return .answer(403)
        }
        return request.line == "HEAD \(Self.final)" && !hasAppeared.withLock { $0 } ? .answer(404) : nil
      }
    }
    let source = try place.source(size: 5000)
    let reports = Reports()

    try await withTransport { transport in
      let engine = WebDAVEngine(base: address(peer.url()), transport: transport)
      let transfer = place.transfer(source, onDuplicate: policy)
      if policy == .keepBoth {
        let file = try await engine.send(transfer, report: reports.report)
        #expect(file.name == "scan (2).pdf")
      } else {
        let failure = await #expect(throws: UploadFailure.self) {
          try await engine.send(transfer, report: reports.report)
        }
        #expect(failure?.cause == .duplicate(size: 3))
        #expect(reports.checkpoints.last?.confirmed == 0)
      }
    }

    #expect(peer.held[Self.final] == [1, 2, 3])
  }

  @Test(arguments: [true, false])
  func `a file is sent with its modification time`(movesFiles: Bool) async throws {
    let peer = try await DAVPeer { if !movesFiles { Sign.status.apply(to: &$0) } }
    let source = try place.source(size: 5000, modified: 1_600_000_000)

    _ = try await withTransport { transport in
      try await WebDAVEngine(base: address(peer.url()), transport: transport)
        .send(place.transfer(source), report: Reports().report)
    }

    let whole = peer.requests.filter { $0.received == 5000 }
    #expect(whole.map { $0.header("X-OC-Mtime") } == ["1600000000"])
    #expect(whole.first.map { $0.path == Self.final } == !movesFiles)
  }

  @Test func `observed behavior applies to the next file and is part of the destination's info`() async throws {
    let peer = try await DAVPeer { Sign.status.apply(to: &$0) }
    let (first, second) = (try place.source(size: 5000), try place.source("two.pdf", size: 100))

    try await withTransport { transport in
      let engine = WebDAVEngine(base: address(peer.url()), transport: transport)
      let info = try await engine.destinationInfo(for: 7, in: nil)
      _ = try await engine.send(place.transfer(first), report: Reports().report)
      let before = peer.requests.count
      _ = try await engine.send(place.transfer(second), report: Reports().report)

      #expect(!info.publishesAtomically)
      #expect(
        peer.lines.dropFirst(before) == [
          "HEAD /in/7/two.pdf", "PUT /in/7/two.pdf", "HEAD /in/7/two.pdf",
        ])
    }
  }

  @Test func `a cleanup that fails is a warning, and the file is uploaded`() async throws {
    let peer = try await DAVPeer { behavior in
      // The server announces methods that it does not support.
      behavior.interruption = { ["MOVE", "DELETE"].contains($0.method) ? .answer(405) : nil }
    }
    let reports = Reports()

    let file = try await withTransport { transport in
      try await WebDAVEngine(base: address(peer.url()), transport: transport)
        .send(place.transfer(place.source(size: 5000)), report: reports.report)
    }

    #expect(file.name == "scan.pdf" && peer.held[Self.final] == SourceFolder.bytes(5000))
    let warnings = reports.events.compactMap { if case .warning(let text) = $0 { text } else { nil } }
    #expect(warnings.contains { $0.contains(".scan.pdf.a1b2c3.upload") && $0.contains("Could not delete") })
  }

  @Test func `a replacement that never happened is detected even if the sizes are equal`() async throws {
    let old = Array(SourceFolder.bytes(5000).reversed())
    let source = try place.source(size: 5000)
    for isStored in [false, true] {
      let peer = try await DAVPeer([Self.final: isStored ? SourceFolder.bytes(5000) : old]) { behavior in
        Sign.status.apply(to: &behavior)
        behavior.interruption = { $0.method == "PUT" ? .answer(200) : nil }
      }
      try await withTransport { transport in
        let engine = WebDAVEngine(base: address(peer.url()), transport: transport)
        let transfer = place.transfer(source, onDuplicate: .replace)
        if isStored {
          _ = try await engine.send(transfer, report: Reports().report)
        } else {
          let failure = await #expect(throws: UploadFailure.self) {
            try await engine.send(transfer, report: Reports().report)
          }
          #expect(failure?.message.contains("still has the old file") == true)
        }
      }
    }
  }
}
