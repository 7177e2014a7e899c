/// Suggestions for misspelled names.
package enum NearestName {
  /// Returns the name that is most similar to `written`, ignoring case. Among equally similar names, prefers one with
  /// the same letters, then the first in alphabetical order.
  ///
  /// - Returns: The name, or `nil` if even the most similar name differs in more than one letter and in more than a
  ///   third of the letters.
  package static func of(_ written: String, among names: some Sequence<String>) -> String? {
    of(written, weighing: names.lazy.map { ($0, 0) })
  }

  /// Returns the name that is most similar to `written`, like `of(_:among:)`. Among equally similar names, prefers the
  /// one with the greatest weight, then one with the same letters.
  package static func of(_ written: String, weighing names: some Sequence<(name: String, weight: Int)>) -> String? {
    guard var comparison = Comparison(written.lowercased()) else { return nil }
    let most = max(1, comparison.wanted.count / 3)
    var best: (distance: Int, weight: Int, differs: Int, name: String)?
    for (name, weight) in names {
      guard let distance = comparison.distance(to: name.lowercased(), atMost: most) else { continue }
      // Transposed letters are the more likely mistake: `fule` is `fuel`, not `file`.
      let differs = comparison.isReordered ? 0 : 1
      if let best, (best.distance, -best.weight, best.differs, best.name) <= (distance, -weight, differs, name) {
        continue
      }
      best = (distance, weight, differs, name)
    }
    return best?.name
  }

  /// Returns the names that equal `written` or differ from it by one inserted, deleted, or replaced letter, or by two
  /// transposed neighbors.
  package static func oneEdit(
    from written: String, weighing names: some Sequence<(name: String, weight: Int)>
  ) -> [(name: String, weight: Int)] {
    guard var comparison = Comparison(written) else { return [] }
    return names.filter { comparison.distance(to: $0.name, atMost: 1) != nil }
  }
}

/// A comparison of many texts with a single text. Letters are compared as numbers, and nothing is allocated per text,
/// because a catalog has thousands of words, and suggestions are computed after each key.
private struct Comparison {
  /// The maximum length of a text. Longer texts are not considered misspelled.
  private static let maximumLength = 32

  private(set) var wanted: [UInt32] = []
  /// The letters of the text that was compared last.
  private var letters: [UInt32] = []
  /// The numbers assigned to letters that are not ASCII.
  private var numbers: [Character: UInt32] = [:]
  /// Rows of the table of distances between the beginnings of both texts.
  private var row: [Int] = []
  private var last: [Int] = []
  private var beforeLast: [Int] = []

  /// Returns `nil` if a text is empty or too long to be misspelled.
  init?(_ text: String) {
    guard !text.isEmpty, text.count <= Self.maximumLength else { return nil }
    read(text)
    swap(&wanted, &letters)
  }

  /// Whether the text that was compared last has the same letters in another order.
  var isReordered: Bool { letters.sorted() == wanted.sorted() }

  /// Returns the number of letters that have to be inserted, deleted, replaced, or transposed, or `nil` if it is
  /// greater than `most`.
  mutating func distance(to text: String, atMost most: Int) -> Int? {
    read(text)
    guard abs(letters.count - wanted.count) <= most else { return nil }
    let width = letters.count + 1
    if row.count < width {
      (row, last, beforeLast) = (
        Array(repeating: 0, count: width), Array(repeating: 0, count: width), Array(repeating: 0, count: width)
      )
    }
    for j in 0..<width { last[j] = j }
    var leastOfLast = 0
    for i in 1...wanted.count {
      row[0] = i
      var least = i
      for j in stride(from: 1, to: width, by: 1) {
        var best = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (wanted[i - 1] == letters[j - 1] ? 0 : 1))
        if i > 1, j > 1, wanted[i - 1] == letters[j - 2], wanted[i - 2] == letters[j - 1] {
          best = min(best, beforeLast[j - 2] + 1)
        }
        row[j] = best
        least = min(least, best)
      }
      // Each row is computed from the two rows before it.
      if least > most, leastOfLast >= most { return nil }
      leastOfLast = least
      (beforeLast, last, row) = (last, row, beforeLast)
    }
    return last[width - 1] <= most ? last[width - 1] : nil
  }

  private mutating func read(_ text: String) {
    letters.removeAll(keepingCapacity: true)
    if text.utf8.allSatisfy({ $0 < 0x80 }) {
      for byte in text.utf8 { letters.append(UInt32(byte)) }
      return
    }
    for character in text {
      if let ascii = character.asciiValue {
        letters.append(UInt32(ascii))
      } else {
        let number = numbers[character] ?? 0x80 + UInt32(numbers.count)
        numbers[character] = number
        letters.append(number)
      }
    }
  }
}
