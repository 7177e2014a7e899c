import Foundation
import ShowroomTestSupport
import Testing

@testable import ShowroomCatalog

@Suite(.timeLimit(.minutes(20)))
struct VocabularyTests {
  let cars = [
    Car(
      id: 1, make: "Citroën", model: "Ë-C4 X", year: 2021, vehicleClass: "Sport Utility Vehicle", fuel: .electric,
      fuelName: "Electricity", drive: "4-Wheel Drive"),
    Car(id: 2, make: "현대", model: "아이오닉 5", year: 2022, fuel: .pluginHybrid),
    Car(id: 3, make: "Kia", model: "EV-6 / GT", year: 2022, fuel: .electric, fuelName: "Electricity"),
  ]

  @Test func `the words of a catalog are collected once, no matter what the user changes`() throws {
    let index = CatalogIndex(cars: cars)
    let changed = index.updatingUserData([1: UserData(isFavorite: true)])

    _ = index.suggestion(for: .parse("kai"))
    let words = try #require(index.columns.vocabulary(of: nil))

    #expect(changed.columns.vocabulary(of: nil) === words)
    #expect(index.columns.vocabulary(of: .make) === changed.columns.vocabulary(of: .make))
    #expect(index.columns.vocabulary(of: .make) !== words)
    #expect(index.columns.vocabulary(of: .year) == nil)
  }

  @Test func `words are collected before the first search, unless that is canceled`() {
    let index = CatalogIndex(cars: cars)
    func hasWords() -> Bool { index.columns.knownVocabularies.withLock { $0.keys.contains(nil) } }

    index.prepare(isCanceled: { true })
    #expect(!hasWords())
    index.prepare()
    #expect(hasWords())
  }

  @Test func `words are the letters and numbers of the searched fields, with the number of cars`() throws {
    let index = CatalogIndex(cars: cars)
    let words = try #require(index.columns.vocabulary(of: nil)).words

    #expect(Dictionary(uniqueKeysWithValues: words.map { ($0.name, $0.weight) }) == plainWords(of: index))
    #expect(words.first { $0.name == "electricity" }?.weight == 4, "from the fuel and its name")
    #expect(words.contains { $0.name == "c4" } && words.contains { $0.name == "아이오닉" })
    #expect(!words.contains { $0.name == "x" || $0.name == "e" || $0.name.contains("/") })
  }

  @Test func `the words of models keep their hyphens, and each counts once for a model`() {
    var models = StringPool()
    models.append("ev-6 / gt ev-6")
    models.append("ë-c4 x")
    let words = ModelWords(models)

    #expect(words[0].map { words.pool.string(at: $0) } == ["ev-6", "gt"])
    #expect(words[1].map { words.pool.string(at: $0) } == ["ë-c4", "x"])
  }

  /// Compares with words that are divided and compared letter by letter, for which there was no time after each key.
  @Test func `the nearest words of the bundled catalog are those with the fewest edits`() async throws {
    let folder = try TemporaryFolder()
    let store = try folder.store()
    _ = try await store.refresh(from: .file(Checkout.resources.appendingPathComponent("demo/2025-10.csv.gz")))
    let index = try store.loadIndex()
    let vocabulary = try #require(index.columns.vocabulary(of: nil))
    let known = plainWords(of: index)

    #expect(Dictionary(uniqueKeysWithValues: vocabulary.words.map { ($0.name, $0.weight) }) == known)
    for word in ["toyta", "hybird", "electirc", "golff", "peugoet", "citroeen", "zzzzz", "wagonn", "prius1", "bwm"] {
      let distances = known.map { (name: $0.key, weight: $0.value, distance: plainDistance(word, $0.key)) }
      let near = distances.filter { $0.distance <= 1 && $0.name.count > 2 }
        .sorted { ($1.weight, $0.name) < ($0.weight, $1.name) }
      #expect(vocabulary.words(oneEditFrom: word) == near.prefix(16).map(\.name))
      let fewest = distances.map(\.distance).min() ?? 0
      let nearest = vocabulary.nearest(to: word)
      if fewest > max(1, word.count / 3) {
        #expect(nearest == nil)
      } else {
        let best = distances.filter { $0.distance == fewest }
        #expect(best.contains { $0.name == nearest && $0.weight == best.map(\.weight).max() })
      }
    }
  }

  /// Returns the words of the searched fields of all cars, with the number of their occurrences.
  private func plainWords(of index: CatalogIndex) -> [String: Int] {
    let columns = index.columns
    func folded(_ field: CarField, _ ordinal: Int) -> String {
      guard let column = columns.texts[field], column.numbers[ordinal] >= 0 else { return "" }
      return column.folded.string(at: column.numbers[ordinal])
    }
    var words: [String: Int] = [:]
    for ordinal in 0..<index.count {
      let texts = [
        columns.names.folded.string(at: columns.name[ordinal]),
        folded(.vehicleClass, ordinal), Fuel(rawValue: columns.fuel[ordinal])?.searchWords ?? "",
        folded(.fuelName, ordinal),
      ]
      for word in texts.flatMap({ $0.split { !$0.isLetter && !$0.isNumber } }) where word.count > 1 {
        words[String(word), default: 0] += 1
      }
    }
    return words
  }

  /// Returns the number of letters to insert, delete, replace, or exchange with their neighbor.
  private func plainDistance(_ left: String, _ right: String) -> Int {
    let (left, right) = (Array(left), Array(right))
    var table = (0...left.count).map { i in (0...right.count).map { j in i == 0 ? j : j == 0 ? i : 0 } }
    for i in left.indices {
      for j in right.indices {
        let replaced = table[i][j] + (left[i] == right[j] ? 0 : 1)
        var best = min(table[i][j + 1] + 1, table[i + 1][j] + 1, replaced)
        if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] { best = min(best, table[i - 1][j - 1] + 1) }
        table[i + 1][j + 1] = best
      }
    }
    return table[left.count][right.count]
  }
}
