import Foundation
import Synchronization
import Testing

@testable import Uploads

@Suite("A server that takes PUT and moves nothing", .timeLimit(.minutes(5)))
struct PlainPutTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  static let final = "/in/7/scan.pdf"

  /// How a server lets it be known that it moves nothing.
  enum Sign: String, CaseIterable {
    case allow, status, forbidden, probe

    func apply(to manners: inout DAVPeer.Manners) {
      manners.methods = ["GET", "HEAD", "PUT"]
      manners.namesMethods = false
      switch self {
      case .allow:
        manners.methods.insert("OPTIONS")
        manners.namesMethods = true
      case .status: break
      case .forbidden: manners.interruption = { $0.method == "MOVE" ? .answer(403) : nil }
      // As of what is not there: only a move of something that is there tells.
      case .probe: manners.interruption = { ["MOVE", "DELETE"].contains($0.method) ? .answer(404) : nil }
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
    #expect(file.location == peer.url(Self.final) && peer.held[Self.final] == Workplace.bytes(5000))
    let empty = peer.held.filter { $0.key != Self.final }
    #expect(empty.values.allSatisfy(\.isEmpty) && (sign == .probe) == !empty.isEmpty)
    let warning = reports.events.firstIndex {
      if case .warning(let text) = $0 { text.contains("not atomic") } else { false }
    }
    let sent = reports.events.firstIndex { if case .sent = $0 { true } else { false } }
    #expect(try #require(warning) < #require(sent), "it is said before the first byte")
  }

  @Test func `what was learned holds for the next file, and is told before it is chosen`() async throws {
    let peer = try await DAVPeer { Sign.status.apply(to: &$0) }
    let (first, second) = (try place.source(size: 5000), try place.source("two.pdf", size: 100))

    try await withTransport { transport in
      let engine = WebDAVEngine(base: address(peer.url()), transport: transport)
      let survey = try await engine.survey(car: 7)
      _ = try await engine.send(place.transfer(first), report: Reports().report)
      let before = peer.requests.count
      _ = try await engine.send(place.transfer(second), report: Reports().report)

      #expect(!survey.publishesAtomically)
      #expect(
        peer.lines.dropFirst(before) == [
          "HEAD /in/7/two.pdf", "MKCOL /in/7/", "PUT /in/7/two.pdf", "HEAD /in/7/two.pdf",
        ])
    }
  }

  @Test func `a clean-up that fails is a warning, and the file is uploaded`() async throws {
    let peer = try await DAVPeer { manners in
      // It promises what it does not do.
      manners.interruption = { ["MOVE", "DELETE"].contains($0.method) ? .answer(405) : nil }
    }
    let reports = Reports()

    let file = try await withTransport { transport in
      try await WebDAVEngine(base: address(peer.url()), transport: transport)
        .send(place.transfer(place.source(size: 5000)), report: reports.report)
    }

    #expect(file.name == "scan.pdf" && peer.held[Self.final] == Workplace.bytes(5000))
    let warnings = reports.events.compactMap { if case .warning(let text) = $0 { text } else { nil } }
    #expect(warnings.contains { $0.contains(".scan.pdf.a1b2c3.upload") && $0.contains("could not be deleted") })
  }

  @Test func `a replacement that never happened is found out although the size is the same`() async throws {
    let old = Array(Workplace.bytes(5000).reversed())
    let source = try place.source(size: 5000)
    for isStored in [false, true] {
      let peer = try await DAVPeer([Self.final: isStored ? Workplace.bytes(5000) : old]) { manners in
        Sign.status.apply(to: &manners)
        manners.interruption = { $0.method == "PUT" ? .answer(200) : nil }
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
          #expect(failure?.sentence.contains("still has the old one") == true)
        }
      }
    }
  }
}
