import ShowroomFiles

extension CarQuery {
  /// Returns the ranges of text to highlight, merged and in order. Every call folds the text, so use it only for
  /// visible rows.
  ///
  /// - Parameter field: The field of the text, so that matches of filters on it are also highlighted.
  package func matches(in text: String, field: CarField? = nil) -> [Range<String.Index>] {
    var needles = words.filter { !$0.isExcluded }.map(\.text)
    for filter in filters where filter.field == field && !filter.isExcluded {
      switch filter.condition {
      case .contains(let texts), .equals(let texts): needles += texts
      case .between, .oneOf, .flag, .like: break
      }
    }
    guard !needles.isEmpty else { return [] }
    let folded = FoldedText(text)
    return merge(needles.flatMap { folded.occurrences(of: Array($0.utf8)) })
  }

  private func merge(_ ranges: [Range<String.Index>]) -> [Range<String.Index>] {
    var merged: [Range<String.Index>] = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = merged.last, range.lowerBound <= last.upperBound {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        merged.append(range)
      }
    }
    return merged
  }
}

/// A folded text that maps each byte to the character from which it was produced, because folding changes lengths.
private struct FoldedText {
  private var bytes: [UInt8] = []
  private var origins: [Range<String.Index>] = []

  init(_ text: String) {
    for index in text.indices {
      let range = index..<text.index(after: index)
      for byte in Folding.fold(String(text[index])).utf8 {
        bytes.append(byte)
        origins.append(range)
      }
    }
  }

  func occurrences(of needle: [UInt8]) -> [Range<String.Index>] {
    guard !needle.isEmpty, needle.count <= bytes.count else { return [] }
    var found: [Range<String.Index>] = []
    var index = 0
    while index + needle.count <= bytes.count {
      if bytes[index..<index + needle.count].elementsEqual(needle) {
        found.append(origins[index].lowerBound..<origins[index + needle.count - 1].upperBound)
        index += needle.count
      } else {
        index += 1
      }
    }
    return found
  }
}
