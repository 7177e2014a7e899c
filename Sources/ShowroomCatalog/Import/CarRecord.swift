import ShowroomFiles

/// A car during the import from a source into the database. All strings share one buffer, which is reused for the next
/// car: a catalog contains half a million strings, and creating a `String` for each would cost more than SQLite.
struct CarRecord: CarNumbered {
  /// A string, identified by its position in ``bytes``.
  struct Text: Hashable {
    let place: Int
    /// The column of the table `car`.
    let column: String

    static let make = Text(place: 0, column: "make")
    static let model = Text(place: 1, column: "model")
    static let baseModel = Text(place: 2, column: "baseModel")
    private static let others = CarText.allCases.map { Text(place: 3 + $0.rawValue, column: $0.column) }
    static let makeKey = Text(place: 3 + others.count, column: "makeKey")
    static let modelKey = Text(place: 4 + others.count, column: "modelKey")

    /// The strings in the order of ``bytes``.
    static let all = [make, model, baseModel] + others + [makeKey, modelKey]

    /// Whether every car has the string.
    var isRequired: Bool { place < 3 || isKey }
    fileprivate var isKey: Bool { place >= Self.makeKey.place }
  }

  var id: Car.ID = 0
  var year = 0
  var fuel = Fuel.unknown
  var numbers = CarNumbers()
  /// The columns of the table `car` whose values the source does not contain.
  var absent: AbsentColumns = []

  private(set) var bytes: [UInt8] = []
  private var ends: [Int] = []

  /// Begins the next car.
  mutating func removeAll() {
    numbers.removeAll()
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// Appends the next string in order, trimmed, with runs of spaces and control characters collapsed to one space.
  mutating func append(_ raw: UnsafeRawBufferPointer) {
    let start = bytes.count
    var spacePending = false
    for byte in raw {
      if byte <= 0x20 || byte == 0x7f {
        spacePending = bytes.count > start
      } else {
        if spacePending { bytes.append(0x20) }
        spacePending = false
        bytes.append(byte)
      }
    }
    ends.append(bytes.count)
  }

  /// Appends the next string in order.
  mutating func append(_ text: String?) {
    var text = text ?? ""
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  /// Appends the folded make and model by which the database sorts. Call this method after the last string.
  mutating func appendKeys() {
    for text in [Text.make, .model] {
      var key: [UInt8] = []
      bytes.withUnsafeBytes { Folding.fold(UnsafeRawBufferPointer(rebasing: $0[range(of: text)]), into: &key) }
      // A name that consists of invisible characters becomes empty when folded, but still needs a sort key.
      if key.isEmpty { key = Array(bytes[range(of: text)]) }
      bytes.append(contentsOf: key)
      ends.append(bytes.count)
    }
  }

  /// Returns the range of a string in ``bytes``.
  func range(of text: Text) -> Range<Int> {
    (text.place == 0 ? 0 : ends[text.place - 1])..<ends[text.place]
  }

  func isEmpty(_ text: Text) -> Bool { range(of: text).isEmpty }

  func string(_ text: Text) -> String { String(decoding: bytes[range(of: text)], as: UTF8.self) }

  /// A hash of the content, used by refreshes to detect changes. A value that the source does not contain differs from
  /// an unknown one, because a stored value is kept.
  var contentHash: Int64 {
    var hash = ContentHash()
    bytes.withUnsafeBytes { hash.combine($0) }
    for end in ends { hash.combine(UInt64(end)) }
    hash.combine(UInt64(truncatingIfNeeded: year) << 8 | UInt64(fuel.rawValue))
    numbers.forEach { hash.combine($0?.bitPattern ?? .max) }
    hash.combine(UInt64(bitPattern: absent.rawValue))
    return Int64(bitPattern: hash.value)
  }
}

/// A set of columns of the table `car` whose values a source does not contain, because it lacks a column from which
/// they are read or computed.
struct AbsentColumns: OptionSet, Sendable, Hashable {
  let rawValue: Int64

  static let baseModel = AbsentColumns(rawValue: 1)
  static let fuel = AbsentColumns(rawValue: 2)

  static func number(_ number: CarNumber) -> AbsentColumns { AbsentColumns(rawValue: 4 << number.rawValue) }

  static func text(_ text: CarText) -> AbsentColumns {
    AbsentColumns(rawValue: 4 << (CarNumber.allCases.count + text.rawValue))
  }

  /// The set of each column that can be absent, by the name of the column.
  static let byName: [String: AbsentColumns] = {
    var sets = ["baseModel": baseModel, "fuel": fuel]
    for text in CarText.allCases { sets[text.column] = .text(text) }
    for number in CarNumber.allCases { sets[number.column] = .number(number) }
    return sets
  }()
}

extension CarRecord {
  /// Returns an error for the first field whose value is impossible or too large to store.
  func error(within budget: SourceBudget, place: () -> String) -> SourceError? {
    for text in Text.all where range(of: text).count > budget.fieldBytes {
      return .excessive(
        "bytes in \(text.isKey ? "a name" : text.column)", limit: budget.fieldBytes, place: place())
    }
    func bad(_ field: String, _ value: Any) -> SourceError {
      .badValue(place: place(), field: field, value: "\(value)")
    }
    if id <= 0 { return bad("id", id) }
    if !Car.years.contains(year) { return bad("year", year) }
    for number in CarNumber.allCases {
      guard let value = self[number] else { continue }
      let isStorable = number.definition.range.contains(value) && value <= budget.largestNumber
      if !isStorable || number.isWhole && value.rounded() != value { return bad(number.column, value) }
    }
    return nil
  }
}
