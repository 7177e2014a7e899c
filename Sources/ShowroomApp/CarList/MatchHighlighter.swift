import ShowroomCatalog

/// A finder of a query's matches in the text of a cell, as UTF-8 offsets.
///
/// Nearly every cell contains ASCII text, which is compared byte by byte, because rows are drawn while keys repeat.
/// Other text is compared by the catalog's slower search, which folds every script. This is a class, because each cell
/// uses it, and copying its arrays would cost more than most searches.
final class MatchHighlighter: Sendable {
  private let query: CarQuery
  private let words: [[UInt8]]
  private let texts: [CarField: [[UInt8]]]

  /// Creates a highlighter for `query`.
  init(_ query: CarQuery = .all) {
    self.query = query
    words = query.words.filter { !$0.isExcluded }.map { Array($0.text.utf8) }
    var texts: [CarField: [[UInt8]]] = [:]
    for filter in query.filters where !filter.isExcluded {
      guard case .contains(let needles) = filter.condition else { continue }
      texts[filter.field, default: []] += needles.map { Array($0.utf8) }
    }
    self.texts = texts
  }

  /// Whether nothing is highlighted.
  var isEmpty: Bool { words.isEmpty && texts.isEmpty }

  /// Returns the ranges of `text` that match the query, including the filters on `field`.
  func highlights(in text: String, field: CarField? = nil) -> [Range<Int>] {
    let ofField = field.flatMap { texts[$0] } ?? []
    guard !words.isEmpty || !ofField.isEmpty else { return [] }
    let found = text.utf8.withContiguousStorageIfAvailable { bytes -> [Range<Int>]? in
      guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
      return (words + ofField).flatMap { Self.occurrences(of: $0, in: bytes) }
    }
    if let found, let found { return found }
    func offset(_ index: String.Index) -> Int { text.utf8.distance(from: text.startIndex, to: index) }
    return query.matches(in: text, field: field).map { offset($0.lowerBound)..<offset($0.upperBound) }
  }

  private static func occurrences(of needle: [UInt8], in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    guard let first = needle.first else { return [] }
    var found: [Range<Int>] = []
    var index = 0
    while index + needle.count <= bytes.count {
      if lowercased(bytes[index]) == first, matches(needle, bytes, at: index) {
        found.append(index..<index + needle.count)
        index += needle.count
      } else {
        index += 1
      }
    }
    return found
  }

  private static func matches(_ needle: [UInt8], _ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    for offset in 1..<max(needle.count, 1) where lowercased(bytes[start + offset]) != needle[offset] { return false }
    return true
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 { byte &- 65 < 26 ? byte | 0x20 : byte }
}
