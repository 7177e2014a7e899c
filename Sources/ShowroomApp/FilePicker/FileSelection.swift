import SystemPackage
import Uploads

/// The files that are selected, in whichever folder each is.
public struct FileSelection: Sendable, Hashable {
  private struct Item: Sendable, Hashable {
    var file: UploadSource
    /// Tells the order in which files were selected.
    var number: Int
  }

  /// Where they are.
  public private(set) var paths: Set<FilePath> = []
  /// Their bytes together.
  public private(set) var totalSize: Int64 = 0
  private var items: [FilePath: Item] = [:]
  private var nextNumber = 0

  /// No files.
  public init() {}

  /// How many.
  public var count: Int { items.count }
  /// Whether there are none.
  public var isEmpty: Bool { items.isEmpty }
  /// The files, in the order in which they were selected.
  public var files: [UploadSource] { items.values.sorted { $0.number < $1.number }.map(\.file) }

  /// Whether a file is among them.
  public func contains(_ path: FilePath) -> Bool { items[path] != nil }

  /// Selects a file; one that is selected already keeps its place.
  mutating func insert(_ file: UploadSource) {
    if let old = items[file.path] {
      totalSize += file.size - old.file.size
      items[file.path] = Item(file: file, number: old.number)
      return
    }
    items[file.path] = Item(file: file, number: nextNumber)
    paths.insert(file.path)
    totalSize += file.size
    nextNumber += 1
  }

  /// Takes a file out.
  mutating func remove(_ path: FilePath) {
    guard let item = items.removeValue(forKey: path) else { return }
    paths.remove(path)
    totalSize -= item.file.size
  }

  /// Brings the files of a folder up to date with what it holds now. Returns how many of them are no longer there.
  mutating func update(_ folder: FilePath, _ entries: [FileEntry]) -> Int {
    let own = paths.filter { $0.parent == folder }
    guard !own.isEmpty else { return 0 }
    var gone = own
    for entry in entries where entry.kind == .file {
      let path = folder.appending(entry.name)
      guard gone.remove(path) != nil else { continue }
      insert(entry.source(at: path))
    }
    for path in gone { remove(path) }
    return gone.count
  }
}
