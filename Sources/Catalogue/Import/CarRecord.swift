/// One car on its way from a source into the database: the texts lie side by side in one buffer that is used again
/// for the next car, because a catalogue has half a million of them and a `String` each would cost more than SQLite.
struct CarRecord {
  /// The texts, in the order in which they lie in ``bytes``.
  enum Text: Int, CaseIterable {
    case make, model, baseModel, vehicleClass, fuelName, drive, transmission, makeKey, modelKey

    /// Whether every car has it.
    var isRequired: Bool {
      switch self {
      case .make, .model, .baseModel, .makeKey, .modelKey: true
      case .vehicleClass, .fuelName, .drive, .transmission: false
      }
    }
  }

  var id: Car.ID = 0
  var year = 0
  var fuel = Fuel.unknown
  var cylinders: Int?
  var displacement: Double?
  var cityMPG: Double?
  var highwayMPG: Double?
  var combinedMPG: Double?
  var electricConsumption: Double?
  var co2: Double?
  var annualFuelCost: Int?
  var electricRange: Double?

  private(set) var bytes: [UInt8] = []
  private var ends: [Int] = []

  /// Forgets the texts; the numbers are for the importer to set.
  mutating func beginTexts() {
    bytes.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
  }

  /// Adds the next text in order, trimmed, runs of spaces and control characters collapsed to one space.
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

  /// Adds the next text in order.
  mutating func append(_ text: String?) {
    var text = text ?? ""
    text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
  }

  /// Adds the folded make and model by which the database sorts; call it after the last text.
  mutating func appendKeys() {
    for text in [Text.make, .model] {
      var key: [UInt8] = []
      bytes.withUnsafeBytes { Folding.fold(UnsafeRawBufferPointer(rebasing: $0[range(of: text)]), into: &key) }
      // A name of characters that nobody sees still has its place in the order.
      if key.isEmpty { key = Array(bytes[range(of: text)]) }
      bytes.append(contentsOf: key)
      ends.append(bytes.count)
    }
  }

  /// Where a text lies in ``bytes``.
  func range(of text: Text) -> Range<Int> {
    (text.rawValue == 0 ? 0 : ends[text.rawValue - 1])..<ends[text.rawValue]
  }

  func isEmpty(_ text: Text) -> Bool { range(of: text).isEmpty }

  func string(_ text: Text) -> String { String(decoding: bytes[range(of: text)], as: UTF8.self) }

  /// A number that is equal for equal cars, by which a refresh tells a car that has not changed.
  var contentHash: Int64 {
    var hash = ContentHash()
    bytes.withUnsafeBytes { hash.combine($0) }
    for end in ends { hash.combine(UInt64(end)) }
    hash.combine(UInt64(truncatingIfNeeded: year) << 8 | UInt64(fuel.rawValue))
    for number in [cylinders, annualFuelCost] { hash.combine(number.map { UInt64(bitPattern: Int64($0)) } ?? .max) }
    for number in [
      displacement, cityMPG, highwayMPG, combinedMPG, electricConsumption, co2, electricRange,
    ] { hash.combine(number?.bitPattern ?? .max) }
    return Int64(bitPattern: hash.value)
  }
}

/// FNV-1a over eight bytes at a time, with a final mix. Stable between runs, which Swift's own `Hasher` is not; it tells
/// changes apart, it does not resist an attacker.
struct ContentHash {
  private var state: UInt64 = 0xcbf2_9ce4_8422_2325

  mutating func combine(_ word: UInt64) {
    state = (state ^ word) &* 0x0000_0100_0000_01b3
    state ^= state >> 29
  }

  mutating func combine(_ bytes: UnsafeRawBufferPointer) {
    var index = 0
    while index + 8 <= bytes.count {
      combine(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
      index += 8
    }
    var tail = UInt64(bytes.count) << 56
    for byte in bytes[index...] { tail = tail << 8 | UInt64(byte) }
    combine(tail)
  }

  var value: UInt64 {
    var mixed = state
    mixed = (mixed ^ mixed >> 33) &* 0xff51_afd7_ed55_8ccd
    return mixed ^ mixed >> 33
  }
}
