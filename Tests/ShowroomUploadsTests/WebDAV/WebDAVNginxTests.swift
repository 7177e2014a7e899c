import Foundation
import ShowroomNetwork
import ShowroomTestSupport
import SystemPackage
import Testing

@testable import ShowroomUploads

@Suite(
  "WebDAV with nginx", .timeLimit(.minutes(20)), .enabled(if: Nginx.isInstalled, "skipped: nginx is not installed"))
struct WebDAVNginxTests {
  let place: SourceFolder

  init() throws { place = try SourceFolder() }

  private func send(
    _ transfer: Transfer, to url: WebAddress, credentials: Credentials? = nil, _ reports: Reports = Reports()
  ) async throws -> StoredFile {
    try await withTransport { transport in
      try await WebDAVEngine(base: url, transport: transport, credentials: credentials)
        .send(transfer, report: reports.report)
    }
  }

  /// Returns the failure of uploading a file of this size.
  private func failure(
    to url: WebAddress, size: Int = 3_000_000, credentials: Credentials? = nil,
    location: SourceLocation = #_sourceLocation
  ) async throws -> UploadFailure? {
    let source = try place.large(size: size)
    return await #expect(throws: UploadFailure.self, sourceLocation: location) {
      try await send(place.transfer(source), to: url, credentials: credentials)
    }
  }

  @Test func `a file appears complete under its name, and nothing else is left`() async throws {
    let nginx = try await Nginx()
    let source = try place.source("Größe & 100 %.pdf", size: 1_000_000)
    let reports = Reports()
    let file = try await send(place.transfer(source), to: nginx.url("/dav/cars"), reports)
    #expect(file.name == "Größe & 100 %.pdf")
    #expect(nginx.names(in: "/dav/cars/7") == [file.name])
    #expect(nginx.content("/dav/cars/7/\(file.name)") == SourceFolder.bytes(1_000_000))
    #expect(file.size == 1_000_000 && file.sha256 == Digests.hexadecimal("SHA256", of: SourceFolder.bytes(1_000_000)))
    #expect(reports.sent.last == 1_000_000 && reports.sent == reports.sent.sorted())
    // Before moves are tested, before the file is sent, afterward, and before the % is tried in a test name.
    #expect(reports.checkpoints.map(\.confirmed) == [0, 0, 1_000_000, 1_000_000])
    #expect(reports.events.contains(.verifying))
  }

  @Test func `empty files and names of maximum length are uploaded`() async throws {
    let nginx = try await Nginx()
    let empty = try await send(place.transfer(place.source("empty", size: 0)), to: nginx.url("/dav/"))
    let long = String(repeating: "ü", count: 125) + ".pdf"
    let other = try await send(place.transfer(place.source(size: 10), as: long), to: nginx.url("/dav/"))
    #expect(empty.size == 0 && other.name == long)
    #expect(empty.sha256 == Digests.hexadecimal("SHA256", of: [UInt8]()))
    #expect(nginx.names(in: "/dav/7") == ["empty", long])
  }

  @Test func `existing files are not overwritten by default, and can be replaced or kept`() async throws {
    let nginx = try await Nginx()
    try nginx.put([1, 2, 3], at: "/dav/7/scan.pdf")
    let source = try place.source(size: 5000)
    let failure = await #expect(throws: UploadFailure.self) {
      try await send(place.transfer(source), to: nginx.url("/dav/"))
    }
    #expect(failure?.cause == .duplicate(size: 3) && failure?.retry == .never)
    #expect(
      failure?.message.contains("already has a file named scan.pdf; skip the upload, replace the file, or keep both")
        == true)
    #expect(nginx.content("/dav/7/scan.pdf") == [1, 2, 3] && nginx.names(in: "/dav/7") == ["scan.pdf"])
    let second = try await send(place.transfer(source, onDuplicate: .keepBoth), to: nginx.url("/dav/"))
    #expect(second.name == "scan (2).pdf" && second.location.hasSuffix("/dav/7/scan%20%282%29.pdf"))
    _ = try await send(place.transfer(source, onDuplicate: .replace), to: nginx.url("/dav/"))
    #expect(nginx.content("/dav/7/scan.pdf") == SourceFolder.bytes(5000))
    #expect(nginx.names(in: "/dav/7") == ["scan (2).pdf", "scan.pdf"])
  }

  @Test(arguments: ["/dav/", "/plain/"])
  func `files in folders are stored in folders`(path: String) async throws {
    let nginx = try await Nginx()
    try nginx.put([1], at: path + "7/taken")
    let folders = ["사진 & 1", "%2F"]
    try await withTransport { transport in
      let engine = WebDAVEngine(base: nginx.url(path), transport: transport)
      let source = try place.source(size: 5000)
      let file = try await engine.send(place.transfer(source, in: folders), report: Reports().report)
      _ = try await engine.send(place.transfer(source, as: "2.pdf", in: folders), report: Reports().report)
      try await engine.verify(file)
      let failure = await #expect(throws: UploadFailure.self) {
        try await engine.send(place.transfer(source, in: ["taken"]), report: Reports().report)
      }
      #expect(failure?.message.hasPrefix("taken on 127.0.0.1:") == true, "\(failure?.message ?? "")")
      #expect(
        failure?.message.hasSuffix(" is a file, but a folder of that name is required; rename it and retry.") == true)
    }
    #expect(nginx.names(in: path + "7") == ["taken", "사진 & 1"] && nginx.content(path + "7/taken") == [1])
    #expect(nginx.names(in: path + "7/사진 & 1/%2F") == ["2.pdf", "scan.pdf"])
    #expect(nginx.content(path + "7/사진 & 1/%2F/scan.pdf") == SourceFolder.bytes(5000))
    let folderRequests = try nginx.requests().filter { $0.hasPrefix("MKCOL") && !$0.contains("taken") }
    #expect(folderRequests.count == 3, "\(folderRequests)")
  }

  @Test func `a password is required, accepted and rejected`() async throws {
    let nginx = try await Nginx()
    let none = try await failure(to: nginx.url("/private/"))
    #expect(none?.cause == .unauthorized && none?.status == 401 && none?.retry == .never)
    #expect(none?.message.contains("requires sign-in") == true)
    let wrong = try await failure(to: nginx.url("/private/"), credentials: .password(user: "kim", password: "wrong"))
    #expect(wrong?.cause == .unauthorized && wrong?.message.contains("rejected the user name") == true)
    let source = try place.source(size: 5000)
    _ = try await send(
      place.transfer(source), to: nginx.url("/private/"), credentials: .password(user: "kim", password: "opensesame"))
    #expect(nginx.names(in: "/private/7") == ["scan.pdf"])
  }

  @Test func `a file that is too large fails with the server's message and leaves nothing`() async throws {
    let nginx = try await Nginx()
    let failure = try await failure(to: nginx.url("/small/"), size: 64 << 20)
    #expect(failure?.cause == .noSpace && failure?.status == 413 && failure?.retry == .never)
    #expect(failure?.serverText == "413 Request Entity Too Large")
    #expect(nginx.names(in: "/small/7") == [])
  }

  @Test func `a read-only folder rejects files`() async throws {
    let nginx = try await Nginx()
    let failure = try await failure(to: nginx.url("/read/"))
    #expect(failure?.cause == .protocol && failure?.status == 405 && nginx.names(in: "/read") == [])
  }

  @Test func `files are sent directly if the server cannot move them, with a warning`() async throws {
    let nginx = try await Nginx()
    let source = try place.source(size: 5000)
    try await withTransport { transport in
      let engine = WebDAVEngine(base: nginx.url("/plain/"), transport: transport)
      _ = try await engine.send(place.transfer(source), report: Reports().report)
      _ = try await engine.send(place.transfer(source, as: "two.pdf"), report: Reports().report)
      let info = try await engine.destinationInfo(for: 7, in: nil)
      #expect(!info.publishesAtomically && info.engine == "HTTP PUT" && info.files == nil)
      let again = place.transfer(source)
      let failure = await #expect(throws: UploadFailure.self) { try await engine.send(again, report: Reports().report) }
      #expect(failure?.cause == .duplicate(size: 5000))
    }
    #expect(nginx.names(in: "/plain/7") == ["scan.pdf", "two.pdf"])
    #expect(nginx.content("/plain/7/two.pdf") == SourceFolder.bytes(5000))
    #expect(try nginx.requests().filter { $0.contains(".upload") && $0.hasPrefix("PUT") }.isEmpty)
  }

  @Test(.enabled(if: Nginx.canList, "skipped: nginx has no module for PROPFIND"))
  func `files are listed, downloaded and deleted`() async throws {
    let nginx = try await Nginx(listing: true)
    try nginx.put(SourceFolder.bytes(4000), at: "/dav/7/a b&c.pdf")
    try nginx.put([1], at: "/dav/7/.x.pdf.id.upload")
    try nginx.put([1], at: "/dav/7/folder/inner.pdf")
    let target = FilePath(place.url.appendingPathComponent("back.pdf").path)
    try await withTransport { transport in
      let engine = WebDAVEngine(base: nginx.url("/dav"), transport: transport)
      let info = try await engine.destinationInfo(for: 7, in: nil)
      #expect(info.engine == "WebDAV" && info.publishesAtomically && info.resumption == .unsupported)
      #expect(info.files?.map(\.name) == ["a b&c.pdf", "folder/inner.pdf"] && info.files?.first?.size == 4000)
      let empty = try await engine.destinationInfo(for: 8, in: nil)
      #expect(empty.files == [])
      let file = try #require(info.files?.first)
      try await engine.fetch(file, to: target)
      #expect(FileManager.default.contents(atPath: target.string) == Data(SourceFolder.bytes(4000)))
      try await engine.verify(file)
      try await engine.delete(file)
      try await engine.delete(file)
      let gone = await #expect(throws: UploadFailure.self) { try await engine.verify(file) }
      #expect(gone?.cause == .missing)
      #expect(nginx.names(in: "/dav/7") == [".x.pdf.id.upload", "folder"])
    }
  }
}
