/// In which order files stand. Folders come first always.
public struct FileOrder: ListOrder, Sendable, Hashable {
  /// What can be sorted by.
  public enum Field: String, Sendable, Hashable, CaseIterable {
    /// The name, as a person orders names: `IMG_2` before `IMG_10`, capitals and accents no matter.
    case name
    /// Bytes.
    case size
    /// When it was last written.
    case modified

    /// What the column is called.
    var label: String {
      switch self {
      case .name: "Name"
      case .size: "Size"
      case .modified: "Modified"
      }
    }
  }

  /// What is sorted by.
  public var field: Field
  /// Whether the smallest, or the earliest, is first.
  public var ascending: Bool

  /// The order by `field`.
  public init(_ field: Field, ascending: Bool) {
    self.field = field
    self.ascending = ascending
  }

  /// By name.
  public static let standard = FileOrder(.name, ascending: true)

  /// Returns the order that somebody means who names a field: the largest and the newest first.
  static func natural(_ field: Field) -> FileOrder { FileOrder(field, ascending: field == .name) }

  /// The order after a field was chosen: that field's natural one; the same field again: the other way round.
  func choosing(_ field: Field) -> FileOrder {
    field == self.field ? reversed : .natural(field)
  }

  /// The other way round.
  var reversed: FileOrder { FileOrder(field, ascending: !ascending) }

  /// What comes first: `largest first`.
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

  /// Whether `left` stands before `right`. Names decide where all else is equal, so that no two entries of a folder are
  /// in no order.
  func precedes(_ left: FileEntry, _ right: FileEntry) -> Bool {
    if left.isFolder != right.isFolder { return left.isFolder }
    switch field {
    case .name: break
    // The size of a folder is that of its list of names, which tells nobody anything.
    case .size where left.isFolder: break
    case .size: if left.size != right.size { return (left.size < right.size) == ascending }
    case .modified: if left.modified != right.modified { return (left.modified < right.modified) == ascending }
    }
    let order = naturalOrder(left.key, right.key)
    if order != 0 { return (order < 0) == (ascending || field != .name) }
    return left.name.bytes.lexicographicallyPrecedes(right.name.bytes)
  }
}

/// Compares names with the numbers in them taken as numbers: less than, equal to or greater than 0.
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
      // Of two numbers without leading zeros the one of more digits is the larger.
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
