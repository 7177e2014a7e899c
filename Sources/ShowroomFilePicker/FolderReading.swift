import SystemPackage

/// The current or latest reading of a folder, with the entries read so far in file system order.
package struct FolderReading: Sendable, Hashable {
  /// The phase of a reading.
  package enum Phase: Sendable, Hashable {
    /// More entries may follow.
    case reading
    /// All entries have been read.
    case complete
    /// The user stopped the reading.
    case stopped
    /// The folder cannot be read.
    case failed
  }

  /// The path of the folder.
  package let path: FilePath
  /// The number of the visit; reading the same folder again belongs to the same visit.
  package let visit: Int
  /// The name at which the cursor starts.
  package let cursor: FileName?
  package internal(set) var phase: Phase
  /// The known entries of the folder.
  package private(set) var entries: [FileEntry] = []
  /// A number that changes whenever the entries change.
  package private(set) var stamp = 0
  /// The entries of a repeated reading. They replace the known entries once the reading is complete.
  private var incoming: [FileEntry]?

  /// Creates a reading without entries.
  init(_ path: FilePath, visit: Int, cursor: FileName? = nil, phase: Phase = .reading) {
    self.path = path
    self.visit = visit
    self.cursor = cursor
    self.phase = phase
  }

  /// Creates the reading that corresponds to a listing.
  init(_ listing: FileListing) {
    self.init(listing.folder, visit: listing.visit, cursor: listing.cursor, phase: listing.phase)
    entries = listing.entries
    stamp = listing.readingStamp
  }

  /// Whether more entries may follow.
  package var isReading: Bool { phase == .reading }

  /// Whether the folder is being read again, with its earlier entries still shown.
  package var isReloading: Bool { incoming != nil }

  /// Begins reading the folder again.
  mutating func begin() {
    phase = .reading
    incoming = []
  }

  /// Adds entries that have been read.
  mutating func take(_ more: [FileEntry]) {
    if incoming != nil {
      incoming?.append(contentsOf: more)
    } else {
      entries.append(contentsOf: more)
      stamp += 1
    }
  }

  /// Ends the reading. Discards the entries of a repeated reading unless it is complete.
  mutating func end(_ phase: Phase) {
    if let incoming, phase == .complete {
      entries = incoming
      stamp += 1
    }
    incoming = nil
    self.phase = phase
  }
}
