import ShowroomSettings

/// The selected files of all folders.
package struct FileSelection: Sendable, Hashable {
  private struct Item: Sendable, Hashable {
    var file: FileRow
    /// The position in the order of selection.
    var number: Int
  }

  /// The locations of the files.
  package private(set) var locations: Set<FileLocation> = []
  /// The total size in bytes.
  package private(set) var totalSize: Int64 = 0
  private var items: [FileLocation: Item] = [:]
  private var nextNumber = 0

  /// Creates an empty selection.
  package init() {}

  package var count: Int { items.count }
  package var isEmpty: Bool { items.isEmpty }
  /// The files, in the order in which they were selected.
  package var files: [FileRow] { items.values.sorted { $0.number < $1.number }.map(\.file) }

  /// Returns whether a file is selected.
  package func contains(_ location: FileLocation) -> Bool { locations.contains(location) }

  /// Selects files. Files that are already selected keep their position.
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

  /// Deselects a file.
  mutating func remove(_ location: FileLocation) {
    guard let item = items.removeValue(forKey: location) else { return }
    locations.remove(location)
    totalSize -= item.file.entry.size
  }

  /// Updates the files of a folder from its latest contents and returns the number of files that no longer exist.
  mutating func update(_ reading: FolderReading) -> Int {
    var missing = locations.filter { $0.folder == reading.path }
    guard !missing.isEmpty else { return 0 }
    for entry in reading.entries where entry.kind == .file {
      let location = FileLocation(reading.path, entry.name)
      guard missing.remove(location) != nil else { continue }
      if items[location]?.file.entry != entry { insert(FileRow(reading.path, entry)) }
    }
    for location in missing { remove(location) }
    return missing.count
  }
}
