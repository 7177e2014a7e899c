/// A filter by words that must all occur in a name, in any order, ignoring case and diacritics.
struct FileFilter: Sendable {
  private let words: [[UInt8]]

  /// Creates a filter from the words of `text`.
  init(_ text: String) {
    words = FileEntry.folded(Array(text.utf8)).split(separator: UInt8(ascii: " ")).map(Array.init)
  }

  /// Returns whether a folded name contains all words.
  func matches(_ key: [UInt8]) -> Bool {
    words.allSatisfy { word in
      key.withUnsafeBufferPointer { key in firstOccurrence(of: word, in: key, from: 0) != nil }
    }
  }

  /// Returns the ranges of `text` that match a word, as UTF-8 offsets.
  func highlights(in text: String) -> [Range<Int>] {
    guard !words.isEmpty else { return [] }
    var key: [UInt8] = []
    // For each byte of the key, the range of the character from which it was produced.
    var origins: [Range<Int>] = []
    var offset = 0
    for character in text {
      let bytes = Array(character.utf8)
      let folded = FileEntry.folded(bytes)
      key += folded
      origins += repeatElement(offset..<offset + bytes.count, count: folded.count)
      offset += bytes.count
    }
    return key.withUnsafeBufferPointer { key in
      words.flatMap { word -> [Range<Int>] in
        var found: [Range<Int>] = []
        var start = 0
        while let index = firstOccurrence(of: word, in: key, from: start) {
          start = index + word.count
          found.append(origins[index].lowerBound..<origins[start - 1].upperBound)
        }
        return found
      }
    }
  }

  private func firstOccurrence(of word: [UInt8], in key: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let first = word.first, key.count >= word.count else { return nil }
    var index = start
    while index + word.count <= key.count {
      if key[index] == first, word.indices.allSatisfy({ key[index + $0] == word[$0] }) { return index }
      index += 1
    }
    return nil
  }
}
