import SystemPackage

/// The rows shown in the picker: a folder's sorted entries, and the indices of the entries that match the filter.
///
/// Listings with equal stamps are equal, so that comparing them takes constant time.
package struct FileListing: Sendable, Equatable {
  package let folder: FilePath
  /// The number of the visit to the folder; 0 before the first visit.
  package let visit: Int
  /// A number that distinguishes this listing from earlier ones.
  package let stamp: Int
  /// The phase of the reading when the listing was created.
  package let phase: FolderReading.Phase
  /// The name at which the cursor starts.
  package let cursor: FileName?
  /// The error that prevented the folder from being read, if any.
  package let problem: FileError?
  /// The sort order of the entries.
  package let order: FileOrder
  /// The words that names must contain.
  package let filter: String
  /// Whether hidden entries are shown.
  package let showsHidden: Bool
  /// All entries in sort order, including those not shown.
  let entries: [FileEntry]
  /// The stamp of the reading that produced the entries.
  let readingStamp: Int
  private let shown: [Int32]

  /// Creates the empty listing shown before the first reading.
  init(_ folder: FilePath) {
    self.init(folder, visit: 0, stamp: 0, phase: .stopped, problem: nil)
  }

  /// Creates the listing that replaces `previous` when a folder cannot be read.
  init(failing problem: FileError, _ reading: FolderReading, after previous: FileListing) {
    self.init(reading.path, visit: reading.visit, stamp: previous.stamp + 1, phase: .failed, problem: problem)
  }

  private init(
    _ folder: FilePath, visit: Int, stamp: Int, phase: FolderReading.Phase, problem: FileError?
  ) {
    self.folder = folder
    self.visit = visit
    self.stamp = stamp
    self.phase = phase
    self.problem = problem
    cursor = nil
    order = .standard
    filter = ""
    showsHidden = false
    entries = []
    readingStamp = 0
    shown = []
  }

  /// Creates the result of an arrangement from its sorted `entries` and the indices of the `shown` ones.
  init(_ arrangement: FileArrangement, entries: [FileEntry], shown: [Int32]) {
    let reading = arrangement.reading
    folder = reading.path
    visit = reading.visit
    stamp = arrangement.previous.stamp + 1
    phase = reading.phase
    cursor = reading.cursor
    problem = nil
    order = arrangement.order
    filter = arrangement.filter
    showsHidden = arrangement.showsHidden
    self.entries = entries
    readingStamp = reading.stamp
    self.shown = shown
  }

  /// The number of shown entries.
  package var count: Int { shown.count }

  /// The number of all entries, including those not shown.
  package var total: Int { entries.count }

  /// Accesses a shown entry by its row index.
  package subscript(position: Int) -> FileEntry { entries[Int(shown[position])] }

  /// Returns the row at an index.
  func row(at position: Int) -> FileRow { FileRow(folder, self[position]) }

  /// Returns the location of the entry in the row at an index.
  func location(at position: Int) -> FileLocation { FileLocation(folder, self[position].name) }

  /// Returns the row index of an entry, or `nil` if it is not shown.
  ///
  /// - Complexity: O(*n*), where *n* is the number of shown entries.
  func position(of location: FileLocation) -> Int? {
    guard location.folder == folder else { return nil }
    return shown.firstIndex { entries[Int($0)].name == location.name }
  }

  /// Returns the row of an entry, or `nil` if it is not shown.
  func row(at location: FileLocation) -> FileRow? { position(of: location).map { row(at: $0) } }

  /// The shown files, without folders and unusable entries.
  var files: [FileRow] {
    shown.compactMap { index in
      let entry = entries[Int(index)]
      return entry.kind == .file ? FileRow(folder, entry) : nil
    }
  }

  /// Returns whether the stamps are equal, which implies equal rows, because every listing is derived from the previous
  /// one.
  package static func == (left: FileListing, right: FileListing) -> Bool {
    left.stamp == right.stamp && left.visit == right.visit && left.count == right.count
  }
}
