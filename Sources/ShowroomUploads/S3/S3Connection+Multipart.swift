import ShowroomNetwork

extension S3Connection {
  /// Creates a multipart upload.
  /// - Parameter hasChecksums: Whether its parts will have checksums, unless the store refuses that.
  func createUpload(
    _ key: String, plan: PartPlan, headers: HeaderFields, hasChecksums: Bool = false
  ) async throws(UploadFailure) -> MultipartUpload {
    var request = S3Request("POST", key, query: [.init(name: "uploads")])
    request.headers = headers
    if hasChecksums { for field in Self.checksumHeaders.fields { request.headers[field.name] = field.value } }
    let response = try await response(to: request)
    if hasChecksums, response.status != 403, refusesChecksum(response) {
      learned.noteChecksums(.unusable)
      return try await createUpload(key, plan: plan, headers: headers)
    }
    guard response.isSuccess else { throw failure(of: response) }
    let answer = try document(with: "UploadId", of: response)
    return MultipartUpload(key: key, id: answer.value("UploadId") ?? "", plan: plan, hasChecksums: hasChecksums)
  }

  /// A part in the store, and the checksum that the store reports for it.
  struct ListedPart: Sendable, Hashable {
    var part: MultipartUpload.Part
    var checksum: String?

    /// Returns the part if it has the same contents as the file, as far as the digest shows. Without a checksum, parts
    /// are compared only by size if their ETags are not MD5s.
    func part(ifSameAs digest: PartHasher.Digest, comparesByMD5: Bool?) -> MultipartUpload.Part? {
      guard let checksum, let value = digest.crc64 else {
        return comparesByMD5 == false || part.isNamed(after: digest.md5) ? part : nil
      }
      var part = part
      part.checksum = value
      return checksum == ChunkedFraming.text(value.value) ? part : nil
    }
  }

  /// Returns the parts in the store by number.
  func parts(of upload: MultipartUpload) async throws(UploadFailure) -> [Int: ListedPart] {
    var parts: [Int: ListedPart] = [:]
    var marker: Int64 = 0
    while true {
      var request = S3Request("GET", upload.key, query: [.init(name: "uploadId", value: upload.id)])
      if marker > 0 { request.query.append(.init(name: "part-number-marker", value: "\(marker)")) }
      request.responseLimit = 2 << 20
      let answer = try document(with: "UploadId", of: try await perform(request))
      for element in answer.all("Part") {
        guard let number = element.number("PartNumber"), (1...PartPlan.maximumCount).contains(number),
          let etag = element.value("ETag"), let size = element.number("Size")
        else { continue }
        parts[Int(number)] = ListedPart(
          part: MultipartUpload.Part(number: Int(number), etag: etag, size: size),
          checksum: element.value("ChecksumCRC64NVME"))
      }
      let next = answer.number("NextPartNumberMarker") ?? 0
      // A marker that does not advance would cause an endless loop, and one beyond all parts a very long one.
      guard answer.value("IsTruncated") == "true", next > marker, next < PartPlan.maximumCount else { return parts }
      marker = next
    }
  }

  /// The store's report about an object that was combined from parts.
  struct Combined: Sendable, Hashable {
    var etag: String?
    /// Whether the checksum of the object equals that of the file, or `nil` if it was not compared.
    var hasRightChecksum: Bool?
  }

  /// Combines the parts into an object, and lets the store compare its checksum if it has those of all parts. A store
  /// that refuses the checksum of the object combines the parts without it.
  func complete(
    _ upload: MultipartUpload, parts: [MultipartUpload.Part], isConditional: Bool
  ) async throws(UploadFailure) -> Combined {
    guard let checksum = MultipartUpload.checksum(of: parts).map({ ChunkedFraming.text($0.value) }) else {
      return Combined(etag: try await combine(upload, parts, checksum: nil, isConditional: isConditional).value("ETag"))
    }
    do throws(UploadFailure) {
      let answer = try await combine(upload, parts, checksum: checksum, isConditional: isConditional)
      return Combined(
        etag: answer.value("ETag"), hasRightChecksum: answer.value("ChecksumCRC64NVME").map { $0 == checksum })
    } catch {
      guard [400, 501].contains(error.status) || error.cause == .corrupted else { throw error }
      let answer = try await combine(upload, parts, checksum: nil, isConditional: isConditional)
      return Combined(etag: answer.value("ETag"), hasRightChecksum: false)
    }
  }

  /// Combines the parts. The response body may contain an error despite a success status, because S3 sends the status
  /// before the work is done.
  private func combine(
    _ upload: MultipartUpload, _ parts: [MultipartUpload.Part], checksum: String?, isConditional: Bool
  ) async throws(UploadFailure) -> XMLElement {
    let list = parts.map { $0.element(withChecksum: checksum != nil) }
    let body = Array("<CompleteMultipartUpload>\(list.joined())</CompleteMultipartUpload>".utf8)
    var request = S3Request("POST", upload.key, query: [.init(name: "uploadId", value: upload.id)])
    request.headers["Content-Type"] = "application/xml"
    if let checksum {
      request.headers[ChunkedFraming.checksumHeader] = checksum
      request.headers["x-amz-checksum-type"] = Self.checksumHeaders["x-amz-checksum-type"]
    }
    try request.setBody(body)
    return try document(with: "Key", of: try await performCreating(request, isConditional: isConditional))
  }

  /// Aborts an unfinished upload, deleting its parts. Succeeds if the upload does not exist.
  /// - Returns: Whether it existed.
  @discardableResult
  func abort(_ key: String, id: String) async throws(UploadFailure) -> Bool {
    let response = try await response(to: S3Request("DELETE", key, query: [.init(name: "uploadId", value: id)]))
    guard response.isSuccess || response.status == 404 else { throw failure(of: response) }
    return response.isSuccess
  }

  /// Sends a request that creates an object.
  /// - Parameter isConditional: Whether to create the object only if the key is free. If the store does not support the
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
