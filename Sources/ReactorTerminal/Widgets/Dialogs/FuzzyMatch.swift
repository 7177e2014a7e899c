/// A measure of how well a name matches a query.
enum FuzzyMatch {
  /// Returns the distance between a name and a query, 0 for the best match, or `nil` if the name does not match.
  ///
  /// The name must contain every word of the query, in any order: at the start of a word, inside one, or as letters in
  /// the same order with others between them.
  static func distance(of name: String, to query: String) -> Int? {
    let name = Array(name.lowercased())
    var sum = 0
    for word in query.lowercased().split(whereSeparator: \.isWhitespace) {
      guard let distance = distance(of: name, toWord: Array(word)) else { return nil }
      sum += distance
    }
    return sum
  }

  private static func distance(of name: [Character], toWord word: [Character]) -> Int? {
    if let place = firstOccurrence(of: word, in: name) {
      return place == 0 ? 0 : isStart(place, in: name) ? 1 : 4
    }
    return name.indices.filter { isStart($0, in: name) && name[$0] == word[0] }
      .compactMap { gaps(of: word, in: name[$0...]) }.min().map { 10 + $0 }
  }

  /// Returns the first occurrence of `word`, preferably at the start of a word.
  private static func firstOccurrence(of word: [Character], in name: [Character]) -> Int? {
    guard word.count <= name.count else { return nil }
    let places = (0...name.count - word.count).filter { name[$0..<$0 + word.count].elementsEqual(word) }
    return places.first { isStart($0, in: name) } ?? places.first
  }

  private static func isStart(_ index: Int, in name: [Character]) -> Bool {
    guard index > 0 else { return true }
    return (name[index].isLetter || name[index].isNumber) && !(name[index - 1].isLetter || name[index - 1].isNumber)
  }

  /// Returns the number of letters between those of `word` in `name`, or `nil` if one is missing. `name` starts with
  /// the first letter of `word`.
  private static func gaps(of word: [Character], in name: ArraySlice<Character>) -> Int? {
    var place = name.startIndex
    var gaps = 0
    for letter in word {
      guard let next = name[place...].firstIndex(of: letter) else { return nil }
      gaps += next - place
      place = next + 1
    }
    return gaps
  }
}
