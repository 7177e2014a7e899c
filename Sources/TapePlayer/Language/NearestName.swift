/// What somebody meant who wrote a name that does not exist.
enum NearestName {
  /// The name that differs least from `written`; nil when even that one differs too much to be meant.
  static func of(_ written: String, among names: [String]) -> String? {
    let wanted = Array(written.lowercased())
    let nearest = names.map { (name: $0, distance: distance(wanted, Array($0.lowercased()))) }
      .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
    guard let nearest, nearest.distance <= max(1, wanted.count / 3) else { return nil }
    return nearest.name
  }

  /// Letters to insert, leave out, replace, or exchange with their neighbour.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    // A long word is no misspelt command: its distance need not be known.
    guard left.count <= 32, !left.isEmpty else { return .max }
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
