import SystemPackage

/// The folder that is being read, or was read last: what came of it so far, in the order of the system.
public struct FolderReading: Sendable, Hashable {
  /// How far it is.
  public enum Phase: Sendable, Hashable {
    /// More may come.
    case reading
    /// Everything has come.
    case complete
    /// A person stopped it.
    case stopped
    /// It cannot be read.
    case failed
  }

  /// The folder.
  public let path: FilePath
  /// Tells this visit to a folder from those before; reading a folder again is the same visit.
  public let visit: Int
  /// The name to put the cursor on at first.
  public let cursor: FileName?
  /// How far it is.
  public internal(set) var phase: Phase
  /// What is known to be in the folder.
  public private(set) var entries: [FileEntry] = []
  /// Tells these entries from those before.
  public private(set) var stamp = 0
  /// What has come of a folder that is read again: it takes the place of the entries once it is complete.
  private var incoming: [FileEntry]?

  /// Nothing read yet.
  init(_ path: FilePath, visit: Int, cursor: FileName? = nil, phase: Phase = .reading) {
    self.path = path
    self.visit = visit
    self.cursor = cursor
    self.phase = phase
  }

  /// What is shown, as if it had just been read.
  init(_ listing: FileListing) {
    self.init(listing.folder, visit: listing.visit, cursor: listing.cursor, phase: listing.phase)
    entries = listing.entries
    stamp = listing.readingStamp
  }

  /// Whether more may come.
  public var isReading: Bool { phase == .reading }

  /// Whether it was read before, and what was known then still stands.
  public var isAgain: Bool { incoming != nil }

  /// Begins to read the folder again.
  mutating func begin() {
    phase = .reading
    incoming = []
  }

  /// Takes what has come.
  mutating func take(_ more: [FileEntry]) {
    if incoming != nil {
      incoming?.append(contentsOf: more)
    } else {
      entries.append(contentsOf: more)
      stamp += 1
    }
  }

  /// Everything has come, or a person stopped it: what had come by then of a folder that is read again is dropped.
  mutating func end(_ phase: Phase) {
    if let incoming, phase == .complete {
      entries = incoming
      stamp += 1
    }
    incoming = nil
    self.phase = phase
  }
}
