/// Guesses what somebody meant to write.
public enum Spelling {
  /// The known word that is at most a third of its letters away from `word`; of equally near ones the first by alphabet.
  public static func nearest(to word: String, among known: some Collection<String>) -> String? {
    let ranked = known.map { (distance: distance(word, $0), word: $0) }.min {
      ($0.distance, $0.word) < ($1.distance, $1.word)
    }
    return ranked.flatMap { $0.distance * 3 <= max(word.count, 3) ? $0.word : nil }
  }

  /// How many letters have to be put in, taken out or replaced.
  private static func distance(_ first: String, _ second: String) -> Int {
    let second = Array(second)
    var row = Array(0...second.count)
    for (i, letter) in first.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for j in second.indices {
        let replaced = diagonal + (letter == second[j] ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = min(replaced, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[second.count]
  }
}
