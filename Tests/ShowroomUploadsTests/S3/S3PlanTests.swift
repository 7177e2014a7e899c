import ShowroomFiles
import Testing

@testable import ShowroomUploads

@Suite("S3 parts and addresses")
struct S3PlanTests {
  struct Cut: Sendable { let size: Int64, part: Int64, count: Int }

  static let cuts: [Cut] = [
    Cut(size: (8 << 20) + 1, part: 8 << 20, count: 2),
    Cut(size: 4 << 30, part: 8 << 20, count: 512),
    Cut(size: (4 << 30) + (1 << 20), part: 9 << 20, count: 456),
    Cut(size: 16 << 30, part: 32 << 20, count: 512),
    Cut(size: 64 << 30, part: 64 << 20, count: 1024),
    Cut(size: 640_000 << 20, part: 64 << 20, count: 10_000),
    Cut(size: (640_000 << 20) + 1, part: 65 << 20, count: 9847),
    Cut(size: 5 << 40, part: 525 << 20, count: 9987),
  ]

  @Test(arguments: cuts)
  func `a file has at most 512 parts of 8 to 64 MiB, or up to 10,000 larger ones`(_ cut: Cut) {
    let plan = PartPlan(size: cut.size)
    #expect(plan.partSize == cut.part)
    #expect(plan.count == cut.count)
    #expect(plan.range(of: 1) == 0..<cut.part)
    #expect(plan.range(of: plan.count) == Int64(cut.count - 1) * cut.part..<cut.size)
  }

  @Test func `a checkpoint with an invalid part size is ignored`() {
    #expect(PartPlan(size: 100 << 20, partSize: 5 << 20)?.count == 20)
    #expect(PartPlan(size: 100 << 20, partSize: (5 << 20) - 1) == nil)
    #expect(PartPlan(size: 5 << 40, partSize: 16 << 20) == nil)
    #expect(PartPlan(size: 5 << 40, partSize: 6 << 30) == nil)
    let source = UploadSource(path: "/a", size: 100 << 20, modified: 0, identity: FileIdentity(device: 1, inode: 1))
    let values = ["key": "a", "upload": "b", "source": source.fingerprint]
    func upload(part: Int) -> MultipartUpload? {
      MultipartUpload(Checkpoint(values: values.merging(["part": "\(part)"]) { $1 }), source: source)
    }
    #expect(upload(part: 5 << 20) != nil)
    #expect(upload(part: 0) == nil)
  }

  @Test(arguments: [
    ("s3://cars/a", "cars.s3.us-east-1.amazonaws.com", "/a/7/x"),
    ("s3://cars?region=eu-west-1", "cars.s3.eu-west-1.amazonaws.com", "/7/x"),
    ("s3://my.cars/a", "s3.us-east-1.amazonaws.com", "/my.cars/a/7/x"),
    ("s3://cars/a%20b?endpoint=http://127.0.0.1:9000", "127.0.0.1:9000", "/cars/a%20b/7/x"),
    ("s3://cars?endpoint=https://store.example:443/s3/", "store.example", "/s3/cars/7/x"),
    ("s3://cars?endpoint=http://[::1]:9000", "[::1]:9000", "/cars/7/x"),
  ])
  func `AWS buckets have their own hosts, and others are part of the path`(
    _ example: (text: String, host: String, path: String)
  ) throws {
    let address = S3Address(location: try S3Location(parsing: example.text))
    let path = address.path(of: address.folder(of: 7) + "x")
    #expect(address.host == example.host)
    #expect(path == example.path)
    let scheme = address.location.endpoint.scheme
    #expect(address.url(path: path, query: "")?.text == "\(scheme)://\(example.host)\(example.path)")
  }

  @Test func `the address of a bucket is the root of its host or its path`() throws {
    #expect(S3Address(location: try S3Location(parsing: "s3://cars")).path(of: nil) == "/")
    #expect(S3Address(location: try S3Location(parsing: "s3://cars?endpoint=http://h")).path(of: nil) == "/cars")
  }

  @Test func `encoded names in listings are decoded`() {
    #expect(S3Connection.decoded("a+b%2Bc%25%ED%98%84") == "a b+c%현")
    #expect(S3Connection.decoded("100%") == "100%")
    #expect(S3Connection.decoded("%+1%zz") == "% 1%zz")
  }

  @Test func `times in responses are parsed with and without fractions`() {
    #expect(SigningDate.date("2013-05-24T00:00:00Z")?.timeIntervalSince1970 == 1_369_353_600)
    #expect(SigningDate.date("2013-05-24T00:00:00.123Z")?.timeIntervalSince1970 == 1_369_353_600)
    #expect(SigningDate.date("20130524T000000Z")?.timeIntervalSince1970 == 1_369_353_600)
    #expect(SigningDate.date("yesterday") == nil)
    #expect(SigningDate.date("2013-05-24T00:00:00+09:00") == nil)
  }
}
