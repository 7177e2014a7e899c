import Foundation
import ShowroomTestSupport
import Testing

@testable import ShowroomUploads

@Suite("WebDAV verification", .timeLimit(.minutes(20)))
struct WebDAVVerificationTests {
  let place: SourceFolder

  init() throws { place = try SourceFolder() }

  private func send(
    _ url: String, _ size: Int = 5000, as name: String = "scan.pdf", onDuplicate: DuplicatePolicy = .fail,
    recorded: [StoredFile] = [], _ reports: Reports = Reports()
  ) async throws -> StoredFile {
    var transfer = place.transfer(try place.source(size: size), as: name, onDuplicate: onDuplicate)
    transfer.recorded = recorded
    return try await withTransport { transport in
      try await WebDAVEngine(base: address(url), transport: transport).send(transfer, report: reports.report)
    }
  }

  private func failure(
    _ url: String, as name: String = "scan.pdf", onDuplicate: DuplicatePolicy = .fail,
    location: SourceLocation = #_sourceLocation
  ) async throws -> UploadFailure? {
    await #expect(throws: UploadFailure.self, sourceLocation: location) {
      try await send(url, as: name, onDuplicate: onDuplicate)
    }
  }

  static let final = "/in/7/scan.pdf"

  @Test(arguments: DuplicatePolicy.allCases)
  func `a server that responds to everything with 200 is distinguished from one that has the file`(
    policy: DuplicatePolicy
  ) async throws {
    let peer = try await FaultyPeer { _ in .answer(200, ["Content-Type": "text/html"], "<title>Welcome</title>") }

    let failure = try await failure(peer.url("/in"), onDuplicate: policy)

    #expect(failure?.cause == .unavailable && failure?.retry == .later)
    #expect(
      failure?.message.contains("reports files that do not exist, as the sign-in page of a network does") == true)
    #expect(!peer.lines.contains { $0.hasPrefix("PUT") } && peer.requests.count == 2)
  }

  @Test func `a file that the server reports as stored and drops is not uploaded`() async throws {
    let peer = try await DAVPeer { $0.interruption = { $0.method == "PUT" ? .answer(201) : nil } }

    let failure = try await failure(peer.url())

    #expect(failure?.cause == .protocol)
    #expect(failure?.message.contains("reported scan.pdf as stored, but it is not there") == true)
  }

  @Test func `a success before the whole file was sent is not an upload`() async throws {
    let source = try place.large()
    let peer = try await DAVPeer { behavior in
      behavior.early = { $0.method == "PUT" ? .init(after: 1000, reply: .answer(201, ["Connection": "close"])) : nil }
    }

    let failure = await #expect(throws: UploadFailure.self) {
      try await withTransport { transport in
        try await WebDAVEngine(base: address(peer.url()), transport: transport)
          .send(place.transfer(source), report: Reports().report)
      }
    }

    #expect(failure?.cause == .protocol && failure?.message.contains("before the whole file was sent") == true)
  }

  @Test func `a move that is reported but did not happen is detected`() async throws {
    let peer = try await DAVPeer { $0.interruption = { $0.method == "MOVE" ? .answer(201) : nil } }

    let failure = try await failure(peer.url())

    #expect(failure?.cause == .protocol)
    #expect(failure?.message.contains("scan.pdf was not found there. Check the destination") == true)
  }

  @Test func `a replacement that is reported but did not happen is detected`() async throws {
    let old = Array(SourceFolder.bytes(5000).reversed())
    let peer = try await DAVPeer([Self.final: old]) { behavior in
      behavior.interruption = { $0.method == "MOVE" && $0.header("Overwrite") == "T" ? .answer(204) : nil }
    }

    let failure = try await failure(peer.url(), onDuplicate: .replace)

    #expect(failure?.cause == .protocol && peer.held[Self.final] == old)
  }

  @Test func `the final name is verified after the move`() async throws {
    let peer = try await DAVPeer { $0.destination = { $0.replacing("%3B2024.pdf", with: "") } }

    let failure = try await failure(peer.url(), as: "inv;2024.pdf")

    #expect(failure?.cause == .protocol && failure?.retry == .never)
    #expect(failure?.message.contains("inv;2024.pdf was not found there. Check the destination") == true)
  }

  @Test(arguments: [[], ["/in/7/inv%2C2025.pdf"]])
  func `a server that stores other names replaces no other file`(present: [String]) async throws {
    var files: [String: [UInt8]] = ["/in/7/inv": [1, 2, 3]]
    for path in present { files[path] = [4] }
    let peer = try await DAVPeer(files) { behavior in
      behavior.destination = { $0.replacing(/%2C.*/, with: "") }
    }

    let failure = try await failure(peer.url(), as: "inv,2025.pdf", onDuplicate: .replace)

    #expect(failure?.cause == .protocol && failure?.message.contains("may change the names of files") == true)
    for (path, bytes) in files { #expect(peer.held[path] == bytes) }
  }

  @Test func `a replacement leaves nothing else behind`() async throws {
    let peer = try await DAVPeer([Self.final: [1, 2, 3]])

    let file = try await send(peer.url(), onDuplicate: .replace)

    #expect(file.name == "scan.pdf" && peer.held == [Self.final: SourceFolder.bytes(5000)])
  }

  @Test(arguments: ["HEAD", "PROPFIND"])
  func `a server without HEAD is verified by PROPFIND or GET`(missing: String) async throws {
    let peer = try await DAVPeer { behavior in
      behavior.methods.remove("HEAD")
      behavior.interruption = { request in
        switch request.method {
        case "PROPFIND" where missing == "HEAD":
          .answer(
            207, [:],
            "<multistatus><response><href>\(request.path)</href><propstat><prop><getcontentlength>5000"
              + "</getcontentlength></prop><status>HTTP/1.1 200 OK</status></propstat></response></multistatus>")
        default: nil
        }
      }
    }

    _ = try await send(peer.url())

    #expect(peer.held == [Self.final: SourceFolder.bytes(5000)])
  }

  @Test func `a server that reports no files is not trusted`() async throws {
    let peer = try await DAVPeer { behavior in
      for method in ["HEAD", "GET"] { behavior.methods.remove(method) }
    }

    let failure = try await failure(peer.url())

    #expect(failure?.cause == .protocol && failure?.message.contains("does not report stored files") == true)
  }

  @Test func `the database determines which names are taken if the server does not report them`() async throws {
    let peer = try await DAVPeer { behavior in
      behavior.methods = ["PUT", "GET"]
    }
    let recorded = [StoredFile(name: "scan.pdf", location: peer.url(Self.final), size: 3)]

    let failure = await #expect(throws: UploadFailure.self) { try await send(peer.url(), recorded: recorded) }
    let file = try await send(peer.url(), onDuplicate: .keepBoth, recorded: recorded)

    #expect(failure?.cause == .duplicate(size: 3))
    #expect(file.name == "scan (2).pdf")
  }

  @Test(arguments: [(86_400, nil), (86_401, "86401")] as [(Int, String?)])
  func `a modification time on the first day of 1970, which Nextcloud refuses, is not sent`(
    seconds: Int, header: String?
  ) async throws {
    let peer = try await DAVPeer()
    let source = try place.source(size: 5000, modified: seconds)

    _ = try await withTransport { transport in
      try await WebDAVEngine(base: address(peer.url()), transport: transport)
        .send(place.transfer(source), report: Reports().report)
    }

    #expect(peer.requests.filter { $0.method == "PUT" }.map { $0.header("X-OC-Mtime") } == [header])
  }

  @Test func `a name of maximum length has a short hidden name`() async throws {
    let name = String(repeating: "x", count: 251) + ".pdf"
    let peer = try await DAVPeer { behavior in
      behavior.interruption = { $0.method == "PUT" && $0.path.utf8.count > 200 ? .answer(500) : nil }
    }

    let file = try await send(peer.url(), as: name)

    #expect(file.name == name && peer.held == ["/in/7/\(name)": SourceFolder.bytes(5000)])
  }
}
