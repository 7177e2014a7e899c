import Foundation
import ShowroomNetwork
import Testing

@testable import ShowroomUploads

@Suite("HTTP status")
struct StatusTests {
  private func failure(
    _ status: Int, _ headers: HeaderFields = [:], body: String = "", isAuthorized: Bool = true
  ) -> UploadFailure {
    HTTPResponse(
      status: status, headers: headers, body: Array(body.utf8), isCut: false, url: address("https://files.example/in"),
      bytesSent: 0, isAuthorized: isAuthorized
    ).failure
  }

  @Test(
    arguments: [
      (400, .protocol, false), (401, .unauthorized, false), (403, .forbidden, false), (404, .protocol, false),
      (405, .protocol, false), (407, .unauthorized, false), (408, .unavailable, true), (409, .unavailable, true),
      (410, .protocol, false), (411, .protocol, false), (412, .duplicate(size: nil), false), (413, .noSpace, false),
      (414, .protocol, false), (415, .protocol, false), (423, .unavailable, true), (429, .unavailable, true),
      (451, .forbidden, false), (460, .corrupted, false), (500, .unavailable, true), (501, .protocol, false),
      (502, .unavailable, true), (503, .unavailable, true), (504, .unavailable, true), (505, .protocol, false),
      (507, .noSpace, false), (520, .unavailable, true), (301, .protocol, false), (999, .protocol, false),
    ] as [(Int, UploadFailure.Cause, Bool)])
  func `every status has one cause, and only temporary ones are retried`(
    status: Int, cause: UploadFailure.Cause, isTriedAgain: Bool
  ) {
    let failure = failure(status)
    #expect(failure.cause == cause && failure.status == status)
    #expect(failure.retry == (isTriedAgain ? .later : .never))
    #expect(failure.message.contains("\(status)") && failure.message.hasSuffix("."))
    #expect(failure.message.contains("files.example") && failure.message.contains(";"), "a cause and a next step")
  }

  @Test func `401 and 403 ask for credentials if none were sent`() {
    #expect(failure(403, isAuthorized: false).cause == .unauthorized)
    #expect(failure(403, ["WWW-Authenticate": "Basic"], isAuthorized: false).message.contains("requires sign-in"))
    #expect(failure(401, isAuthorized: false).message.contains("requires sign-in"))
    #expect(failure(401).message.contains("rejected the user name and password"))
  }

  @Test func `403 without an authentication method is reported only as not allowed`() {
    let failure = failure(403, isAuthorized: false)
    #expect(
      failure.message
        == "files.example does not allow this (403); sign in, or choose another destination.")
  }

  @Test func `Retry-After in seconds or as a date determines the pause, at most a day`() {
    #expect(failure(429, ["Retry-After": "7"]).retry == .after(seconds: 7))
    #expect(failure(503, ["retry-after": " 120 "]).retry == .after(seconds: 120))
    #expect(failure(503, ["Retry-After": "999999999"]).retry == .after(seconds: 86_400))
    let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    #expect(
      failure(503, ["Retry-After": date, "Date": "Sun, 06 Nov 1994 08:49:07 GMT"]).retry == .after(seconds: 30),
      "by the server's own clock")
    #expect(failure(503, ["Retry-After": date]).retry == .after(seconds: 0), "a date in the past")
    #expect(failure(503, ["Retry-After": "soon"]).retry == .later)
    #expect(failure(413, ["Retry-After": "7"]).retry == .never)
  }

  @Test func `a failure contains the server's message as one sanitized line`() {
    #expect(failure(507, body: "Quota of kim\nis  used up.\u{1B}[31m").serverText == "Quota of kim is used up. [31m")
    let page = "<html><head><title>413 Request Entity Too Large</title></head><body><h1>x</h1></body></html>"
    #expect(failure(413, body: page).serverText == "413 Request Entity Too Large")
    let noTitle = "<!doctype html><style>p{}</style><p>No &lt;more&gt; than<br>1&nbsp;MB &amp; that<script>x()</script>"
    #expect(failure(413, body: noTitle).serverText == "No <more> than 1 MB & that")
    #expect(failure(500, body: "").serverText == nil)
    #expect(failure(500, body: "\u{0}\u{1}binary").serverText == nil)
    #expect(failure(500, body: String(repeating: "long ", count: 100)).serverText?.count == 200)
    #expect(failure(500, body: "a\u{202E}b\u{200B}c").serverText == "a b c")
    #expect(failure(500, body: "out of order").description.hasSuffix("Server response: out of order"))
  }
}
