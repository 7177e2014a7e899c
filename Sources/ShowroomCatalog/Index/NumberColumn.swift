/// A field whose values are numbers. Each car stores the code of its number, because there are few distinct numbers:
/// 49,582 cars have some 700 distinct emission values, and 16 bits per car take a quarter of the memory of the numbers.
struct NumberColumn: Sendable {
  /// The distinct numbers in ascending order.
  let values: [Double]
  /// For each car, the index of its number in ``values``, plus one; 0 for an unknown number.
  private let codes: Codes

  private enum Codes: Sendable {
    case narrow([UInt16])
    case wide([UInt32])
  }

  /// - Parameter order: For each car, its position in the builder.
  init(_ builder: NumberColumnBuilder, order: [Int]) {
    let places = builder.values.indices.sorted { builder.values[$0] < builder.values[$1] }
    values = places.map { builder.values[$0] }
    var ranks = [UInt32](repeating: 0, count: places.count + 1)
    for (rank, place) in places.enumerated() { ranks[place + 1] = UInt32(rank + 1) }
    codes =
      places.count < Int(UInt16.max)
      ? .narrow(order.map { UInt16(truncatingIfNeeded: ranks[builder.code(at: $0)]) })
      : .wide(order.map { ranks[builder.code(at: $0)] })
  }

  /// Returns the number of a car, or `nil` if it is unknown.
  subscript(ordinal: Int) -> Double? {
    let code = code(at: ordinal)
    return code == 0 ? nil : values[code - 1]
  }

  /// Returns the index of a car's number in ``values``, plus one; 0 if the number is unknown.
  func code(at ordinal: Int) -> Int {
    switch codes {
    case .narrow(let codes): Int(codes[ordinal])
    case .wide(let codes): Int(codes[ordinal])
    }
  }

  /// Returns the result of a transformation for the code of each car.
  func map<Value>(_ transform: (Int) -> Value) -> [Value] {
    switch codes {
    case .narrow(let codes): codes.map { transform(Int($0)) }
    case .wide(let codes): codes.map { transform(Int($0)) }
    }
  }

  /// Returns the cars whose numbers satisfy a test; `nil` if canceled. The test is applied to each number once. Unknown
  /// numbers do not satisfy it.
  func cars(isCanceled: () -> Bool, where holds: (Double) -> Bool) -> Bitmap? {
    let table = [false] + values.map(holds)
    return switch codes {
    case .narrow(let codes): Bitmap.of(codes, markedIn: table, isCanceled: isCanceled)
    case .wide(let codes): Bitmap.of(codes, markedIn: table, isCanceled: isCanceled)
    }
  }
}

/// A builder of a ``NumberColumn``. Neighboring cars often have the same number, so the last number is tried first.
struct NumberColumnBuilder {
  /// The distinct numbers in the order in which they were first appended.
  private(set) var values: [Double] = []
  private var narrow: [UInt16] = []
  /// The codes, once there are too many numbers for 16 bits.
  private var wide: [UInt32] = []
  private var slots = [Int32](repeating: -1, count: 64)
  /// The indices of small whole numbers, which most numbers are; -1 for a number that no car has.
  private var wholes = [Int32](repeating: -1, count: 512)
  private var last = -1

  mutating func reserveCapacity(_ count: Int) { narrow.reserveCapacity(count) }

  /// Appends the number of the next car, or NaN if it is unknown.
  mutating func append(_ number: Double) {
    let code = number.isFinite ? place(of: number) + 1 : 0
    if !wide.isEmpty {
      wide.append(UInt32(code))
    } else if code <= Int(UInt16.max) {
      narrow.append(UInt16(code))
    } else {
      wide = narrow.map { UInt32($0) } + [UInt32(code)]
      narrow = []
    }
  }

  func code(at place: Int) -> Int { wide.isEmpty ? Int(narrow[place]) : Int(wide[place]) }

  private mutating func place(of number: Double) -> Int {
    if last >= 0, values[last] == number { return last }
    if number >= 0, number < Double(wholes.count), case let whole = Int(number), Double(whole) == number {
      if wholes[whole] < 0 { wholes[whole] = Int32(hashedPlace(of: number)) }
      last = Int(wholes[whole])
      return last
    }
    return hashedPlace(of: number)
  }

  private mutating func hashedPlace(of number: Double) -> Int {
    if values.count * 2 >= slots.count { grow() }
    var slot = slot(of: number)
    while slots[slot] >= 0 {
      last = Int(slots[slot])
      if values[last] == number { return last }
      slot = (slot + 1) & (slots.count - 1)
    }
    last = values.count
    slots[slot] = Int32(last)
    values.append(number)
    return last
  }

  private func slot(of number: Double) -> Int {
    // Adding zero makes -0 equal to 0.
    var hash = ContentHash()
    hash.combine((number + 0).bitPattern)
    return Int(truncatingIfNeeded: hash.value) & (slots.count - 1)
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for (place, number) in values.enumerated() {
      var slot = slot(of: number)
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(place)
    }
  }
}

/// A field whose value is yes, no or unknown.
struct FlagColumn: Sendable {
  let yes: Bitmap
  /// The cars for which the value is known.
  let known: Bitmap

  init(yes: Bitmap, known: Bitmap) { (self.yes, self.known) = (yes, known) }

  /// Creates a column in which the value is known for every car.
  init(_ yes: Bitmap) { self.init(yes: yes, known: Bitmap(count: yes.count, repeating: true)) }

  subscript(ordinal: Int) -> Bool? { known[ordinal] ? yes[ordinal] : nil }

  /// Returns the cars for which the value is yes, or those for which it is no.
  func cars(with value: Bool) -> Bitmap {
    if value { return yes }
    var cars = known
    cars.subtract(yes)
    return cars
  }
}
