import SystemPackage

/// What the picker shows of a folder: its entries in order, and those of them that answer the filter.
///
/// Two are equal when they carry the same stamp; comparing costs nothing, whatever they hold.
public struct FileListing: Sendable, Equatable {
  /// The folder.
  public let folder: FilePath
  /// Which visit to a folder it belongs to; 0 before the first.
  public let visit: Int
  /// Tells this listing from those before it.
  public let stamp: Int
  /// How much of the folder had been read.
  public let phase: FolderReading.Phase
  /// The name to put the cursor on at first.
  public let cursor: FileName?
  /// Why the folder could not be read; nil when it could.
  public let problem: FileProblem?
  /// The order.
  public let order: FileOrder
  /// What names have to contain.
  public let filter: String
  /// Whether hidden entries are shown.
  public let showsHidden: Bool
  /// All entries, in order.
  let entries: [FileEntry]
  /// Which entries of a reading they are.
  let readingStamp: Int
  private let shown: [Int32]

  /// Before anything was read.
  init(_ folder: FilePath) {
    self.init(folder, visit: 0, stamp: 0, phase: .stopped, problem: nil)
  }

  /// What takes the place of `previous` when nothing is to be had of a folder.
  init(failing problem: FileProblem, _ reading: FolderReading, after previous: FileListing) {
    self.init(reading.path, visit: reading.visit, stamp: previous.stamp + 1, phase: .failed, problem: problem)
  }

  private init(
    _ folder: FilePath, visit: Int, stamp: Int, phase: FolderReading.Phase, problem: FileProblem?
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

  /// What an arrangement came to. `entries` are in its order, `shown` the places of those that it shows.
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

  /// How many are shown.
  public var count: Int { shown.count }

  /// How many there are, those that are not shown included.
  public var total: Int { entries.count }

  /// A shown entry by its place.
  public subscript(position: Int) -> FileEntry { entries[Int(shown[position])] }

  /// A shown entry with its folder, by its place.
  func row(at position: Int) -> FileRow { FileRow(folder, self[position]) }

  /// Where the entry at a place is.
  func location(at position: Int) -> FileLocation { FileLocation(folder, self[position].name) }

  /// The place of a shown entry; nil when it is not shown. Linear in time.
  func position(of location: FileLocation) -> Int? {
    guard location.folder == folder else { return nil }
    return shown.firstIndex { entries[Int($0)].name == location.name }
  }

  /// A shown entry; nil when it is not shown.
  func row(at location: FileLocation) -> FileRow? { position(of: location).map { row(at: $0) } }

  /// The files among what is shown.
  var files: [FileRow] {
    shown.compactMap { index in
      let entry = entries[Int(index)]
      return entry.kind == .file ? FileRow(folder, entry) : nil
    }
  }

  /// Equal stamps mean equal rows: a listing is only ever made from the one before it.
  public static func == (left: FileListing, right: FileListing) -> Bool {
    left.stamp == right.stamp && left.visit == right.visit && left.count == right.count
  }
}
