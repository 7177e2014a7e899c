/// A request to filter and sort a folder's entries off the main actor.
struct FileArrangement: Sendable {
  /// The entries read so far.
  let reading: FolderReading
  /// The sort order.
  let order: FileOrder
  /// Whether hidden entries are shown.
  let showsHidden: Bool
  /// The words that names must contain, in any order.
  let filter: String
  /// The current listing. If only the filter differs, its sorted entries are reused.
  let previous: FileListing

  /// Returns the new listing, or `nil` if the task was canceled.
  @concurrent
  func run() async -> FileListing? {
    let isSorted =
      previous.visit == reading.visit && previous.readingStamp == reading.stamp && previous.order == order
      && previous.total == reading.entries.count
    let entries = isSorted ? previous.entries : sorted(reading.entries)
    if Task.isCancelled { return nil }
    let shown = matches(entries)
    return Task.isCancelled ? nil : FileListing(self, entries: entries, shown: shown)
  }

  private func sorted(_ entries: [FileEntry]) -> [FileEntry] {
    // Indices are sorted rather than entries, because moving an entry copies several references.
    let places = entries.withUnsafeBufferPointer { entries in
      entries.indices.sorted { order.precedes(entries[$0], entries[$1]) }
    }
    return places.map { entries[$0] }
  }

  private func matches(_ entries: [FileEntry]) -> [Int32] {
    let words = FileFilter(filter)
    return entries.indices.compactMap { index in
      let entry = entries[index]
      guard showsHidden || !entry.name.isHidden, words.matches(entry.key) else { return nil }
      return Int32(index)
    }
  }
}
