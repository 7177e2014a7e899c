import SystemPackage

/// The selected files of all folders. A selected folder stands for the files found in it at that time.
package struct FileSelection: Sendable, Hashable {
  private struct Item: Sendable, Hashable {
    var file: FileRow
    /// The position in the order of selection.
    var number: Int
  }

  /// The locations of the files, and of the folders selected as a whole.
  package private(set) var locations: Set<FileLocation> = []
  private var folders: Set<FileLocation> = []
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

  /// Returns whether a file, or a folder as a whole, is selected.
  package func contains(_ location: FileLocation) -> Bool { locations.contains(location) }

  /// Selects files. Files that are already selected keep their position.
  mutating func insert(_ files: [FileRow]) {
    locations.reserveCapacity(locations.count + files.count)
    items.reserveCapacity(items.count + files.count)
    for file in files { insert(file) }
  }

  /// Selects a folder together with its files.
  mutating func insert(_ addition: FolderAddition) {
    insert(addition.files)
    folders.insert(addition.folder)
    locations.insert(addition.folder)
  }

  private mutating func insert(_ file: FileRow) {
    let location = file.id
    // Uses wrapping addition, because the sizes of sparse files can be arbitrary.
    totalSize &+= file.entry.size
    if let old = items.updateValue(Item(file: file, number: nextNumber), forKey: location) {
      totalSize &-= old.file.entry.size
      items[location]?.number = old.number
    } else {
      locations.insert(location)
      nextNumber += 1
    }
  }

  /// Deselects a file, or a folder with all files in it. If one of its files is deselected, a folder no longer counts
  /// as selected as a whole.
  mutating func remove(_ location: FileLocation) {
    let path = location.path
    if folders.contains(location) {
      for inner in items.keys where inner.folder.starts(with: path) { removeFile(inner) }
    } else {
      removeFile(location)
    }
    for folder in folders where path.starts(with: folder.path) || folder.path.starts(with: path) {
      folders.remove(folder)
      locations.remove(folder)
    }
  }

  private mutating func removeFile(_ location: FileLocation) {
    guard let item = items.removeValue(forKey: location) else { return }
    locations.remove(location)
    totalSize &-= item.file.entry.size
  }

  /// Updates the files of a folder from its latest contents.
  mutating func update(_ reading: FolderReading) {
    var missing = locations.filter { $0.folder == reading.path && !folders.contains($0) }
    guard !missing.isEmpty else { return }
    for entry in reading.entries where entry.kind == .file {
      let location = FileLocation(reading.path, entry.name)
      guard missing.remove(location) != nil else { continue }
      guard let old = items[location]?.file, old.entry != entry else { continue }
      insert(FileRow(reading.path, entry, pathInFolder: old.pathInFolder))
    }
    for location in missing { remove(location) }
  }
}
