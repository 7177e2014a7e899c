import Crypto

/// An upload in parts that the store knows of.
struct MultipartUpload: Sendable, Hashable {
  /// The object that it becomes.
  let key: String
  /// The store's name for it.
  let id: String
  let plan: PartPlan
  /// Whether the store names parts after their MD5; nil until one has been sent. A store that encrypts does not: what it
  /// has can then be compared by its size alone.
  var comparesByMD5: Bool?

  init(key: String, id: String, plan: PartPlan) {
    self.key = key
    self.id = id
    self.plan = plan
  }

  /// The upload that an earlier attempt began; nil when the checkpoint is none of ours, or of another file or another state of
  /// it.
  init?(_ checkpoint: Checkpoint, source: UploadSource) {
    guard let key = checkpoint.values["key"], let id = checkpoint.values["upload"],
      let partSize = checkpoint.values["part"].flatMap({ Int64($0) }),
      checkpoint.values["source"] == source.fingerprint, let plan = PartPlan(size: source.size, partSize: partSize)
    else { return nil }
    self.init(key: key, id: id, plan: plan)
    comparesByMD5 = checkpoint.values["md5"].map { $0 == "yes" }
  }

  /// What another attempt needs.
  func checkpoint(of source: UploadSource, confirmed: Int64) -> Checkpoint {
    var values = ["key": key, "upload": id, "part": "\(plan.partSize)", "source": source.fingerprint]
    if let comparesByMD5 { values["md5"] = comparesByMD5 ? "yes" : "no" }
    return Checkpoint(values: values, confirmed: confirmed)
  }

  /// The name that a store gives to the object made of the parts: the MD5 of their MD5s, and their number. Nil where it names
  /// parts otherwise.
  func name(of parts: [Part]) -> String? {
    let digests = parts.compactMap(\.md5)
    guard comparesByMD5 == true, digests.count == parts.count else { return nil }
    return "\(Insecure.MD5.hash(data: digests.flatMap(\.self)).hexadecimal)-\(parts.count)"
  }

  /// A part that the store has.
  struct Part: Sendable, Hashable {
    var number: Int
    /// The store's name for its content, with quotation marks as it came.
    var etag: String
    /// In bytes.
    var size: Int64

    /// As it may stand between tags.
    var escapedETag: String {
      etag.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    }

    /// The MD5 that the part is named after, where it is.
    var md5: [UInt8]? {
      let digits = etag.filter { $0 != "\"" }
      let bytes = stride(from: 0, to: digits.utf8.count - 1, by: 2).compactMap { offset in
        UInt8(String(digits.dropFirst(offset).prefix(2)), radix: 16)
      }
      return bytes.count == 16 && digits.utf8.count == 32 ? bytes : nil
    }

    /// Whether the store's name for it is the MD5 of the bytes, as it is where the store does not encrypt.
    func isNamed(after md5: String?) -> Bool {
      md5 != nil && etag.filter { $0 != "\"" }.lowercased() == md5
    }
  }
}

extension S3Connection {
  /// Begins an upload in parts.
  func createUpload(
    _ key: String, plan: PartPlan, headers: HeaderFields
  ) async throws(UploadFailure) -> MultipartUpload {
    var request = S3Request("POST", key, query: [.init(name: "uploads")])
    request.headers = headers
    let answer = try document(with: "UploadId", of: try await perform(request))
    return MultipartUpload(key: key, id: answer.value("UploadId") ?? "", plan: plan)
  }

  /// The parts that the store has, by their number.
  func parts(of upload: MultipartUpload) async throws(UploadFailure) -> [Int: MultipartUpload.Part] {
    var parts: [Int: MultipartUpload.Part] = [:]
    var marker: Int64 = 0
    while true {
      var request = S3Request("GET", upload.key, query: [.init(name: "uploadId", value: upload.id)])
      if marker > 0 { request.query.append(.init(name: "part-number-marker", value: "\(marker)")) }
      request.answerLimit = 2 << 20
      let answer = try document(with: "UploadId", of: try await perform(request))
      for element in answer.all("Part") {
        guard let number = element.number("PartNumber").flatMap(Int.init(exactly:)), let etag = element.value("ETag"),
          let size = element.number("Size")
        else { continue }
        parts[number] = MultipartUpload.Part(number: number, etag: etag, size: size)
      }
      let next = answer.number("NextPartNumberMarker") ?? 0
      // A marker that does not advance would go round for ever.
      guard answer.value("IsTruncated") == "true", next > marker else { return parts }
      marker = next
    }
  }

  /// Makes the parts one object. The answer's body counts: its status is sent before S3 knows.
  /// - Returns: the store's name for the contents; nil when it gives none.
  func complete(
    _ upload: MultipartUpload, parts: [MultipartUpload.Part], isConditional: Bool
  ) async throws(UploadFailure) -> String? {
    let list = parts.map { part in
      "<Part><PartNumber>\(part.number)</PartNumber><ETag>\(part.escapedETag)</ETag></Part>"
    }
    let body = Array("<CompleteMultipartUpload>\(list.joined())</CompleteMultipartUpload>".utf8)
    var request = S3Request("POST", upload.key, query: [.init(name: "uploadId", value: upload.id)])
    request.headers["Content-Type"] = "application/xml"
    request.setBody(body)
    let response = try await performCreating(request, isConditional: isConditional)
    return try document(with: "Key", of: response).value("ETag")
  }

  /// Removes an unfinished upload with its parts. That there is none is not an error.
  func abort(_ key: String, id: String) async throws(UploadFailure) {
    let response = try await answer(to: S3Request("DELETE", key, query: [.init(name: "uploadId", value: id)]))
    guard response.isSuccess || response.status == 404 else { throw failure(of: response) }
  }

  /// Sends what makes an object appear.
  /// - Parameter isConditional: only where there is none of that name. Stores that do not know the condition say so (501);
  ///   they are asked without it, since the name was looked up before.
  @discardableResult
  func performCreating(
    _ request: S3Request, isConditional: Bool, progress: @escaping HTTPTransport.SendProgress = { _ in }
  ) async throws(UploadFailure) -> HTTPResponse {
    guard isConditional else { return try await perform(request, progress: progress) }
    var conditional = request
    conditional.headers["If-None-Match"] = "*"
    let response = try await answer(to: conditional, progress: progress)
    if response.status == 501 { return try await perform(request, progress: progress) }
    guard response.isSuccess else { throw failure(of: response) }
    return response
  }
}
