import Foundation
import Testing

@testable import ShowroomUploads

@Suite("Servers that refuse a MOVE", .timeLimit(.minutes(5)))
struct RefusedMoveTests {
  let place: SourceFolder

  init() throws { place = try SourceFolder() }

  private func send(_ transfer: Transfer, to peer: DAVPeer, _ reports: Reports = Reports()) async throws -> StoredFile {
    try await withTransport { transport in
      try await WebDAVEngine(base: address(peer.url()), transport: transport).send(transfer, report: reports.report)
    }
  }

  private func warnings(_ reports: Reports) -> [String] {
    reports.events.compactMap { if case .warning(let text) = $0 { text } else { nil } }
  }

  @Test func `a file whose name the server cannot move is sent to its final name, with a warning`() async throws {
    let peer = try await DAVPeer { behavior in
      behavior.interruption = { request in
        request.method == "MOVE" && request.header("Destination")?.hasSuffix(".pdf") == true ? .answer(400) : nil
      }
    }
    let reports = Reports()

    let file = try await send(place.transfer(place.source("a,b.pdf", size: 5000)), to: peer, reports)

    #expect(file.name == "a,b.pdf" && peer.held == ["/in/7/a%2Cb.pdf": SourceFolder.bytes(5000)])
    #expect(warnings(reports).count == 1 && warnings(reports)[0].contains("cannot move files named a,b.pdf"))
    _ = try await send(place.transfer(place.source("c.txt", size: 50)), to: peer)
    #expect(peer.lines.contains { $0.hasPrefix("MOVE") && $0.contains("c.txt") }, "other names are moved")
  }

  @Test func `a server that cuts names at a semicolon keeps no stray files`() async throws {
    let listing = { @Sendable (names: [String]) in
      let entries = names.map { name in
        "<response><href>/in/7/\(name)</href><propstat><prop><getcontentlength>1</getcontentlength></prop></propstat></response>"
      }
      return "<?xml version=\"1.0\"?><multistatus>\(entries.joined())</multistatus>"
    }
    let peer = try await DAVPeer { behavior in
      behavior.methods.insert("PROPFIND")
      behavior.destination = { String($0.prefix { $0 != "%" }) }
      // The server lists what it has stored under the beginning of the test name.
      behavior.interruption = { $0.method == "PROPFIND" ? .answer(207, [:], listing([".a1b2c3", "other.pdf"])) : nil }
    }

    let file = try await send(place.transfer(place.source("a;b.pdf", size: 5000)), to: peer)

    #expect(file.name == "a;b.pdf" && peer.held == ["/in/7/a%3Bb.pdf": SourceFolder.bytes(5000)])
  }

  @Test func `a server that does not move over existing files replaces them nevertheless`() async throws {
    let final = "/in/7/scan.pdf"
    let peer = try await DAVPeer([final: [1, 2, 3]]) { $0.refusesOverwriting = true }
    let reports = Reports()

    let file = try await send(place.transfer(place.source(size: 5000), onDuplicate: .replace), to: peer, reports)

    #expect(file.name == "scan.pdf" && peer.held == [final: SourceFolder.bytes(5000)])
    #expect(warnings(reports).contains { $0.contains("cannot replace files") })
    #expect(peer.requests.filter { $0.received == 5000 }.count == 1, "the file is sent once")
  }

  @Test func `a final failure leaves no hidden files, one that the user resolves keeps them`() async throws {
    for (status, isKept) in [(507, false), (401, true)] {
      let fixture = try await QueueFixture()
      let peer = try await DAVPeer { behavior in
        behavior.interruption = { $0.method == "MOVE" ? .answer(status) : nil }
      }
      try await withTransport { transport in
        let engine = WebDAVEngine(base: address(peer.url()), transport: transport)
        let scheduler = fixture.scheduler(engines: { _ in engine })
        try await scheduler.enqueue([try fixture.file("scan.pdf")], car: 1, destination: fixture.destination)
        await scheduler.snapshot { $0.items.first?.failure != nil }
        await scheduler.stop(.keep)
      }
      #expect(peer.held.isEmpty == !isKept, "\(status): \(peer.held.keys)")
    }
  }
}
