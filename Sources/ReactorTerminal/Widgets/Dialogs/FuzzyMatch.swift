/// The match of a query in a title: its quality, a score, and the letters that matched.
///
/// Each word of the query must match, in any order: either its letters occur in the title in the same order, possibly
/// with others between them, or the word is a part of one of the other names. A letter scores higher at the start of
/// the title or of a word, and directly after the preceding letter; it scores lower the more letters are between them.
/// A word that occurs in the title without gaps matches there, at the start of a word if possible. Otherwise, the way
/// with the highest score counts.
struct FuzzyMatch: Equatable {
  /// The kinds of matches, best first. A query matches as its worst word does, unless the title begins with it.
  enum Quality: Comparable {
    /// The query is the title.
    case exact
    /// The title begins with the query.
    case prefix
    /// A word of the title begins with the word.
    case wordStart
    /// The word is inside a word of the title.
    case contiguous
    /// The letters begin words of the title, or follow each other: `ff` in "Favorites first".
    case initials
    /// Other letters are between the letters.
    case scattered
    /// The word is a part of another name.
    case otherName
  }

  /// The kind of the match. A match of a better kind is better, whatever its score.
  let quality: Quality
  /// The sum of the scores of the words; higher is better. It compares matches of the same quality.
  let score: Int
  /// The matching letters of the title as UTF-8 offsets, in ascending order. Adjacent letters form one range.
  let ranges: [Range<Int>]

  private static let letter = 16
  private static let titleStart = 12
  private static let wordStart = 10
  private static let successor = 12
  private static let gap = 4
  private static let otherName = 4
  /// The maximum deduction for letters before the first match and between two matches, so that a long title that
  /// matches at the start of words is not ranked below a short one.
  private static let maximumGap = 12
  /// The maximum number of letters of a title that are searched, because a title may be untrusted.
  private static let searchedLength = 200

  /// Searches for a query in a title.
  ///
  /// The cost is proportional to the product of the lengths of the query and the title.
  ///
  /// - Parameters:
  ///   - query: The words to find, separated by spaces.
  ///   - title: The text that the user sees.
  ///   - names: Other names, in which a word must occur unchanged.
  /// - Returns: `nil` if a word matches neither the title nor another name.
  init?(of query: String, in title: String, orIn names: [String] = []) {
    let letters = Letters(title.prefix(Self.searchedLength))
    let others = names.map { $0.lowercased() }
    let words = query.split(whereSeparator: \.isWhitespace)
    var quality = Quality.exact
    var score = 0
    var matched: Set<Int> = []
    for word in words {
      if let match = Self.match(Letters(word).folded, in: letters) {
        quality = max(quality, match.quality)
        score += match.score
        matched.formUnion(match.positions)
      } else if others.contains(where: { $0.contains(word.lowercased()) }) {
        quality = .otherName
        score += Self.otherName
      } else {
        return nil
      }
    }
    let typed = Letters(words.joined(separator: " ")[...]).folded
    if !typed.isEmpty, letters.folded.starts(with: typed) {
      quality = typed.count == letters.folded.count ? .exact : .prefix
    }
    self.quality = quality
    self.score = score
    ranges = letters.ranges(of: matched)
  }

  /// Returns the best way to match a word: without gaps, or else its letters in order; `nil` if a letter is missing.
  private static func match(
    _ word: [String], in title: Letters
  ) -> (quality: Quality, score: Int, positions: [Int])? {
    if let start = title.start(of: word) {
      let positions = Array(start..<start + word.count)
      let letters = positions.reduce(0) { $0 + letter + bonus(at: $1, in: title) }
      let quality: Quality = title.startsWord(at: start) ? .wordStart : .contiguous
      return (quality, letters + successor * (word.count - 1) - min(start, maximumGap), positions)
    }
    guard let (score, positions) = best(word, in: title) else { return nil }
    let areInitials = positions.allSatisfy { title.startsWord(at: $0) || positions.contains($0 - 1) }
    let quality: Quality = areInitials ? .initials : .scattered
    return (quality, score, positions)
  }

  /// Returns the best way to match the letters of a word in order; `nil` if a letter is missing.
  private static func best(_ word: [String], in title: Letters) -> (score: Int, positions: [Int])? {
    let count = title.folded.count
    guard !word.isEmpty, word.count <= count else { return nil }
    // For each letter of the word: for each position, the best score with the letter at that position, and the position
    // of the preceding letter.
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

  /// Returns the best score of the preceding letter before `position`, adjusted by the distance.
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

/// The characters of a text, ignoring case, with their UTF-8 offsets.
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

  /// Returns the first position at which a word occurs without gaps, preferably at the start of a word; `nil` for none.
  func start(of word: [String]) -> Int? {
    guard !word.isEmpty, word.count <= folded.count else { return nil }
    let starts = (0...folded.count - word.count).filter { folded[$0..<$0 + word.count].elementsEqual(word) }
    return starts.first { startsWord(at: $0) } ?? starts.first
  }

  /// Returns the UTF-8 ranges of characters. Adjacent characters form one range.
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
