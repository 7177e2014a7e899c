import ReactorTerminal

/// The sort order of a folder's entries. Folders always come first.
package struct FileOrder: ReversibleOrder, Sendable, Hashable {
  /// A field to sort by.
  package enum Field: String, Sendable, Hashable, CaseIterable {
    /// The name in natural order: `IMG_2` before `IMG_10`, ignoring case and diacritics.
    case name
    /// The size in bytes.
    case size
    /// The modification time.
    case modified

    /// The title of the column.
    var label: String {
      switch self {
      case .name: "Name"
      case .size: "Size"
      case .modified: "Modified"
      }
    }
  }

  package var field: Field
  /// Whether the smallest or earliest value comes first.
  package var ascending: Bool

  /// Creates an order by `field`.
  package init(_ field: Field, ascending: Bool) {
    self.field = field
    self.ascending = ascending
  }

  /// The order by name from A to Z.
  package static let standard = FileOrder(.name, ascending: true)

  /// Returns the natural order by a field: names from A to Z, and files from largest or newest.
  static func natural(_ field: Field) -> FileOrder { FileOrder(field, ascending: field == .name) }

  /// Returns the order after `field` is chosen: its natural order, or the reversed order if it is the current field.
  func choosing(_ field: Field) -> FileOrder {
    field == self.field ? reversed : .natural(field)
  }

  /// The reversed order.
  package var reversed: FileOrder { FileOrder(field, ascending: !ascending) }

  /// A short description, such as "largest first".
  var summary: String {
    switch (field, ascending) {
    case (.name, true): "A to Z"
    case (.name, false): "Z to A"
    case (.size, true): "smallest first"
    case (.size, false): "largest first"
    case (.modified, true): "oldest first"
    case (.modified, false): "newest first"
    }
  }

  /// Returns whether `left` comes before `right`. Names break ties, so that the order is total within a folder.
  func precedes(_ left: FileEntry, _ right: FileEntry) -> Bool {
    if left.isFolder != right.isFolder { return left.isFolder }
    switch field {
    case .name: break
    // The size of a folder is the size of its directory file, which is meaningless to users.
    case .size where left.isFolder: break
    case .size: if left.size != right.size { return (left.size < right.size) == ascending }
    case .modified: if left.modified != right.modified { return (left.modified < right.modified) == ascending }
    }
    let order = naturalOrder(left.key, right.key)
    if order != 0 { return (order < 0) == (ascending || field != .name) }
    return left.name.bytes.lexicographicallyPrecedes(right.name.bytes)
  }
}

/// Compares two names in natural order, in which numbers are compared by value. Returns a value less than, equal to, or
/// greater than 0.
func naturalOrder(_ left: [UInt8], _ right: [UInt8]) -> Int {
  left.withUnsafeBufferPointer { left in right.withUnsafeBufferPointer { naturalOrder(left, $0) } }
}

private func naturalOrder(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> Int {
  var (i, j) = (0, 0)
  while i < left.count, j < right.count {
    if isDigit(left[i]), isDigit(right[j]) {
      while i < left.count, left[i] == zero { i += 1 }
      while j < right.count, right[j] == zero { j += 1 }
      let (start, otherStart) = (i, j)
      while i < left.count, isDigit(left[i]) { i += 1 }
      while j < right.count, isDigit(right[j]) { j += 1 }
      // Ignoring leading zeros, the number with more digits is larger.
      if i - start != j - otherStart { return (i - start) - (j - otherStart) }
      for offset in 0..<i - start where left[start + offset] != right[otherStart + offset] {
        return Int(left[start + offset]) - Int(right[otherStart + offset])
      }
    } else {
      if left[i] != right[j] { return Int(left[i]) - Int(right[j]) }
      i += 1
      j += 1
    }
  }
  return (left.count - i) - (right.count - j)
}

private let zero = UInt8(ascii: "0")

private func isDigit(_ byte: UInt8) -> Bool { byte &- zero < 10 }
