import ShowroomFiles

/// A search for one word in the fields of all cars. The word is searched for once in each distinct text rather than in
/// each car.
struct WordMatcher {
  private let columns: CatalogColumns
  private let names: [Occurrence]
  private let years: [Occurrence]
  /// For each of ``CarField/searchedTexts``, the number of each car's string, and whether each string has the word.
  private let texts: [(numbers: [Int32], marks: [Bool])]
  private let fuels: [Bool]

  init(_ word: String, columns: CatalogColumns) {
    self.columns = columns
    let needle = Needle(word)
    if word.contains(" ") {
      names = columns.names.folded.map { needle.occurrence(in: $0) }
    } else {
      // The word is part of the make or the model, and there are fewer of these than of pairs.
      let makes = columns.foldedMakes.map { needle.occurrence(in: $0) }
      let models = columns.foldedModels.map { needle.occurrence(in: $0) }
      names = zip(columns.names.make, columns.names.model).map { max(makes[Int($0)], models[Int($1)]) }
    }
    texts = CarField.searchedTexts.compactMap { columns.texts[$0] }.map { column in
      (column.numbers, column.folded.map { needle.occurrence(in: $0) != .none })
    }
    fuels = Fuel.table { fuel in
      // A displayed label matches at any position. Its synonyms match only at their beginning.
      fuel != .unknown && needle.occurrence(in: Folding.fold(fuel.label)) != .none
        || needle.occurrence(in: fuel.searchWords) == .wordStart
    }
    // There are so few years that each possible year is tested once, and only if the word is a number.
    years = needle.isNumber ? (0...2200).map { $0 < 1800 ? .none : needle.occurrence(in: String($0)) } : []
  }

  /// Returns the cars that contain the word, and the cars in which a word of the make, the model or the year begins
  /// with it; `nil` if canceled.
  func matches(isCanceled: () -> Bool) -> (contains: Bitmap, begins: Bitmap)? {
    guard var contains = Bitmap.of(columns.name, markedIn: names.map { $0 != .none }, isCanceled: isCanceled),
      var begins = Bitmap.of(columns.name, markedIn: names.map { $0 == .wordStart }, isCanceled: isCanceled),
      let inYear = Bitmap.of(columns.year, markedIn: years.map { $0 != .none }, isCanceled: isCanceled),
      let beginsYear = Bitmap.of(columns.year, markedIn: years.map { $0 == .wordStart }, isCanceled: isCanceled),
      let inFuel = Bitmap.of(columns.fuel, markedIn: fuels, isCanceled: isCanceled)
    else { return nil }
    for other in [inYear, inFuel] { contains.formUnion(other) }
    for text in texts {
      guard let inText = Bitmap.of(text.numbers, markedIn: text.marks, isCanceled: isCanceled) else { return nil }
      contains.formUnion(inText)
    }
    begins.formUnion(beginsYear)
    return (contains, begins)
  }
}

extension Fuel {
  /// Returns the results of a test for each category, by raw value. For all other values, the result is `false`.
  static func table(_ holds: (Fuel) -> Bool) -> [Bool] {
    var table = [Bool](repeating: false, count: 256)
    for fuel in allCases { table[Int(fuel.rawValue)] = holds(fuel) }
    return table
  }
}
