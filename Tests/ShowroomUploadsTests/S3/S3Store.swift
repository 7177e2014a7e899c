import Foundation
import ShowroomNetwork
import ShowroomTestSupport
import Synchronization

/// The contents of the peer: the bucket `cars`, with the behavior of the S3 API reference.
final class S3Store: Sendable {
  struct Object: Sendable, Equatable {
    var bytes: [UInt8]
    var metadata: [String: String] = [:]
  }

  struct Upload: Sendable {
    var key: String
    var metadata: [String: String]
    var parts: [Int: [UInt8]] = [:]
    /// Whether it was created for parts with checksums, and those of its parts.
    var hasChecksums = false, checksums: [Int: String] = [:]
    /// The time at which it was created.
    var initiated = "2026-09-21T14:13:20.000Z"
  }

  struct Content: Sendable {
    var objects: [String: Object] = [:]
    var uploads: [String: Upload] = [:]
    /// The number of uploads so far, because the store never reuses an ID.
    var uploadCount = 0
    var received: [S3Received] = []
    /// The errors in signatures.
    var complaints: [String] = []
  }

  let content: Mutex<Content>
  /// The number of entries per page of a listing.
  let page: Int
  /// The region that signatures must specify.
  let region: String

  static let keyID = "AKIDEXAMPLE", secret = "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY"

  /// Whether the store encrypts, so that ETags are not MD5s.
  let encrypts: Bool
  /// Whether the store overwrites objects despite `If-None-Match`, as older ones do.
  private let ignoresConditions: Bool
  /// The behavior toward checksums, or `nil` over plain HTTP, where bodies must be signed.
  private let checksums: S3Checksums?

  init(
    _ objects: [String: [UInt8]] = [:], page: Int = 1000, region: String = "us-east-1", encrypts: Bool = false,
    ignoresConditions: Bool = false, checksums: S3Checksums? = nil
  ) {
    self.encrypts = encrypts
    self.checksums = checksums
    self.ignoresConditions = ignoresConditions
    content = Mutex(Content(objects: objects.mapValues { Object(bytes: $0) }))
    self.page = page
    self.region = region
  }

  var objects: [String: Object] { content.withLock { $0.objects } }
  var uploads: [String: Upload] { content.withLock { $0.uploads } }
  var complaints: [String] { content.withLock { $0.complaints } }
  /// The requests so far, one line each.
  var lines: [String] { content.withLock { $0.received.map(\.line) } }
  var received: [S3Received] { content.withLock { $0.received } }

  /// Returns whether an object has these bytes. Comparing them in an expectation could take minutes, because it prints
  /// them.
  func holds(_ bytes: [UInt8], under key: String) -> Bool { objects[key]?.bytes == bytes }

  func remember(_ request: S3Received) { content.withLock { $0.received.append(request) } }

  func reply(to request: S3Received) -> S3Reply {
    content.withLock { content in
      if let wrong = request.wrong(keyID: Self.keyID, secret: Self.secret, region: region) {
        content.complaints.append(wrong)
        return .error(403, "SignatureDoesNotMatch", "The request signature we calculated does not match.")
      }
      if !request.isSigned, checksums == nil { content.complaints.append("an unsigned body over plain HTTP") }
      guard request.bucket == "cars" else { return .error(404, "NoSuchBucket") }
      guard let key = request.key else {
        return request["uploads"] != nil ? unfinished(request, content) : list(request, content)
      }
      return request["uploads"] != nil || request["uploadId"] != nil
        ? multipart(request, key, &content) : object(request, key, &content)
    }
  }

  private func object(_ request: S3Received, _ key: String, _ content: inout Content) -> S3Reply {
    switch request.method {
    case "PUT":
      if let refusal = condition(request, key, content) { return refusal }
      content.objects[key] = Object(bytes: request.body, metadata: Self.metadata(request))
      return S3Reply(headers: ["ETag": "\"\(etag(request.body))\""])
    case "DELETE":
      content.objects[key] = nil
      return S3Reply(status: 204)
    default:
      guard let object = content.objects[key] else {
        return request.method == "HEAD" ? S3Reply(status: 404) : .error(404, "NoSuchKey")
      }
      var headers = object.metadata
      headers["Content-Length"] = "\(object.bytes.count)"
      return S3Reply(headers: headers, body: request.method == "HEAD" ? [] : object.bytes)
    }
  }

