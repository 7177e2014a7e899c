/// The words of all models, used to complete a search. They are split once, because a catalog of a million cars has
/// tens of thousands of models, and completions are computed after each key.
struct ModelWords: Sendable {
  /// The distinct words, folded.
  let pool: StringPool
  /// The words of all models, one model after another.
  private let words: [Int32]
  /// The position of each model's first word, followed by the total number of words.
  private let starts: [Int]

  /// Splits the folded names of models into words.
  init(_ models: StringPool) {
    var builder = StringPoolBuilder()
    var (words, starts): ([Int32], [Int]) = ([], [0])
    for model in 0..<models.count {
      models.withBytes(at: model) { text in
        Words.forEach(in: text, withHyphens: true) { word in
          let number = builder.number(of: word)
          if !words[starts[model]...].contains(number) { words.append(number) }
        }
      }
      starts.append(words.count)
    }
    (self.words, self.starts, pool) = (words, starts, builder.pool)
  }

  /// Returns the distinct words of a model, as numbers in the pool.
  subscript(model: Int) -> ArraySlice<Int32> { words[starts[model]..<starts[model + 1]] }
}

extension CatalogColumns {
  /// The words of all models. Computed at first use, which takes some time in a large catalog.
  var modelWords: ModelWords {
    if let known = knownModelWords.withLock({ $0 }) { return known }
    let made = ModelWords(foldedModels)
    knownModelWords.withLock { $0 = made }
    return made
  }
}
