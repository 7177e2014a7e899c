import Foundation
import Testing

@testable import ShowroomUploads

@Suite("S3 errors")
struct S3ErrorTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var status: Int
    var code: String
    var more = ""
    var headers: [String: String] = [:]
    var cause: UploadFailure.Cause
    var retry = UploadFailure.Retry.never
    var message: String
    var testDescription: String { "\(status) \(code)" }
  }

  static let cases = [
    Case(
      status: 404, code: "NoSuchBucket", cause: .protocol,
      message: "There is no bucket cars on HOST; check its name, or create it."),
    Case(
      status: 403, code: "AccessDenied", cause: .forbidden,
      message: "This access key does not have permission for the bucket cars; contact its administrator."),
    Case(
      status: 403, code: "InvalidAccessKeyId", cause: .unauthorized,
      message: "HOST does not recognize this access key; check AWS_ACCESS_KEY_ID."),
    Case(
      status: 403, code: "SignatureDoesNotMatch", cause: .unauthorized,
      message: "HOST rejected the signature; check AWS_SECRET_ACCESS_KEY."),
    Case(
      status: 400, code: "ExpiredToken", cause: .unauthorized,
      message: "The access key for HOST has expired; get a new one, with a new AWS_SESSION_TOKEN."),
    Case(
      status: 403, code: "RequestTimeTooSkewed", more: "<ServerTime>2026-09-21T14:36:40Z</ServerTime>",
      cause: .forbidden,
      message: "This computer's clock is 23 minutes slow, so HOST rejects its signatures; set the clock."),
    Case(
      status: 403, code: "RequestTimeTooSkewed", headers: ["Date": "Mon, 21 Sep 2026 09:13:20 GMT"],
      cause: .forbidden,
      message: "This computer's clock is 5 hours fast, so HOST rejects its signatures; set the clock."),
    Case(
      status: 503, code: "SlowDown", headers: ["Retry-After": "7"], cause: .unavailable, retry: .after(seconds: 7),
      message: "HOST is receiving too many requests; wait a moment."),
    Case(
      status: 500, code: "InternalError", cause: .unavailable, retry: .later,
      message: "HOST returned an error (500); try again later."),
    Case(
      status: 400, code: "RequestTimeout", cause: .unavailable, retry: .later,
      message: "HOST returned an error (400); try again later."),
    Case(
      status: 409, code: "ConditionalRequestConflict", cause: .unavailable, retry: .later,
      message: "Another program is writing the same file in cars; try again in a moment."),
    Case(
      status: 400, code: "XAmzContentSHA256Mismatch", cause: .corrupted, retry: .later,
      message: "The data was corrupted in transit to HOST; it will be sent again."),
    Case(
      status: 400, code: "EntityTooLarge", cause: .noSpace,
      message: "The file is too large for HOST; choose a smaller one, or another destination."),
    Case(
      status: 507, code: "XMinioStorageFull", cause: .noSpace,
      message: "The bucket cars is full; free some space there, or choose another destination."),
    Case(
      status: 400, code: "KeyTooLongError", cause: .protocol,
      message: "The name is too long for HOST; choose a shorter one, or a shorter prefix."),
    Case(
      status: 301, code: "PermanentRedirect", headers: ["x-amz-bucket-region": "eu-west-1"], cause: .protocol,
      message: "The bucket cars is in the region eu-west-1; add region=eu-west-1 to the destination."),
    Case(
      status: 400, code: "AuthorizationHeaderMalformed", more: "<Region>ap-northeast-2</Region>", cause: .protocol,
      message: "The bucket cars is in the region ap-northeast-2; add region=ap-northeast-2 to the destination."),
    Case(
      status: 418, code: "SomethingNew", cause: .protocol,
      message: "HOST rejected the request (418); check the destination."),
  ]

  @Test(arguments: cases)
  func `each error code has a cause, a retry and a next step`(_ example: Case) async throws {
    let fixture = try await S3Fixture { request in
      guard request.method == "PUT" else { return nil }
      return .answers(
        .error(
          example.status, example.code, "In its \u{1B}[31mown words.", more: example.more, headers: example.headers))
    }
    let failure = try await fixture.failure(of: fixture.place.transfer(try fixture.place.source()))
    let host = fixture.peer.endpoint.dropFirst("http://".count)
    #expect(failure.cause == example.cause)
    #expect(failure.retry == example.retry)
    #expect(failure.message == example.message.replacing("HOST", with: host))
    #expect(failure.status == example.status)
    #expect(failure.serverText == "\(example.code): In its [31mown words.")
  }

  @Test func `a bucket in another region is detected from a HEAD response without a body`() async throws {
    let fixture = try await S3Fixture { request in
      request.method == "HEAD"
        ? .answers(S3Reply(status: 301, headers: ["x-amz-bucket-region": "eu-central-1"])) : nil
    }
    let failure = try await fixture.failure(of: fixture.place.transfer(try fixture.place.source()))
    #expect(
      failure.message == "The bucket cars is in the region eu-central-1; add region=eu-central-1 to the destination.")
    #expect(fixture.peer.store.lines == ["HEAD scans/7/scan.pdf"])
  }

  @Test func `an error without a body does not stop the request that reports the reason`() async throws {
    for status in [400, 401, 403] {
      let fixture = try await S3Fixture { request in
        .answers(request.method == "HEAD" ? S3Reply(status: status) : .error(400, "ExpiredToken"))
      }
      let failure = try await fixture.failure(of: fixture.place.transfer(try fixture.place.source()))
      #expect(failure.cause == .unauthorized)
      #expect(failure.message.contains("AWS_SESSION_TOKEN"))
    }
  }

  @Test func `a web page is reported as not being an S3 response`() async throws {
    let fixture = try await S3Fixture { request in
      request.key == nil
        ? .answers(S3Reply(body: Array("<html><head><title>It works!</title></head></html>".utf8))) : nil
    }
    let info = try await fixture.withEngine { engine in
      await #expect(throws: UploadFailure.self) { try await engine.destinationInfo(for: 7, in: nil) }
    }
    #expect(info?.cause == .protocol)
    #expect(info?.serverText == "It works!")
  }

  @Test func `a wrong secret is rejected by the store and never appears in a message`() async throws {
    var fixture = try await S3Fixture()
    fixture.credentials = .accessKey(id: S3Store.keyID, secret: "a-wrong-secret", session: nil)
    let failure = try await withTransport { transport in
      let engine = S3Engine(
        location: try fixture.peer.location(), transport: transport, credentials: fixture.credentials)
      return await #expect(throws: UploadFailure.self) { try await engine.destinationInfo(for: 7, in: nil) }
    }
    #expect(failure?.cause == .unauthorized)
    #expect(fixture.peer.store.complaints.count == 1)
    #expect(!"\(String(describing: failure))".contains("a-wrong-secret"))
  }
}