  private func multipart(_ request: S3Received, _ key: String, _ content: inout Content) -> S3Reply {
    if request["uploads"] != nil {
      content.uploadCount += 1
      let id = "upload-\(content.uploadCount)"
      var upload = Upload(key: key, metadata: Self.metadata(request), initiated: Self.moment(of: request))
      upload.hasChecksums =
        request.headers["x-amz-checksum-algorithm"] == "CRC64NVME"
        && request.headers["x-amz-checksum-type"] == "FULL_OBJECT"
      if upload.hasChecksums, case .refusedAtCreation(let status, let code) = checksums { return .error(status, code) }
      content.uploads[id] = upload
      return .xml("<InitiateMultipartUploadResult><UploadId>\(id)</UploadId></InitiateMultipartUploadResult>")
    }
    guard let id = request["uploadId"], let upload = content.uploads[id], upload.key == key else {
      return .error(404, "NoSuchUpload", "The specified upload does not exist.")
    }
    switch request.method {
    case "PUT": return put(request, into: id, &content)
    case "GET": return parts(of: upload, after: request["part-number-marker"].flatMap { Int($0) } ?? 0)
    case "DELETE":
      content.uploads[id] = nil
      return S3Reply(status: 204)
    default:
      if let refusal = condition(request, key, content) { return refusal }
      let body = String(decoding: request.body, as: UTF8.self)
      let named = body.matches(of: /<PartNumber>(\d+)<\/PartNumber><ETag>"?(\w+)"?<\/ETag>/)
      var bytes: [UInt8] = []
      for part in named {
        guard let piece = upload.parts[Int(part.1) ?? 0], etag(piece) == part.2 else {
          return .error(400, "InvalidPart")
        }
        bytes += piece
      }
      let checksum = upload.hasChecksums ? combinedChecksum(bytes) : nil
      if let given = request.headers["x-amz-checksum-crc64nvme"], let checksum, given != checksum,
        checksums != .combinedWrongly(isRefused: false)
      {
        return .error(400, "BadDigest")
      }
      content.objects[key] = Object(bytes: bytes, metadata: upload.metadata)
      content.uploads[id] = nil
      let digests = named.flatMap { part in Digests.digest("MD5", of: upload.parts[Int(part.1) ?? 0] ?? []) }
      return .xml(
        "<CompleteMultipartUploadResult><Key>x</Key><ETag>&quot;\(etag(digests))-\(named.count)&quot;</ETag>"
          + (checksum.map { "<ChecksumCRC64NVME>\($0)</ChecksumCRC64NVME>" } ?? "")
          + "</CompleteMultipartUploadResult>")
    }
  }

  private func put(_ request: S3Received, into id: String, _ content: inout Content) -> S3Reply {
    let number = request.partNumber ?? 0
    func stored(_ bytes: [UInt8], _ checksum: String?) -> S3Reply {
      content.uploads[id]?.parts[number] = bytes
      content.uploads[id]?.checksums[number] = checksum
      return S3Reply(
        headers: ["ETag": "\"\(etag(bytes))\""].merging(checksum.map { ["x-amz-checksum-crc64nvme": $0] } ?? [:]) {
          $1
        })
    }
    guard !request.isSigned else {
      if content.uploads[id]?.hasChecksums == true, case .verified(refusesOthers: true) = checksums {
        return .error(400, "InvalidArgument", "checksum missing")
      }
      return stored(request.body, nil)
    }
    guard let body = DecodedChunks(request.body), request.headers["Content-Encoding"] == "aws-chunked",
      request.headers["x-amz-decoded-content-length"] == "\(body.data.count)",
      request.headers["x-amz-trailer"] == "x-amz-checksum-crc64nvme",
      let given = body.trailer["x-amz-checksum-crc64nvme"]
    else { return .error(400, "InvalidRequest", "The body is not aws-chunked.") }
    let checksum = DecodedChunks.checksum(body.data)
    switch checksums {
    case .refused(let status, let code): return .error(status, code)
    case .computedWrongly: return .error(400, "BadDigest")
    case .silent: return given == checksum ? stored(body.data, nil) : .error(400, "BadDigest")
    case .dropped: return stored(body.data, nil)
    case .raw: return stored(request.body, nil)
    case .echoed: return stored(body.data, given)
    case .verified, .refusedAtCreation, .combinedWrongly, nil:
      return given == checksum ? stored(body.data, checksum) : .error(400, "BadDigest")
    }
  }

