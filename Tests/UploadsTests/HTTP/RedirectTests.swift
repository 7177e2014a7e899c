import Foundation
import Testing

@testable import Uploads

@Suite("A request that is sent elsewhere", .timeLimit(.minutes(5)))
struct RedirectTests {
  private func request(_ method: String, _ url: String, _ body: HTTPBody = .none) -> HTTPRequest {
    var request = HTTPRequest(method, address(url), body: body)
    request.authorisation = Authorisation(.password(user: "kim", password: "opensesame"), for: address(url))
    return request
  }

  @Test("goes there with its body after 307 and 308, and keeps its secret on the same server", arguments: [307, 308])
  func resent(status: Int) async throws {
    let place = try Workplace()
    let source = try place.source(size: 5000)
    let peer = try await FaultyPeer { request in
      request.path == "/a" ? .answer(status, ["Location": "/b"]) : .answer(201)
    }
    let response = try await withTransport {
      try await $0.send(request("PUT", peer.url("/a"), .file(FileRange(source))))
    }
    #expect(response.status == 201 && response.url.path == "/b")
    #expect(peer.lines == ["PUT /a", "PUT /b"])
    #expect(peer.requests[1].body == Workplace.bytes(5000))
    #expect(
      peer.requests.map { $0.header("Authorization") } == Array(repeating: "Basic a2ltOm9wZW5zZXNhbWU=", count: 2))
  }

  @Test(arguments: ["http://127.0.0.1:70000/b", "//h:0/b", "http://a%0Ab/", "https://", "ftp://h/"])
  func `a redirect to an address that cannot be is refused`(location: String) async throws {
    let peer = try await FaultyPeer { _ in .answer(307, ["Location": location]) }

    let failure = await #expect(throws: UploadFailure.self) {
      try await withTransport { try await $0.send(request("PUT", peer.url("/a"))) }
    }

    #expect(failure?.cause == .protocol)
    #expect(failure?.sentence.contains("is not an address on the web") == true)
  }

  @Test func `the sentence about a redirect repeats neither a password nor a signature`() async throws {
    let location = "ftp://kim:opensesame@h/x?X-Amz-Signature=abc123"
    let peer = try await FaultyPeer { _ in .answer(307, ["Location": location]) }

    let failure = await #expect(throws: UploadFailure.self) {
      try await withTransport { try await $0.send(request("PUT", peer.url("/a"))) }
    }

    let sentence = try #require(failure?.sentence)
    #expect(!sentence.contains("opensesame") && !sentence.contains("abc123") && sentence.contains("ftp://…@h/x"))
  }

  @Test("says its secret to no other host and no other port")
  func secrets() async throws {
    let other = try await FaultyPeer { _ in .answer(201) }
    for target in [other.url("/x"), other.url("/x", host: "localhost")] {
      let peer = try await FaultyPeer { _ in .answer(307, ["Location": target]) }
      try await withTransport { transport in
        var request = request("PUT", peer.url("/a"), .bytes([1]))
        request.headers.add("Cookie", "session=1")
        _ = try await transport.send(request)
      }
      #expect(peer.requests.first?.header("Authorization") != nil)
    }
    #expect(other.requests.count == 2)
    #expect(other.requests.allSatisfy { $0.header("Authorization") == nil && $0.header("Cookie") == nil })
  }

  @Test(
    "and changes something is not sent again after 301, 302 and 303",
    arguments: ["PUT", "PATCH", "POST", "DELETE", "MKCOL"])
  func refused(method: String) async throws {
    for status in [301, 302, 303] {
      let peer = try await FaultyPeer { _ in .answer(status, ["Location": "http://127.0.0.1:1/new?token=abc"]) }
      let failure = await #expect(throws: UploadFailure.self) {
        try await withTransport { try await $0.send(request(method, peer.url("/a"))) }
      }
      #expect(failure?.cause == .protocol && failure?.retry == .never && failure?.status == status)
      #expect(failure?.sentence.contains("http://127.0.0.1:1/new.") == true, "\(failure?.sentence ?? "")")
      #expect(peer.requests.count == 1)
    }
  }

  @Test("and only asks goes along; a move never does")
  func asking() async throws {
    let peer = try await FaultyPeer { request in
      request.path == "/a" ? .answer(request.method == "GET" ? 303 : 301, ["Location": "b"]) : .answer(200)
    }
    try await withTransport { transport in
      for method in ["GET", "HEAD", "OPTIONS", "PROPFIND"] {
        let response = try await transport.send(request(method, peer.url("/a")))
        #expect(response.url.path == "/b")
      }
      let moved = request("MOVE", peer.url("/a"))
      await #expect(throws: UploadFailure.self) { try await transport.send(moved) }
    }
    #expect(peer.lines.filter { $0.hasSuffix("/b") } == ["GET /b", "HEAD /b", "OPTIONS /b", "PROPFIND /b"])
  }

  @Test("in circles, on and on, or to no address is refused", arguments: ["/a", "/on", "ftp://h/x", "", "http://"])
  func nowhere(location: String) async throws {
    let peer = try await FaultyPeer { request in
      .answer(307, ["Location": location == "/on" ? request.path + "n" : location])
    }
    let failure = await #expect(throws: UploadFailure.self) {
      try await withTransport { try await $0.send(request("GET", peer.url("/a"))) }
    }
    #expect(
      failure?.cause == .protocol && failure?.sentence.contains("redirects (307)") == true, "\(failure?.sentence ?? "")"
    )
    #expect(peer.requests.count <= 6)
  }

  @Test("is handed over as it is where that is wished")
  func handedOver() async throws {
    let peer = try await FaultyPeer { _ in .answer(307, ["Location": "/b"]) }
    var request = request("GET", peer.url("/a"))
    request.redirects = .handOver
    let wished = request
    let response = try await withTransport { try await $0.send(wished) }
    #expect(response.status == 307)
  }
}
