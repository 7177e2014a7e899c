/// The capabilities and contents of a destination.
package struct DestinationInfo: Sendable, Hashable {
  /// The effect of an interruption on an upload.
  package enum Resumption: Sendable, Hashable {
    /// The upload resumes where it stopped.
    case supported
    /// The upload starts over.
    case unsupported
  }

  /// The name of the engine on screens: `local folder`, `WebDAV`, `tus 1.0.0`, `S3`.
  package var engine: String
  package var resumption: Resumption
  /// Whether a file appears under its name only when it is complete.
  package var publishesAtomically: Bool
  /// The checksum algorithm that the destination verifies, or `nil` if it verifies none.
  package var checksum: String?
  /// The maximum size of a file in bytes, or `nil` if unknown.
  package var maximumSize: Int64?
  /// The free space in bytes, or `nil` if unknown.
  package var freeBytes: Int64?
  /// The reason why files cannot be written, or `nil` if they can.
  package var readOnlyReason: String?
  /// The car's files at the destination, or `nil` if they cannot be listed. If certain folders were requested
  /// (``UploadEngine/destinationInfo(for:in:)``), some engines include only those in them.
  package var files: [StoredFile]?

  package init(
    engine: String, resumption: Resumption, publishesAtomically: Bool, checksum: String? = nil,
    maximumSize: Int64? = nil,
    freeBytes: Int64? = nil, readOnlyReason: String? = nil, files: [StoredFile]? = nil
  ) {
    self.engine = engine
    self.resumption = resumption
    self.publishesAtomically = publishesAtomically
    self.checksum = checksum
    self.maximumSize = maximumSize
    self.freeBytes = freeBytes
    self.readOnlyReason = readOnlyReason
    self.files = files
  }
}
