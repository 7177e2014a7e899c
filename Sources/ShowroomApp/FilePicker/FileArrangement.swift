/// The question what to show of a folder, and in which order; answered away from the main actor.
struct FileArrangement: Sendable {
  /// What was read.
  let reading: FolderReading
  /// In which order it is to be shown.
  let order: FileOrder
  /// Whether hidden entries are shown.
  let showsHidden: Bool
  /// What names have to contain: words, in any order.
  let filter: String
  /// What is shown now. When only the filter is another, its order is taken over.
  let previous: FileListing

  /// The answer; nil when the task was cancelled.
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
    // Numbers are moved about, not entries: each of those holds several references.
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
