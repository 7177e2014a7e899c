/// Suggestions for misspelled names.
package enum NearestName {
  /// The maximum length of a name. Longer ones are not considered misspelled.
  private static let maximumLength = 32

  /// Returns the name that is most similar to `written`, ignoring case; of equally similar ones, one with the same
  /// letters, then the alphabetically first.
  ///
  /// - Returns: `nil` if even the most similar name differs in more than one letter and in more than a third of the
  ///   letters.
  package static func of(_ written: String, among names: some Sequence<String>) -> String? {
    of(written, weighing: names.lazy.map { ($0, 0) })
  }

  /// Returns the name that is most similar to `written`, as `of(_:among:)` does; of equally similar ones, the one with
  /// the greatest weight, then one with the same letters.
  package static func of(_ written: String, weighing names: some Sequence<(name: String, weight: Int)>) -> String? {
    let wanted = Array(written.lowercased())
    guard !wanted.isEmpty, wanted.count <= maximumLength else { return nil }
    let most = max(1, wanted.count / 3)
    let sorted = wanted.sorted()
    var best: (distance: Int, weight: Int, differs: Int, name: String)?
    for (name, weight) in names {
      let letters = Array(name.lowercased())
      guard abs(letters.count - wanted.count) <= most else { continue }
      let distance = distance(wanted, letters)
      guard distance <= most else { continue }
      // Letters in another order are the more likely mistake: `fule` is `fuel`, not `file`.
      let differs = letters.sorted() == sorted ? 0 : 1
      if let best, (best.distance, -best.weight, best.differs, best.name) <= (distance, -weight, differs, name) {
        continue
      }
      best = (distance, weight, differs, name)
    }
    return best?.name
  }

  /// Returns whether one letter is inserted, deleted, replaced, or exchanged with its neighbor between two texts, or
  /// none.
  package static func areOneEditApart(_ left: some StringProtocol, _ right: some StringProtocol) -> Bool {
    let (left, right) = (Array(left), Array(right))
    guard abs(left.count - right.count) <= 1, !left.isEmpty, left.count <= maximumLength else { return false }
    return distance(left, right) <= 1
  }

  /// Returns the number of letters to insert, delete, replace, or exchange with their neighbor.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for i in 1...left.count {
      var row = [i]
      for j in stride(from: 1, through: right.count, by: 1) {
        var best = min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1))
        if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
          best = min(best, beforeLast[j - 2] + 1)
        }
        row.append(best)
      }
      beforeLast = last
      last = row
    }
    return last[right.count]
  }
}
