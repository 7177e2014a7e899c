/// The match of a query in a title: a measure of how good it is, and the letters that matched.
///
/// Each word of the query must match, in any order: as letters of the title in the same order, with others between them,
/// or as a part of one of the other names. A letter counts more at the start of the title or of a word and directly after
/// the letter before it, and less the more letters are between them. Of all ways in which a word matches, the best one
/// counts.
struct FuzzyMatch: Equatable {
  /// The sum over the words; higher is better.
  let score: Int
  /// The matching letters of the title as UTF-8 offsets, in ascending order and without gaps between neighbors.
  let ranges: [Range<Int>]

  private static let letter = 16
  private static let titleStart = 12
  private static let wordStart = 10
  private static let successor = 12
  private static let gap = 4
  private static let otherName = 4
  /// The largest deduction for letters before the first match and between two matches, so that a long title that matches
  /// at the start of words is not behind a short one.
  private static let maximumGap = 12
  /// The number of letters of a title that are searched, because a title may come from outside.
  private static let searchedLength = 200

  /// Finds a query.
  ///
  /// The cost is the product of the lengths of the query and the title.
  ///
  /// - Parameters:
  ///   - query: The words to find, separated by spaces.
  ///   - title: The text that the user sees.
  ///   - names: Other names, which have to contain a word as it is.
  /// - Returns: `nil` if a word matches neither the title nor another name.
  init?(of query: String, in title: String, orIn names: [String] = []) {
    let letters = Letters(title.prefix(Self.searchedLength))
    let others = names.map { $0.lowercased() }
    var score = 0
    var matched: Set<Int> = []
    for word in query.split(whereSeparator: \.isWhitespace) {
      if let match = Self.best(Letters(word).folded, in: letters) {
        score += match.score
        matched.formUnion(match.positions)
      } else if others.contains(where: { $0.contains(word.lowercased()) }) {
        score += Self.otherName
      } else {
        return nil
      }
    }
    self.score = score
    ranges = letters.ranges(of: matched)
  }

  /// Returns the best way to find the letters of a word in order; `nil` if one is missing.
  private static func best(_ word: [String], in title: Letters) -> (score: Int, positions: [Int])? {
    let count = title.folded.count
    guard !word.isEmpty, word.count <= count else { return nil }
    // For each letter of the word, the best score if it is at a position, and the position of the letter before it.
    var previous: [Int?] = []
    var steps: [[Int]] = []
    for (index, letter) in word.enumerated() {
      var current = [Int?](repeating: nil, count: count)
      var step = [Int](repeating: -1, count: count)
      for position in title.folded.indices where title.folded[position] == letter {
        let value = Self.letter + bonus(at: position, in: title)
        if index == 0 {
          current[position] = value - min(position, maximumGap)
        } else if let (score, before) = bestPredecessor(of: position, in: previous) {
          current[position] = value + score
          step[position] = before
        }
      }
      previous = current
      steps.append(step)
    }
    var end: (score: Int, position: Int)?
    for (position, score) in previous.enumerated() {
      if let score, score > end?.score ?? .min { end = (score, position) }
    }
    guard let end else { return nil }
    var positions = [end.position]
    for step in steps.dropFirst().reversed() { positions.append(step[positions[positions.count - 1]]) }
    return (end.score, positions)
  }

  /// Returns the best score of a letter before `position`, with what the distance adds or deducts.
  private static func bestPredecessor(of position: Int, in scores: [Int?]) -> (score: Int, position: Int)? {
    var best: (score: Int, position: Int)?
    for before in 0..<position {
      guard let score = scores[before] else { continue }
      let distance = position - before - 1
      let total = score + (distance == 0 ? successor : -gap - min(distance, maximumGap))
      if total >= best?.score ?? .min { best = (total, before) }
    }
    return best
  }

  private static func bonus(at position: Int, in title: Letters) -> Int {
    position == 0 ? titleStart : title.startsWord(at: position) ? wordStart : 0
  }
}

/// The characters of a text, without regard to case, with their places in UTF-8.
private struct Letters {
  let folded: [String]
  private let characters: [Character]
  private let offsets: [Int]

  init(_ text: Substring) {
    characters = Array(text)
    folded = characters.map { $0.lowercased() }
    offsets = characters.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.utf8.count) }
  }

  func startsWord(at position: Int) -> Bool {
    guard position > 0 else { return true }
    let (character, before) = (characters[position], characters[position - 1])
    let isLetter = character.isLetter || character.isNumber
    return isLetter && !(before.isLetter || before.isNumber) || character.isUppercase && before.isLowercase
  }

  /// Returns the places of characters; those of neighbors are joined.
  func ranges(of positions: Set<Int>) -> [Range<Int>] {
    positions.sorted().reduce(into: []) { ranges, position in
      let range = offsets[position]..<offsets[position + 1]
      if let last = ranges.last, last.upperBound == range.lowerBound {
        ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
      } else {
        ranges.append(range)
      }
    }
  }
}
