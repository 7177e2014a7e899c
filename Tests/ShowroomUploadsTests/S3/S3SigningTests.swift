import Foundation
import ShowroomNetwork
import ShowroomTestSupport
import Testing

@testable import ShowroomUploads

/// The published examples of AWS: the Signature Version 4 test suite (in its "unnormalized" variants, because S3 does
/// not normalize paths) and the examples of the S3 and IAM documentation.
@Suite("S3 signatures")
struct S3SigningTests {
  struct Vector: Sendable, CustomTestStringConvertible {
    var name: String
    var method = "GET"
    var path = "/"
    var query: [CanonicalRequest.QueryItem] = []
    var headers: HeaderFields = [:]
    var body = ""
    var signed = "host;x-amz-date"
    var signature: String
    var testDescription: String { name }
  }

  private static let unreserved = "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

  static let suite: [Vector] = [
    Vector(name: "get-vanilla", signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
    Vector(
      name: "post-vanilla", method: "POST",
      signature: "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
    Vector(
      name: "get-vanilla-query-order-key-case",
      query: [.init(name: "Param2", value: "value2"), .init(name: "Param1", value: "value1")],
      signature: "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"),
    Vector(
      name: "get-vanilla-empty-query-key", query: [.init(name: "Param1", value: "value1")],
      signature: "a67d582fa61cc504c4bae71f336f98b97f1ea3c7a6bfe1b6e45aec72011b9aeb"),
    Vector(
      name: "get-vanilla-query-order-encoded",
      query: [
        .init(name: "Param-3", value: "Value3"), .init(name: "Param", value: "Value2"),
        .init(name: "ሴ", value: "Value1"),
      ],
      signature: "371d3713e185cc334048618a97f809c9ffe339c62934c032af5a0e595648fcac"),
    Vector(
      name: "get-vanilla-query-unreserved", query: [.init(name: unreserved, value: unreserved)],
      signature: "9c3e54bfcdf0b19771a7f523ee5669cdf59bc7cc0884027167c21bb143a40197"),
    Vector(
      name: "get-vanilla-utf8-query", query: [.init(name: "ሴ", value: "bar")],
      signature: "2cdec8eed098649ff3a119c94853b13c643bcf08f8b0a1d91e12c9027818dd04"),
    Vector(
      name: "post-vanilla-query", method: "POST", query: [.init(name: "Param1", value: "value1")],
      signature: "28038455d6de14eafc1f9222cf5aa6f1a96197d7deb8263271d420d138af7f11"),
    Vector(
      name: "get-unreserved", path: "/" + unreserved,
      signature: "07ef7494c76fa4850883e2b006601f940f8a34d404d0cfa977f52a65bbf5f24f"),
    Vector(
      name: "get-utf8", path: "/%E1%88%B4",
      signature: "8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85"),
    Vector(
      name: "get-space", path: "/example%20space/",
      signature: "652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741"),
    Vector(
      name: "get-relative", path: "/example/..",
      signature: "eca7ead57bb5aa5c8e28007acd4ff04e1ff9a0ff3b237ec1554a184887ff9282"),
    Vector(
      name: "get-relative-relative", path: "/example1/example2/../..",
      signature: "dc33e0856fd4baca4d7aa2146c38958283844764f38c74252a333df5e613003b"),
    Vector(
      name: "get-slash", path: "//",
      signature: "c88bcd3d312d75078c0cd961d6deae3f4c754924b01669efcfcb439fd5e5b76e"),
    Vector(
      name: "get-slashes", path: "//example//",
      signature: "87cca117541a147f6df867677d98a7d80dff226d2bfca9e4ffa899665623c7e5"),
    Vector(
      name: "get-slash-dot-slash", path: "/./",
      signature: "68714168e6557f8f2de0ef956fc24dc2593a4bd2961f8df51898d8a134695145"),
    Vector(
      name: "get-slash-pointless-dot", path: "/./example",
      signature: "beb03f223f7deae4146464f06e29eebbee9c8afbe15c290cf07aa8b119e14cff"),
    Vector(
      name: "get-header-key-duplicate",
      headers: ["My-Header1": "value2", "My-Header1": "value2", "My-Header1": "value1"],
      signed: "host;my-header1;x-amz-date",
      signature: "c9d5ea9f3f72853aea855b47ea873832890dbdd183b4468f858259531a5138ea"),
    Vector(
      name: "get-header-value-order",
      headers: ["My-Header1": "value4", "My-Header1": "value1", "My-Header1": "value3", "My-Header1": "value2"],
      signed: "host;my-header1;x-amz-date",
      signature: "08c7e5a9acfcfeb3ab6b2185e75ce8b1deb5e634ec47601a50643f830c755c01"),
    Vector(
      name: "get-header-value-trim", headers: ["My-Header1": " value1", "My-Header2": " \"a   b   c\""],
      signed: "host;my-header1;my-header2;x-amz-date",
      signature: "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"),
    Vector(
      name: "post-header-key-sort", method: "POST", headers: ["My-Header1": "value1"],
      signed: "host;my-header1;x-amz-date",
      signature: "c5410059b04c1ee005303aed430f6e6645f61f4dc9e1461ec8f8916fdf18852c"),
    Vector(
      name: "post-header-value-case", method: "POST", headers: ["My-Header1": "VALUE1"],
      signed: "host;my-header1;x-amz-date",
      signature: "cdbc9802e29d2942e5e10b5bccfdd67c5f22c7c4e8ae67b53629efa58b974b7d"),
    Vector(
      name: "get-vanilla-with-session-token",
      headers: ["X-Amz-Security-Token": "6e86291e8372ff2a2260956d9b8aae1d763fbf315fa00fa31553b73ebf194267"],
      signed: "host;x-amz-date;x-amz-security-token",
      signature: "07ec1639c89043aa0e3e2de82b96708f198cceab042d4a97044c66dd9f74e7f8"),
    Vector(
      name: "post-x-www-form-urlencoded", method: "POST",
      headers: ["Content-Type": "application/x-www-form-urlencoded"], body: "Param1=value1",
      signed: "content-type;host;x-amz-date",
      signature: "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a"),
    Vector(
      name: "post-x-www-form-urlencoded, with the body's length and checksum", method: "POST",
      headers: [
        "Content-Type": "application/x-www-form-urlencoded", "Content-Length": "13",
        "x-amz-content-sha256": "9095672bbd1f56dfc5b65f3e153adc8731a4a654192329106275f4c7b24d0b6e",
      ],
      body: "Param1=value1", signed: "content-length;content-type;host;x-amz-content-sha256;x-amz-date",
      signature: "d3875051da38690788ef43de4db0d8f280229d82040bfac253562e56c3f20e0b"),
  ]

  @Test(arguments: suite)
  func `the cases of the AWS test suite are signed correctly`(_ vector: Vector) throws {
    let signer = RequestSigner(
      keyID: "AKIDEXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", region: "us-east-1",
      service: "service")
    let date = SigningDate(Date(timeIntervalSince1970: 1_440_938_160))
    var headers = vector.headers
    headers["Host"] = "example.amazonaws.com"
    headers["X-Amz-Date"] = "20150830T123600Z"
    let request = CanonicalRequest(
      method: vector.method, path: vector.path, query: vector.query, headers: headers,
      payloadHash: Digests.hexadecimal("SHA256", of: vector.body.utf8))
    #expect(date.moment == "20150830T123600Z")
    #expect(
      try signer.authorization(for: request, at: date)
        == "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, "
        + "SignedHeaders=\(vector.signed), Signature=\(vector.signature)")
  }

  struct S3Example: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var method = "GET"
    var path = "/"
    var query: [CanonicalRequest.QueryItem] = []
    var headers: HeaderFields = [:]
    var body = ""
    var requestHash: String
    var signature: String
  }

