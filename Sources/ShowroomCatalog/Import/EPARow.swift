import Foundation

/// A row of the EPA's table.
struct EPARow {
  let row: CSVReader.Row
  let columns: EPAColumns
  let source: String

  /// Returns the cell in a column, which is empty if the table has no such column.
  func cell(_ name: some EPAColumn) -> UnsafeRawBufferPointer {
    let place = name.place(in: columns)
    return place < 0 ? UnsafeRawBufferPointer(start: nil, count: 0) : row[place]
  }

  /// A column without a name, used for a number that depends on several columns.
  private struct Place: EPAColumn {
    let title: String
    let place: Int

    func place(in columns: EPAColumns) -> Int { place }
  }

  /// Returns a number greater than zero, or `nil` if it is unknown.
  func positive(_ name: some EPAColumn) throws -> Double? {
    guard let value = try number(name), value > 0 else { return nil }
    guard value <= SourceBudget.standard.largestNumber else { throw bad(name) }
    return value
  }

  /// Returns a number of either sign, or `nil` if it is unknown.
  func signed(_ name: some EPAColumn) throws -> Double? {
    guard let value = try number(name) else { return nil }
    guard value.magnitude <= SourceBudget.standard.largestNumber else { throw bad(name) }
    return value
  }

  /// Returns ``positive(_:)`` rounded to a whole number. A result of zero is also unknown.
  func whole(_ name: some EPAColumn) throws -> Int? {
    try positive(name).flatMap { Int(exactly: $0.rounded()) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Returns a number that has its own column.
  func value(of number: CarNumber) throws -> Double? {
    switch number.definition.reading {
    case .positive: number.isWhole ? try whole(number).map(Double.init) : try positive(number)
    case .signed: try signed(number).map { number.isWhole ? $0.rounded() : $0 }
    case .firstInText: firstNumber(number)
    case .largest:
      try columns.places(of: number).compactMap { place in
        let column = Place(title: number.title, place: place)
        return number.isWhole ? try whole(column).map(Double.init) : try positive(column)
      }.max()
    case .flag(let emptyIsNo): flag(number, emptyIsNo: emptyIsNo)
    }
  }

  private func flag(_ name: some EPAColumn, emptyIsNo: Bool) -> Double? {
    guard name.place(in: columns) >= 0 else { return nil }
    let cell = cell(name).filter { $0 > 0x20 }
    if cell.isEmpty { return emptyIsNo ? 0 : nil }
    return cell == [UInt8(ascii: "N")] ? 0 : 1
  }

  /// Returns zero if the cell contains zero, otherwise `nil`.
  func zero(_ name: some EPAColumn) throws -> Double? {
    try number(name) == 0 ? 0 : nil
  }

  func integer(_ name: some EPAColumn) throws -> Int? {
    guard let value = try number(name) else { return nil }
    guard value.rounded() == value, abs(value) < 1e15 else { throw bad(name) }
    return Int(value)
  }

  /// Returns the first number in a cell such as `280/380`. Such cells are free text, so any other content is unknown.
  func firstNumber(_ name: some EPAColumn) -> Double? {
    let digits = cell(name).drop { $0 <= 0x20 }.prefix { $0 &- 48 < 10 || $0 == UInt8(ascii: ".") }
    guard let value = Double(String(decoding: digits, as: UTF8.self)), value > 0,
      value <= SourceBudget.standard.largestNumber
    else { return nil }
    return value
  }

  private func number(_ name: some EPAColumn) throws -> Double? {
    let bytes = cell(name)
    if bytes.isEmpty { return nil }
    if let value = Self.plainNumber(bytes) { return value }
    let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespaces)
    if text.isEmpty || text == "NA" { return nil }
    guard let value = Double(text), value.isFinite else { throw bad(name) }
    return value
  }

  /// Parses digits with at most one decimal point and an optional minus sign. Exact up to 2^53, and much faster than
  /// `Double(_:)`.
  private static func plainNumber(_ text: UnsafeRawBufferPointer) -> Double? {
    let isNegative = text.first == UInt8(ascii: "-")
    let bytes = text.dropFirst(isNegative ? 1 : 0)
    guard !bytes.isEmpty, bytes.count <= 15 else { return nil }
    var digits = 0
    var divisor = 1.0
    var hasPoint = false
    for byte in bytes {
      if byte &- 48 < 10 {
        digits = digits * 10 + Int(byte &- 48)
        if hasPoint { divisor *= 10 }
      } else if byte == UInt8(ascii: "."), !hasPoint, bytes.count > 1 {
        hasPoint = true
      } else {
        return nil
      }
    }
    let number = Double(digits) / divisor
    return isNegative ? -number : number
  }

  func bad(_ name: some EPAColumn) -> CatalogError {
    let value = String(decoding: cell(name).prefix(200), as: UTF8.self)
    return .source(.badValue(place: "line \(row.line)", field: name.title, value: value), source: source)
  }

  // MARK: Fuel

  /// The fuel category, determined by the technology if the table names one, and otherwise by the fuel.
  var fuel: Fuel {
    switch String(decoding: cell(EPAColumns.Name.technology), as: UTF8.self) {
    case "Plug-in Hybrid": .pluginHybrid
    case "Hybrid": .hybrid
    case "EV": .electric
    case "FCV": .hydrogen
    case "FFV": .flexFuel
    case "CNG", "Bifuel (CNG)": .naturalGas
    case "Bifuel (LPG)": .lpg
    case "Diesel": .diesel
    default: fuelByName
    }
  }

  private var fuelByName: Fuel {
    switch String(decoding: cell(EPAColumns.Name.fuelType), as: UTF8.self) {
    case "Regular Gasoline", "Premium Gasoline", "Midgrade Gasoline": .gasoline
    case "Diesel": .diesel
    case "Electricity": .electric
    case "Hydrogen": .hydrogen
    case "Natural Gas": .naturalGas
    case let other: Fuel(describing: other)
    }
  }

  /// Returns the cell of a text field. The cell is treated as empty if the table says "to be determined".
  func textCell(_ text: CarText) -> UnsafeRawBufferPointer {
    if text == .fuelName { return fuelNameCell }
    let cell = cell(text)
    return cell.elementsEqual("TBD".utf8) ? UnsafeRawBufferPointer(start: nil, count: 0) : cell
  }

  /// The cell that names both fuels of a car that can use two, or otherwise the cell that names the grade.
  var fuelNameCell: UnsafeRawBufferPointer {
    let hasBoth = fuel.hasTwoNames && !cell(EPAColumns.Name.fuelTypes).isEmpty
    return cell(hasBoth ? EPAColumns.Name.fuelTypes : .fuelType)
  }
}

extension Fuel {
  /// Whether the EPA's table names both fuels of the cars, in a separate column.
  var hasTwoNames: Bool { [.pluginHybrid, .flexFuel, .naturalGas, .lpg].contains(self) }
}
