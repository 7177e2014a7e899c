import Foundation
import ShowroomTestSupport
import Testing

@testable import ShowroomUploads

@Suite("Secrecy", .timeLimit(.minutes(20)))
struct SecrecyTests {
  static let secret = "opensesame-7f3c"
  static let all: [Credentials] = [
    .password(user: "kim", password: secret), .token(secret), .accessKey(id: "AK", secret: secret, session: secret),
  ]

  /// Whether a text contains the secret, either plain or encoded for `Basic`.
  private func isLeaked(_ text: String) -> Bool {
    let basic = Data("kim:\(Self.secret)".utf8).base64EncodedString()
    return text.contains(Self.secret) || text.contains(basic) || text.contains("7f3c")
  }

  @Test(arguments: all)
  func `credentials are not printed, described, reflected or dumped`(_ credentials: Credentials) {
    struct Holder { let inner: [String: Credentials?], authorization: Authorization? }
    let holder = Holder(
      inner: ["x": credentials], authorization: Authorization(credentials, for: address("https://h/")))
    var dumped = ""
    dump(credentials, to: &dumped)
    dump(holder, to: &dumped)
    dump(HTTPRequestHolder(credentials), to: &dumped)
    let texts = [
      "\(credentials)", String(reflecting: credentials), String(describing: holder), String(reflecting: holder), dumped,
      "\(Optional(credentials) as Any)", Mirror(reflecting: credentials).children.map { "\($0)" }.joined(),
    ]
    for text in texts { #expect(!isLeaked(text), "\(text)") }
  }

  private struct HTTPRequestHolder {
    let request: HTTPRequest

    init(_ credentials: Credentials) {
      var request = HTTPRequest("GET", address("https://h/"))
      request.authorization = Authorization(credentials, for: request.url)
      self.request = request
    }
  }

  @Test func `no failure, checkpoint or stored file contains a secret, which is sent only to its own server`()
    async throws
  {
    let place = try SourceFolder()
    let source = try place.source(size: 2000)
    let stranger = try await FaultyPeer { _ in .answer(200) }
    let elsewhere = stranger.url("/x", host: "localhost")
    var texts: [String] = []
    let replies: [FaultyPeer.Reply] =
      [400, 401, 403, 404, 405, 409, 412, 413, 415, 423, 429, 460, 500, 501, 503, 507].map {
        .answer($0, [:], "The request said:")
      } + [
        .reset, .bytesAndClose(""), .bytesAndClose("no http\r\n\r\n"), .answer(301, ["Location": elsewhere]),
        .answer(307, ["Location": elsewhere]),
        .answer(307, ["Location": "ftp://kim:\(Self.secret)@h/?t=\(Self.secret)"]),
        .answer(201, ["Location": elsewhere]), .answer(201, ["Location": "http://kim:\(Self.secret)@h:1/"]),
        .answer(201, ["Upload-Offset": "-1"]),
      ]
    for credentials in Self.all {
      for reply in replies {
        let peer = try await FaultyPeer { request in
          if request.method == "OPTIONS" || request.method == "HEAD" { return .answer(404) }
          // Some servers repeat what they received.
          guard case .answer(let status, let headers, let words) = reply, status >= 400 else { return reply }
          return .answer(status, headers, "\(words) \(request.header("Authorization") ?? "") \(Self.secret)")
        }
        try await withTransport { transport in
          let engines: [any UploadEngine] = [
            WebDAVEngine(base: address(peer.url()), transport: transport, credentials: credentials),
            TusEngine(endpoint: address(peer.url()), transport: transport, credentials: credentials),
          ]
          for engine in engines {
            let reports = Reports()
            do throws(UploadFailure) {
              let file = try await engine.send(place.transfer(source), report: reports.report)
              texts.append("\(file)")
            } catch {
              texts += ["\(error)", String(reflecting: error), "\(error.serverText ?? "")"]
            }
            do throws(UploadFailure) { texts.append("\(try await engine.destinationInfo(for: 7, in: nil))") } catch {
              texts.append("\(error)")
            }
            var dumped = ""
            dump(engine, to: &dumped)
            texts += reports.events.map { "\($0)" } + [dumped]
          }
        }
        if case .accessKey = credentials { continue }
        #expect(
          peer.requests.contains { $0.header("Authorization") != nil }, "the credentials were sent to their server")
      }
    }
    #expect(texts.count > 500)
    for text in texts where isLeaked(text) { Issue.record("\(text)") }
    #expect(!stranger.requests.isEmpty && stranger.requests.allSatisfy { $0.header("Authorization") == nil })
  }
}
