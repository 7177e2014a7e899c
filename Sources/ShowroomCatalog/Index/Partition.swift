extension RandomAccessCollection {
  /// Returns the index of the first element for which a condition holds, or `endIndex` if there is none. The condition
  /// must also hold for all elements that follow.
  ///
  /// - Complexity: O(log *n*), where *n* is the number of elements.
  package func partitioningIndex(where holds: (Element) -> Bool) -> Index {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = index(low, offsetBy: distance(from: low, to: high) / 2)
      if holds(self[middle]) { high = middle } else { low = index(after: middle) }
    }
    return low
  }
}