  static let examples = [
    S3Example(
      testDescription: "GET object", path: "/test.txt", headers: ["Range": "bytes=0-9"],
      requestHash: "7344ae5b7ee6c3e7e6b0fe0640412a37625d1fbfff95c48bbb2dc43964946972",
      signature: "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"),
    S3Example(
      testDescription: "PUT object", method: "PUT", path: "/" + WebAddress.encoded("test$file.text"),
      headers: ["Date": "Fri, 24 May 2013 00:00:00 GMT", "x-amz-storage-class": "REDUCED_REDUNDANCY"],
      body: "Welcome to Amazon S3.",
      requestHash: "9e0e90d9c76de8fa5b200d8c849cd5b8dc7a3be3951ddb7f6a76b4158342019d",
      signature: "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"),
    S3Example(
      testDescription: "GET bucket lifecycle", query: [.init(name: "lifecycle")],
      requestHash: "9766c798316ff2757b517bc739a67f6213b4ab36dd5da2f94eaebf79c77395ca",
      signature: "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"),
    S3Example(
      testDescription: "GET bucket (list objects)",
      query: [.init(name: "max-keys", value: "2"), .init(name: "prefix", value: "J")],
      requestHash: "df57d21db20da04d7fa30298dd4488ba3a2b47ca3a489c74750e0f1e7df1b9b7",
      signature: "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"),
  ]

