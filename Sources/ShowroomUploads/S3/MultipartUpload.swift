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
  /// Whether the upload was created for parts with checksums.
  let hasChecksums: Bool

  init(key: String, id: String, plan: PartPlan, hasChecksums: Bool = false) {
    self.key = key
    self.id = id
    self.plan = plan
    self.hasChecksums = hasChecksums
  }

  /// Reads the checkpoint of an earlier attempt. Returns `nil` if it is invalid or if the file has changed.
  init?(_ checkpoint: Checkpoint, source: UploadSource, partSizes: PartPlan.Sizes = .init()) {
    guard let key = checkpoint.values["key"], let id = checkpoint.values["upload"],
      let partSize = checkpoint.values["part"].flatMap({ Int64($0) }),
      checkpoint.values["source"] == source.fingerprint,
      let plan = PartPlan(size: source.size, partSize: partSize, sizes: partSizes)
    else { return nil }
    self.init(key: key, id: id, plan: plan, hasChecksums: checkpoint.values["checksums"] == "crc64nvme")
    comparesByMD5 = checkpoint.values["md5"].map { $0 == "yes" }
  }

  /// Returns the checkpoint for the next attempt.
  func checkpoint(of transfer: Transfer, confirmed: Int64) -> Checkpoint {
    var values = ["key": key, "upload": id, "part": "\(plan.partSize)", "source": transfer.source.fingerprint]
    if let comparesByMD5 { values["md5"] = comparesByMD5 ? "yes" : "no" }
    if hasChecksums { values["checksums"] = "crc64nvme" }
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

  /// Returns the checksum of the combined object, or `nil` if the store has not confirmed that of each part.
  static func checksum(of parts: [Part]) -> CRC64? {
    var whole = CRC64()
    for part in parts {
      guard let checksum = part.checksum else { return nil }
      whole.append(checksum)
    }
    return whole
  }

  /// A part in the store.
  struct Part: Sendable, Hashable {
    var number: Int
    /// The ETag, with quotation marks as received.
    var etag: String
    /// The size in bytes.
    var size: Int64
    /// The checksum, if the store has confirmed it.
    var checksum: CRC64?

    /// The element that refers to the part when the parts are combined.
    func element(withChecksum: Bool) -> String {
      let name = etag.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
      let checksum =
        withChecksum
        ? checksum.map { "<ChecksumCRC64NVME>\(ChunkedFraming.text($0.value))</ChecksumCRC64NVME>" } ?? "" : ""
      return "<Part><PartNumber>\(number)</PartNumber><ETag>\(name)</ETag>\(checksum)</Part>"
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
