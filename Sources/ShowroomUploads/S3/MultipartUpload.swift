import ShowroomFiles
import ShowroomNetwork

/// A multipart upload in the store.
struct MultipartUpload: Sendable, Hashable {
  /// The key of the resulting object.
  let key: String
  /// The ID that the store assigned to the upload.
  let id: String
  let plan: PartPlan
  /// Whether the ETag of a part is its MD5, or `nil` until the first part has been sent. If not, as with encryption,
  /// parts are compared only by size.
  var comparesByMD5: Bool?

  init(key: String, id: String, plan: PartPlan) {
    self.key = key
    self.id = id
    self.plan = plan
  }

  /// Reads the checkpoint of an earlier attempt. Returns `nil` if it is invalid or if the file has changed.
  init?(_ checkpoint: Checkpoint, source: UploadSource, partSizes: PartPlan.Sizes = .init()) {
    guard let key = checkpoint.values["key"], let id = checkpoint.values["upload"],
      let partSize = checkpoint.values["part"].flatMap({ Int64($0) }),
      checkpoint.values["source"] == source.fingerprint,
      let plan = PartPlan(size: source.size, partSize: partSize, sizes: partSizes)
    else { return nil }
    self.init(key: key, id: id, plan: plan)
    comparesByMD5 = checkpoint.values["md5"].map { $0 == "yes" }
  }

  /// Returns the checkpoint for the next attempt.
  func checkpoint(of transfer: Transfer, confirmed: Int64) -> Checkpoint {
    var values = ["key": key, "upload": id, "part": "\(plan.partSize)", "source": transfer.source.fingerprint]
    if let comparesByMD5 { values["md5"] = comparesByMD5 ? "yes" : "no" }
    // Discarding the upload deletes the object if it is complete, but not one that replaced another, because the old
    // one is gone.
    if transfer.onDuplicate != .replace { values["mark"] = S3Object.mark(of: transfer) }
    return Checkpoint(values: values, confirmed: confirmed)
  }

  /// Returns the ETag that the store assigns to the combined object: the MD5 of the parts' MD5s, followed by their
  /// number. Returns `nil` if ETags are not MD5s.
  func name(of parts: [Part]) throws(UploadFailure) -> String? {
    let digests = parts.compactMap(\.md5)
    guard comparesByMD5 == true, digests.count == parts.count else { return nil }
    return "\(try MessageDigest.of(digests.flatMap(\.self), .md5).hexadecimal)-\(parts.count)"
  }

  /// A part in the store.
  struct Part: Sendable, Hashable {
    var number: Int
    /// The ETag, with quotation marks as received.
    var etag: String
    /// The size in bytes.
    var size: Int64

    /// The ETag escaped for XML.
    var escapedETag: String {
      etag.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// The MD5 in the ETag, if it contains one.
    var md5: [UInt8]? {
      let digits = etag.filter { $0 != "\"" }
      let bytes = stride(from: 0, to: digits.utf8.count - 1, by: 2).compactMap { offset in
        UInt8(String(digits.dropFirst(offset).prefix(2)), radix: 16)
      }
      return bytes.count == 16 && digits.utf8.count == 32 ? bytes : nil
    }

    /// Whether the ETag is this MD5.
    func isNamed(after md5: String?) -> Bool {
      md5 != nil && etag.filter { $0 != "\"" }.lowercased() == md5
    }
  }
}

extension S3Connection {
  /// Creates a multipart upload.
  func createUpload(
    _ key: String, plan: PartPlan, headers: HeaderFields
  ) async throws(UploadFailure) -> MultipartUpload {
    var request = S3Request("POST", key, query: [.init(name: "uploads")])
    request.headers = headers
    let answer = try document(with: "UploadId", of: try await perform(request))
    return MultipartUpload(key: key, id: answer.value("UploadId") ?? "", plan: plan)
  }

  /// Returns the parts in the store by number.
  func parts(of upload: MultipartUpload) async throws(UploadFailure) -> [Int: MultipartUpload.Part] {
    var parts: [Int: MultipartUpload.Part] = [:]
    var marker: Int64 = 0
    while true {
      var request = S3Request("GET", upload.key, query: [.init(name: "uploadId", value: upload.id)])
      if marker > 0 { request.query.append(.init(name: "part-number-marker", value: "\(marker)")) }
      request.responseLimit = 2 << 20
      let answer = try document(with: "UploadId", of: try await perform(request))
      for element in answer.all("Part") {
        guard let number = element.number("PartNumber").flatMap(Int.init(exactly:)), let etag = element.value("ETag"),
          let size = element.number("Size")
        else { continue }
        parts[number] = MultipartUpload.Part(number: number, etag: etag, size: size)
      }
      let next = answer.number("NextPartNumberMarker") ?? 0
      // A marker that does not advance would cause an endless loop.
      guard answer.value("IsTruncated") == "true", next > marker else { return parts }
      marker = next
    }
  }

  /// Combines the parts into an object. The response body may contain an error despite a success status, because S3
  /// sends the status before the work is done.
  /// - Returns: the ETag of the object, or `nil` if the response has none.
  func complete(
    _ upload: MultipartUpload, parts: [MultipartUpload.Part], isConditional: Bool
  ) async throws(UploadFailure) -> String? {
    let list = parts.map { part in
      "<Part><PartNumber>\(part.number)</PartNumber><ETag>\(part.escapedETag)</ETag></Part>"
    }
    let body = Array("<CompleteMultipartUpload>\(list.joined())</CompleteMultipartUpload>".utf8)
    var request = S3Request("POST", upload.key, query: [.init(name: "uploadId", value: upload.id)])
    request.headers["Content-Type"] = "application/xml"
    try request.setBody(body)
    let response = try await performCreating(request, isConditional: isConditional)
    return try document(with: "Key", of: response).value("ETag")
  }

  /// Aborts an unfinished upload, deleting its parts. Succeeds if the upload does not exist.
  func abort(_ key: String, id: String) async throws(UploadFailure) {
    let response = try await response(to: S3Request("DELETE", key, query: [.init(name: "uploadId", value: id)]))
    guard response.isSuccess || response.status == 404 else { throw failure(of: response) }
  }

  /// Sends a request that creates an object.
  /// - Parameter isConditional: whether to create the object only if the key is free. If the store does not support the
  ///   condition (501), the request is repeated without it, because the key was already checked.
  @discardableResult
  func performCreating(
    _ request: S3Request, isConditional: Bool, progress: @escaping HTTPTransport.SendProgress = { _ in }
  ) async throws(UploadFailure) -> HTTPResponse {
    guard isConditional else { return try await perform(request, progress: progress) }
    var conditional = request
    conditional.headers["If-None-Match"] = "*"
    let response = try await response(to: conditional, progress: progress)
    if response.status == 501 { return try await perform(request, progress: progress) }
    guard response.isSuccess else { throw failure(of: response) }
    return response
  }
}