  @Test(arguments: examples)
  func `the examples of the S3 documentation are signed correctly`(_ example: S3Example) throws {
    let signer = RequestSigner(
      keyID: "AKIAIOSFODNN7EXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", region: "us-east-1")
    let date = SigningDate(Date(timeIntervalSince1970: 1_369_353_600))
    let payloadHash = Digests.hexadecimal("SHA256", of: example.body.utf8)
    var headers = example.headers
    headers["Host"] = "examplebucket.s3.amazonaws.com"
    headers["x-amz-date"] = "20130524T000000Z"
    headers["x-amz-content-sha256"] = payloadHash
    let request = CanonicalRequest(
      method: example.method, path: example.path, query: example.query, headers: headers, payloadHash: payloadHash)
    #expect(
      try signer.stringToSign(request, at: date)
        == "AWS4-HMAC-SHA256\n20130524T000000Z\n20130524/us-east-1/s3/aws4_request\n\(example.requestHash)")
    #expect(try signer.authorization(for: request, at: date).hasSuffix(", Signature=\(example.signature)"))
  }

  @Test func `the example of the IAM documentation derives the same key`() throws {
    let signer = RequestSigner(
      keyID: "AKIDEXAMPLE", secret: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", region: "us-east-1", service: "iam")
    let date = SigningDate(Date(timeIntervalSince1970: 1_440_938_160))
    #expect(
      try signer.signingKey(of: date).hexadecimal
        == "c4afb1cc5771d871763a393e44b703571b55cc28424d1a5e86da6ed3c154a4b9")
    let request = CanonicalRequest(
      method: "GET", path: "/",
      query: [.init(name: "Action", value: "ListUsers"), .init(name: "Version", value: "2010-05-08")],
      headers: [
        "Content-Type": "application/x-www-form-urlencoded; charset=utf-8", "Host": "iam.amazonaws.com",
        "X-Amz-Date": "20150830T123600Z",
      ],
      payloadHash: S3Request.emptyHash)
    #expect(
      try signer.stringToSign(request, at: date).hasSuffix(
        "f536975d06c0309214f805bb90ccff089219ecd68b2577efef23edd43b7e1a59"))
    #expect(
      try signer.authorization(for: request, at: date).hasSuffix(
        "Signature=5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7"))
  }

  @Test func `a signer describes itself without the secret`() {
    let signer = RequestSigner(keyID: "AKID", secret: "do-not-tell", region: "eu-west-1")
    var dumped = ""
    dump(signer, to: &dumped)
    #expect("\(signer)" == "RequestSigner(AKID, eu-west-1, s3)")
    #expect(!"\(signer) \(String(reflecting: signer)) \(dumped)".contains("do-not-tell"))
  }
}
