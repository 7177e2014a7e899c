import ShowroomFiles
import SystemPackage

/// The selected files of all folders. A selected folder stands for the files found in it with a filter at that time,
/// and is outdated once the filter has changed.
package struct FileSelection: Sendable, Hashable {
  private struct Item: Sendable, Hashable {
    var file: FileRow
    /// The position in the order of selection.
    var number: Int
    /// Whether the file was selected individually, rather than only with its folder.
    var isIndividual: Bool
  }

  private struct Folder: Sendable, Hashable {
    /// The filter with which the files were found.
    var filter: FolderFilter
    /// The position in the order of selection.
    var number: Int
  }

  /// The locations of the files, and of the folders selected as a whole.
  package private(set) var locations: Set<FileLocation> = []
  private var folders: [FileLocation: Folder] = [:]
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

  /// Returns the selected folders whose files were found with a different filter, in the order of selection.
  func outdatedFolders(_ filter: FolderFilter) -> [FileLocation] {
    folders.filter { $0.value.filter != filter }.sorted { $0.value.number < $1.value.number }.map(\.key)
  }

  /// Selects files. Files that are already selected keep their position.
  mutating func insert(_ files: [FileRow]) {
    locations.reserveCapacity(locations.count + files.count)
    items.reserveCapacity(items.count + files.count)
    for file in files { insert(file, isIndividual: true) }
  }

  /// Selects folders together with their files, which replace those found in the folders before. Files that were
  /// selected individually stay selected.
  mutating func insert(_ addition: FolderAddition) {
    let found = addition.folders.flatMap { $0.files.map(\.id) }
    removeFiles(of: addition.folders.map(\.location), except: Set(found))
    for folder in addition.folders {
      for file in folder.files { insert(file, isIndividual: false) }
      let number = folders[folder.location]?.number ?? nextNumber
      folders[folder.location] = Folder(filter: addition.filter, number: number)
      nextNumber = max(nextNumber, number + 1)
      locations.insert(folder.location)
    }
  }

  private mutating func insert(_ file: FileRow, isIndividual: Bool) {
    let location = file.id
    // Uses wrapping addition, because the sizes of sparse files can be arbitrary.
    totalSize &+= file.entry.size
    let item = Item(file: file, number: nextNumber, isIndividual: isIndividual)
    if let old = items.updateValue(item, forKey: location) {
      totalSize &-= old.file.entry.size
      items[location]?.number = old.number
      items[location]?.isIndividual = old.isIndividual || isIndividual
    } else {
      locations.insert(location)
      nextNumber += 1
    }
  }

  /// Deselects a file, or a folder with all files in it. If one of its files is deselected, a folder no longer counts
  /// as selected as a whole.
  mutating func remove(_ location: FileLocation) {
    let path = location.path
    if folders[location] != nil {
      for inner in items.keys where inner.folder.starts(with: path) { removeFile(inner) }
    } else {
      removeFile(location)
    }
    for folder in folders.keys where path.starts(with: folder.path) || folder.path.starts(with: path) {
      folders[folder] = nil
      locations.remove(folder)
    }
  }

  /// Deselects folders together with their files, except those that were selected individually.
  mutating func removeFolders(_ removed: [FileLocation]) {
    removeFiles(of: removed, except: [])
    for folder in removed {
      folders[folder] = nil
      locations.remove(folder)
    }
  }

  private mutating func removeFile(_ location: FileLocation) {
    guard let item = items.removeValue(forKey: location) else { return }
    locations.remove(location)
    totalSize &-= item.file.entry.size
  }

  /// Deselects the files that were found in folders, except `kept`, those in other selected folders, and those that
  /// were selected individually, which are no longer part of a folder.
  private mutating func removeFiles(of removed: [FileLocation], except kept: Set<FileLocation>) {
    let paths = removed.map(\.path)
    let otherPaths = folders.keys.filter { !removed.contains($0) }.map(\.path)
    for (location, item) in items where !kept.contains(location) {
      guard paths.contains(where: { location.folder.starts(with: $0) }),
        !otherPaths.contains(where: { location.folder.starts(with: $0) })
      else { continue }
      if item.isIndividual {
        insert(FileRow(item.file.folder, item.file.entry), isIndividual: true)
      } else {
        removeFile(location)
      }
    }
  }

  /// Updates the files of a folder from its latest contents.
  ///
  /// - Parameter filter: The filter for the files of folders.
  mutating func update(_ reading: FolderReading, _ filter: FolderFilter) {
    var missing = locations.filter { $0.folder == reading.path && folders[$0] == nil }
    guard !missing.isEmpty else { return }
    for entry in reading.entries where entry.kind == .file {
      let location = FileLocation(reading.path, entry.name)
      guard missing.remove(location) != nil else { continue }
      guard let old = items[location]?.file, old.entry != entry else { continue }
      insert(FileRow(reading.path, entry, pathInFolder: old.pathInFolder), isIndividual: false)
    }
    // An outdated folder stays selected as a whole, because it is being read again.
    let outdatedPaths = outdatedFolders(filter).map(\.path)
    for location in missing {
      if outdatedPaths.contains(where: { location.folder.starts(with: $0) }) {
        removeFile(location)
      } else {
        remove(location)
      }
    }
  }
}
