/// The files that are selected, in whichever folder each is.
public struct FileSelection: Sendable, Hashable {
  private struct Item: Sendable, Hashable {
    var file: FileRow
    /// Tells the order in which files were selected.
    var number: Int
  }

  /// Where they are.
  public private(set) var locations: Set<FileLocation> = []
  /// Their bytes together.
  public private(set) var totalSize: Int64 = 0
  private var items: [FileLocation: Item] = [:]
  private var nextNumber = 0

  /// No files.
  public init() {}

  /// How many.
  public var count: Int { items.count }
  /// Whether there are none.
  public var isEmpty: Bool { items.isEmpty }
  /// The files, in the order in which they were selected.
  public var files: [FileRow] { items.values.sorted { $0.number < $1.number }.map(\.file) }

  /// Whether a file is among them.
  public func contains(_ location: FileLocation) -> Bool { locations.contains(location) }

  /// Selects files; one that is selected already keeps its place.
  mutating func insert(_ files: [FileRow]) {
    locations.reserveCapacity(locations.count + files.count)
    items.reserveCapacity(items.count + files.count)
    for file in files { insert(file) }
  }

  private mutating func insert(_ file: FileRow) {
    let location = file.id
    totalSize += file.entry.size
    if let old = items.updateValue(Item(file: file, number: nextNumber), forKey: location) {
      totalSize -= old.file.entry.size
      items[location]?.number = old.number
    } else {
      locations.insert(location)
      nextNumber += 1
    }
  }

  /// Takes a file out.
  mutating func remove(_ location: FileLocation) {
    guard let item = items.removeValue(forKey: location) else { return }
    locations.remove(location)
    totalSize -= item.file.entry.size
  }

  /// Brings the files of a folder up to date with what it holds now. Returns how many of them are no longer there.
  mutating func update(_ reading: FolderReading) -> Int {
    var gone = locations.filter { $0.folder == reading.path }
    guard !gone.isEmpty else { return 0 }
    for entry in reading.entries where entry.kind == .file {
      let location = FileLocation(reading.path, entry.name)
      guard gone.remove(location) != nil else { continue }
      if items[location]?.file.entry != entry { insert(FileRow(reading.path, entry)) }
    }
    for location in gone { remove(location) }
    return gone.count
  }
}
