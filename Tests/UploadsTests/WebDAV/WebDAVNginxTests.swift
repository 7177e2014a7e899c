import Foundation
import SystemPackage
import Testing

@testable import Uploads

@Suite(
  "Files on a real WebDAV server", .timeLimit(.minutes(1)), .enabled(if: Nginx.isInstalled, "skipped: no nginx"))
struct WebDAVNginxTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  @Test("appear whole under their name, and nothing else is left")
  func upload() async throws {
    let nginx = try await Nginx()
    let source = try place.source("Größe & 100 %.pdf", size: 3_000_000)
    let reports = Reports()
    let file = try await withTransport { transport in
      try await WebDAVEngine(base: nginx.url("/dav/cars"), transport: transport)
        .send(place.transfer(source), report: reports.report)
    }
    #expect(file.name == "Größe & 100 %.pdf")
    #expect(nginx.names(in: "/dav/cars/7") == [file.name])
    #expect(nginx.content("/dav/cars/7/\(file.name)") == Workplace.bytes(3_000_000))
    #expect(file.size == 3_000_000 && file.sha256?.count == 64)
    #expect(reports.sent.last == 3_000_000 && reports.sent == reports.sent.sorted())
    #expect(reports.checkpoints.map(\.confirmed) == [0, 3_000_000])
    #expect(reports.events.contains(.hashing(bytes: 3_000_000)) && reports.events.contains(.verifying))
  }
}
