/// What a destination can do, and what it holds.
public struct Survey: Sendable, Hashable {
  /// What becomes of an interrupted upload.
  public enum Resumption: Sendable, Hashable {
    /// It goes on where it stopped.
    case resumes
    /// It starts over.
    case startsOver
  }

  /// The engine, for a person: `local folder`, `WebDAV`, `tus 1.0.0`, `S3`.
  public var engine: String
  /// What becomes of an interrupted upload.
  public var resumption: Resumption
  /// Whether a file appears under its name only when it is whole.
  public var publishesAtomically: Bool
  /// The checksum that the destination verifies; nil when it verifies none.
  public var checksum: String?
  /// The largest file it takes, in bytes; nil when it does not say.
  public var maximumSize: Int64?
  /// The bytes left; nil when it does not say.
  public var freeBytes: Int64?
  /// Whether files can be put there; the reason when not.
  public var refusal: String?
  /// What it already holds for the car; nil when it cannot be listed.
  public var files: [StoredFile]?

  /// What a destination can do.
  public init(
    engine: String, resumption: Resumption, publishesAtomically: Bool, checksum: String? = nil,
    maximumSize: Int64? = nil,
    freeBytes: Int64? = nil, refusal: String? = nil, files: [StoredFile]? = nil
  ) {
    self.engine = engine
    self.resumption = resumption
    self.publishesAtomically = publishesAtomically
    self.checksum = checksum
    self.maximumSize = maximumSize
    self.freeBytes = freeBytes
    self.refusal = refusal
    self.files = files
  }
}
