import ReactorSpelling

/// The words by which cars can be found, with the number of cars that contain each.
final class Vocabulary: Sendable {
  let words: [(name: String, weight: Int)]

  private init(_ words: some Sequence<(name: String, weight: Int)>) {
    self.words = Array(words)
  }

  /// Returns the words of a field, or of all fields that are searched for words; `nil` if the values of the field are
  /// numbers or flags.
  fileprivate convenience init?(of field: CarField?, _ columns: CatalogColumns) {
    var builder = VocabularyBuilder()
    func add(_ field: CarField) {
      if let column = columns.texts[field] { builder.add(column.folded, column.numbers) }
    }
    switch field {
    case nil:
      builder.add(columns.names.folded, columns.name)
      builder.addFuels(columns)
      for field in CarField.searchedTexts { add(field) }
    case .make: builder.add(columns.foldedMakes, columns.name.map { columns.names.make[Int($0)] })
    case .model: builder.add(columns.foldedModels, columns.name.map { columns.names.model[Int($0)] })
    case .fuel: builder.addFuels(columns)
    case let field?:
      guard columns.texts[field] != nil else { return nil }
      add(field)
    }
    self.init(builder.words)
  }

  /// Returns the known word that is most similar to an unknown word. Returns `nil` for numbers and for words of one or
  /// two letters, because any other word would be just as similar.
  func nearest(to word: String) -> String? {
    guard word.count > 2, !word.allSatisfy(\.isNumber) else { return nil }
    return NearestName.of(word, weighing: words)
  }

  /// Returns at most 16 known words that differ from an unknown word in one letter, starting with the most frequent.
  /// Returns none for numbers and for words of one or two letters.
  func words(oneEditFrom word: String) -> [String] {
    guard word.count > 2, !word.allSatisfy(\.isNumber) else { return [] }
    return NearestName.oneEdit(from: word, weighing: words).filter { $0.name.count > 2 }
      .sorted { ($1.weight, $0.name) < ($0.weight, $1.name) }.prefix(16).map(\.name)
  }
}

/// A builder of a vocabulary, in which equal words are counted together.
private struct VocabularyBuilder {
  private var builder = StringPoolBuilder()
  private var counts: [Int] = []

  /// The words of more than one letter.
  var words: some Sequence<(name: String, weight: Int)> {
    counts.enumerated().lazy.map { (name: builder.pool.string(at: Int32($0.offset)), weight: $0.element) }
      .filter { $0.name.count > 1 }
  }

  /// Adds the strings of a pool. `numbers` contains the number of each car's string.
  mutating func add(_ pool: StringPool, _ numbers: [Int32]) {
    var cars = [Int](repeating: 0, count: pool.count)
    for number in numbers where number != CatalogColumns.none { cars[Int(number)] += 1 }
    for (number, count) in cars.enumerated() where count > 0 {
      pool.withBytes(at: number) { add($0, count: count) }
    }
  }

  mutating func addFuels(_ columns: CatalogColumns) {
    var cars = [Int](repeating: 0, count: 256)
    for fuel in columns.fuel { cars[Int(fuel)] += 1 }
    for fuel in Fuel.allCases where cars[Int(fuel.rawValue)] > 0 {
      var words = fuel.searchWords
      words.withUTF8 { add(UnsafeRawBufferPointer($0), count: cars[Int(fuel.rawValue)]) }
    }
  }

  private mutating func add(_ text: UnsafeRawBufferPointer, count: Int) {
    Words.forEach(in: text) { word in
      let number = Int(builder.number(of: word))
      if number == counts.count { counts.append(0) }
      counts[number] += count
    }
  }
}

extension CatalogColumns {
  /// Returns the words of a field, or of all fields that are searched for words; `nil` if the values of the field are
  /// numbers or flags. Computed only once, at first use, because a key that leaves no matches uses the words several
  /// times.
  func vocabulary(of field: CarField?) -> Vocabulary? {
    knownVocabularies.withLock { known in
      if let vocabulary = known[field] { return vocabulary }
      let made = Vocabulary(of: field, self)
      known[field] = made
      return made
    }
  }
}

/// Short words that users type in place of a source's long words, such as `suv` and `awd`.
enum ClassSynonyms {
  private static let synonyms: [(written: String, typed: String)] = [
    ("sport utility", "suv"), ("station wagon", "estate"), ("estate", "wagon"), ("minivan", "mpv"),
    ("4-wheel", "4wd"), ("all-wheel", "awd"), ("front-wheel", "fwd"), ("rear-wheel", "rwd"), ("suv", "sport utility"),
  ]

  /// Returns a folded text followed by synonyms of the words in it.
  static func searchText(of folded: String) -> String {
    let added = synonyms.filter { folded.contains($0.written) && !folded.contains($0.typed) }.map(\.typed)
    return ([folded] + added).joined(separator: " ")
  }
}
