import GRDB
import ShowroomFiles

/// A unifier of the spellings of each make. Sources write both `MINI` and `Mini`; the most frequent spelling is used
/// for all cars.
struct MakeSpellings {
  private var counts: [String: Int] = [:]

  /// The number of spellings so far.
  var count: Int { counts.count + (last.count > 0 && counts[last.name] == nil ? 1 : 0) }
  private var last: (name: String, count: Int) = ("", 0)

  mutating func count(_ record: borrowing CarRecord) {
    let range = record.range(of: .make)
    if last.count > 0, last.name.utf8.elementsEqual(record.bytes[range]) {
      last.count += 1
      return
    }
    flush()
    last = (record.string(.make), 1)
  }

  private mutating func flush() {
    if last.count > 0 { counts[last.name, default: 0] += last.count }
    last.count = 0
  }

  /// Replaces the rarer spellings in the table.
  mutating func unify(in db: Database) throws {
    flush()
    for (key, spellings) in Dictionary(grouping: counts, by: { Folding.fold($0.key) }) where spellings.count > 1 {
      guard let winner = spellings.max(by: { ($0.value, $1.key) < ($1.value, $0.key) })?.key else { continue }
      try db.execute(
        sql: "UPDATE car SET make = :make WHERE makeKey = :key AND make <> :make",
        arguments: ["make": winner, "key": key])
    }
  }
}
