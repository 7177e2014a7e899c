import Foundation
import ShowroomTestSupport
import Testing

@testable import ShowroomUploads

@Suite("Redirects", .timeLimit(.minutes(20)))
struct RedirectTests {
  private func request(_ method: String, _ url: String, _ body: HTTPBody = .none) -> HTTPRequest {
    var request = HTTPRequest(method, address(url), body: body)
    request.authorization = Authorization(.password(user: "kim", password: "opensesame"), for: address(url))
    return request
  }

  @Test(arguments: [307, 308])
  func `a request with a body follows 307 and 308, and keeps its credentials on the same server`(status: Int)
    async throws
  {
    let place = try SourceFolder()
    let source = try place.source(size: 5000)
    let peer = try await FaultyPeer { request in
      request.path == "/a" ? .answer(status, ["Location": "/b"]) : .answer(201)
    }
    let response = try await withTransport {
      try await $0.send(request("PUT", peer.url("/a"), .file(FileRange(source))))
    }
    #expect(response.status == 201 && response.url.path == "/b")
    #expect(peer.lines == ["PUT /a", "PUT /b"])
    #expect(peer.requests[1].body == SourceFolder.bytes(5000))
    #expect(
      peer.requests.map { $0.header("Authorization") } == Array(repeating: "Basic a2ltOm9wZW5zZXNhbWU=", count: 2))
  }

  @Test(arguments: ["http://127.0.0.1:70000/b", "//h:0/b", "http://a%0Ab/", "https://", "ftp://h/"])
  func `a redirect to an invalid address is rejected`(location: String) async throws {
    let peer = try await FaultyPeer { _ in .answer(307, ["Location": location]) }

    let failure = await #expect(throws: UploadFailure.self) {
      try await withTransport { try await $0.send(request("PUT", peer.url("/a"))) }
    }

    #expect(failure?.cause == .protocol)
    #expect(failure?.message.contains("is not a web address") == true)
  }

  @Test func `the failure of a redirect contains neither a password nor a signature`() async throws {
    let location = "ftp://kim:opensesame@h/x?X-Amz-Signature=abc123"
    let peer = try await FaultyPeer { _ in .answer(307, ["Location": location]) }

    let failure = await #expect(throws: UploadFailure.self) {
      try await withTransport { try await $0.send(request("PUT", peer.url("/a"))) }
    }

    let message = try #require(failure?.message)
    #expect(!message.contains("opensesame") && !message.contains("abc123") && message.contains("ftp://…@h/x"))
  }

  @Test func `credentials are sent to no other host and no other port after a redirect`() async throws {
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

  @Test(arguments: ["PUT", "PATCH", "POST", "DELETE", "MKCOL"])
  func `a request that changes something does not follow 301, 302 and 303`(method: String) async throws {
    for status in [301, 302, 303] {
      let peer = try await FaultyPeer { _ in .answer(status, ["Location": "http://127.0.0.1:1/new?token=abc"]) }
      let failure = await #expect(throws: UploadFailure.self) {
        try await withTransport { try await $0.send(request(method, peer.url("/a"))) }
      }
      #expect(failure?.cause == .protocol && failure?.retry == .never && failure?.status == status)
      #expect(failure?.message.contains("http://127.0.0.1:1/new.") == true, "\(failure?.message ?? "")")
      #expect(peer.requests.count == 1)
    }
  }

  @Test func `a request that only reads follows redirects, and a move never does`() async throws {
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

  @Test(arguments: ["/a", "/on", "ftp://h/x", "", "http://"])
  func `circular, endless and invalid redirects are rejected`(location: String) async throws {
    let peer = try await FaultyPeer { request in
      .answer(307, ["Location": location == "/on" ? request.path + "n" : location])
    }
    let failure = await #expect(throws: UploadFailure.self) {
      try await withTransport { try await $0.send(request("GET", peer.url("/a"))) }
    }
    #expect(
      failure?.cause == .protocol && failure?.message.contains("redirected the request (307)") == true,
      "\(failure?.message ?? "")"
    )
    #expect(peer.requests.count <= 6)
  }

  @Test func `a signed request returns the redirect as its response`() async throws {
    let peer = try await FaultyPeer { _ in .answer(307, ["Location": "/b"]) }
    var request = request("GET", peer.url("/a"))
    request.redirects = .handOver
    let wished = request
    let response = try await withTransport { try await $0.send(wished) }
    #expect(response.status == 307)
  }
}