  private func combinedChecksum(_ bytes: [UInt8]) -> String? {
    switch checksums {
    case .verified: DecodedChunks.checksum(bytes)
    case .combinedWrongly: DecodedChunks.checksum(bytes + [1])
    default: nil
    }
  }

  private func condition(_ request: S3Received, _ key: String, _ content: Content) -> S3Reply? {
    guard !ignoresConditions, request.headers["If-None-Match"] == "*", content.objects[key] != nil else { return nil }
    return .error(412, "PreconditionFailed", "At least one of the pre-conditions you specified did not hold.")
  }

  private func parts(of upload: Upload, after marker: Int) -> S3Reply {
    let all = upload.parts.sorted { $0.key < $1.key }.filter { $0.key > marker }
    let shown = all.prefix(page).map { number, bytes in
      "<Part><PartNumber>\(number)</PartNumber><ETag>&quot;\(etag(bytes))&quot;</ETag>"
        + "<Size>\(bytes.count)</Size>"
        + (upload.checksums[number].map { "<ChecksumCRC64NVME>\($0)</ChecksumCRC64NVME>" } ?? "") + "</Part>"
    }
    let next = all.prefix(page).last?.key ?? 0
    return .xml(
      "<ListPartsResult xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\"><UploadId>x</UploadId><NextPartNumberMarker>\(next)"
        + "</NextPartNumberMarker><IsTruncated>\(all.count > page)</IsTruncated>\(shown.joined())</ListPartsResult>")
  }

  private func list(_ request: S3Received, _ content: Content) -> S3Reply {
    let prefix = request["prefix"] ?? "", after = request["continuation-token"] ?? ""
    let keys = content.objects.keys.filter { key in
      key.hasPrefix(prefix) && key > after
        && (request["delimiter"] == nil || !key.dropFirst(prefix.count).contains("/"))
    }.sorted()
    let shown = keys.prefix(page)
    let contents = shown.map { key in
      "<Contents><Key>\(WebAddress.encoded(key))</Key><Size>\(content.objects[key]?.bytes.count ?? 0)</Size></Contents>"
    }
    let next = keys.count > page ? "<NextContinuationToken>\(shown.last ?? "")</NextContinuationToken>" : ""
    return .xml(
      "<ListBucketResult><EncodingType>url</EncodingType><IsTruncated>\(keys.count > page)</IsTruncated>\(next)"
        + "\(contents.joined())</ListBucketResult>")
  }

  private func unfinished(_ request: S3Received, _ content: Content) -> S3Reply {
    let uploads = content.uploads.filter { $0.value.key.hasPrefix(request["prefix"] ?? "") }.sorted { $0.key < $1.key }
    let elements = uploads.map { id, upload in
      "<Upload><Key>\(upload.key)</Key><UploadId>\(id)</UploadId><Initiated>\(upload.initiated)</Initiated></Upload>"
    }
    return .xml(
      "<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>\(elements.joined())</ListMultipartUploadsResult>")
  }

  private static func metadata(_ request: S3Received) -> [String: String] {
    Dictionary(
      request.headers.fields.filter { $0.name.hasPrefix("x-amz-meta-") }.map { ($0.name, $0.value) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the time of a request's signature.
  private static func moment(of request: S3Received) -> String {
    let digits = (request.headers["x-amz-date"] ?? "").filter(\.isNumber).map(String.init)
    guard digits.count == 14 else { return "" }
    func part(_ range: Range<Int>) -> String { digits[range].joined() }
    return "\(part(0..<4))-\(part(4..<6))-\(part(6..<8))T\(part(8..<10)):\(part(10..<12)):\(part(12..<14)).000Z"
  }

  private func etag(_ bytes: [UInt8]) -> String { Digests.hexadecimal("MD5", of: encrypts ? bytes + [1] : bytes) }
}
