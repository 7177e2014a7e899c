import Foundation

/// One row of the EPA's table, by column name.
struct EPARow {
  let row: CSVReader.Row
  let columns: EPAColumns
  let source: String

  /// The cell; empty where the table has no such column.
  func cell(_ name: EPAColumns.Name) -> UnsafeRawBufferPointer {
    let place = columns.place(of: name)
    return place < 0 ? UnsafeRawBufferPointer(start: nil, count: 0) : row[place]
  }

  /// A number greater than zero; `nil` where the cell says in one of the table's ways that it is unknown.
  func positive(_ name: EPAColumns.Name) throws -> Double? {
    guard let value = try number(name), value > 0 else { return nil }
    guard value <= SourceBudget.standard.figure else { throw bad(name) }
    return value
  }

  /// As ``positive(_:)``, to the nearest whole number, of which 0 is unknown as well.
  func whole(_ name: EPAColumns.Name) throws -> Int? {
    try positive(name).flatMap { Int(exactly: $0.rounded()) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Zero where the cell says zero.
  func zero(_ name: EPAColumns.Name) throws -> Double? {
    try number(name) == 0 ? 0 : nil
  }

  func integer(_ name: EPAColumns.Name) throws -> Int? {
    guard let value = try number(name) else { return nil }
    guard value.rounded() == value, abs(value) < 1e15 else { throw bad(name) }
    return Int(value)
  }

  /// The first number of a cell such as `280/380`; such a cell is free text, so anything else is unknown.
  func firstNumber(_ name: EPAColumns.Name) -> Double? {
    let digits = cell(name).drop { $0 <= 0x20 }.prefix { $0 &- 48 < 10 || $0 == UInt8(ascii: ".") }
    guard let value = Double(String(decoding: digits, as: UTF8.self)), value > 0,
      value <= SourceBudget.standard.figure
    else { return nil }
    return value
  }

  private func number(_ name: EPAColumns.Name) throws -> Double? {
    let bytes = cell(name)
    if let value = Self.plainNumber(bytes) { return value }
    let text = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespaces)
    if text.isEmpty || text == "NA" { return nil }
    guard let value = Double(text), value.isFinite else { throw bad(name) }
    return value
  }

  /// Digits with at most one point: exact as long as the digits make up to 2^53, and as fast as the file is read.
  private static func plainNumber(_ bytes: UnsafeRawBufferPointer) -> Double? {
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
    return Double(digits) / divisor
  }

  func bad(_ name: EPAColumns.Name) -> CatalogueError {
    let value = String(decoding: cell(name).prefix(200), as: UTF8.self)
    return .source(.badValue(place: "line \(row.line)", field: name.title, value: value), source: source)
  }

  // MARK: Fuel

  /// The technology decides where the table names one, else the fuel.
  var fuel: Fuel {
    switch String(decoding: cell(.technology), as: UTF8.self) {
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
    switch String(decoding: cell(.fuelType), as: UTF8.self) {
    case "Regular Gasoline", "Premium Gasoline", "Midgrade Gasoline": .petrol
    case "Diesel": .diesel
    case "Electricity": .electric
    case "Hydrogen": .hydrogen
    case "Natural Gas": .naturalGas
    case let other: Fuel(describing: other)
    }
  }

  /// The cell with both fuels of a car that takes two, else the one with the grade.
  var fuelNameCell: UnsafeRawBufferPointer {
    switch fuel {
    case .pluginHybrid, .flexFuel, .naturalGas, .lpg: cell(.fuelTypes).isEmpty ? cell(.fuelType) : cell(.fuelTypes)
    default: cell(.fuelType)
    }
  }
}
