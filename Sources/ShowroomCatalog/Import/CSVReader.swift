import Foundation

/// A parser of comma-separated text (RFC 4180) that uses constant memory. It takes blocks of any size and passes on
/// each row as soon as it is complete. Cells point into the parser's buffer and are valid only during the call.
struct CSVReader {
  /// A row of unquoted cells.
  struct Row {
    /// The line in which the row begins, counted from 1.
    let line: Int
    let cellCount: Int
    private let bytes: UnsafeRawBufferPointer
    private let bounds: UnsafeBufferPointer<(start: Int, end: Int)>

    fileprivate init(line: Int, bytes: UnsafeRawBufferPointer, bounds: UnsafeBufferPointer<(start: Int, end: Int)>) {
      (self.line, self.bytes, self.bounds, cellCount) = (line, bytes, bounds, bounds.count)
    }

    subscript(index: Int) -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(rebasing: bytes[bounds[index].start..<bounds[index].end])
    }
  }

  private enum State { case cellStart, plain, quoted, quoteInQuoted, carriageReturn }

  private let source: String
  private let budget: SourceBudget
  /// The names of the columns, which are the cells of the first row.
  private(set) var columns: [String] = []
  private var state = State.cellStart
  private var cells: [UInt8] = []
  private var bounds: [(start: Int, end: Int)] = []
  private var cellStart = 0
  private var isPlainASCII = true
  private var line = 1
  private var rowLine = 1
  private var isFirstBlock = true

  init(source: String, budget: SourceBudget = .standard) {
    self.source = source
    self.budget = budget
    cells.reserveCapacity(4096)
  }

  /// Parses the next block of text.
  mutating func take(_ block: UnsafeRawBufferPointer, row: (Row) throws -> Void) throws {
    var index = 0
    if isFirstBlock {
      isFirstBlock = false
      if block.starts(with: [0xff, 0xfe]) || block.starts(with: [0xfe, 0xff]) {
        throw error(.notUTF8(line: 1, looksLike: "UTF-16"))
      }
      if block.starts(with: [0xef, 0xbb, 0xbf]) { index = 3 }
    }
    while index < block.count {
      switch state {
      case .plain:
        // The inner loop of an import. It copies everything up to the next special byte at once.
        var end = index
        var bits: UInt8 = 0
        while end < block.count, !Self.endsRun(block[end]) {
          bits |= block[end]
          end += 1
        }
        if bits >= 0x80 { isPlainASCII = false }
        if end > index { try append(UnsafeRawBufferPointer(rebasing: block[index..<end])) }
        index = end
        if index == block.count { return }
        try takeSpecial(block[index], row: row)
      case .quoted:
        let end = block[index...].firstIndex { $0 == UInt8(ascii: "\"") || $0 == 0 || $0 == 0x0a } ?? block.count
        let run = UnsafeRawBufferPointer(rebasing: block[index..<end])
        if run.contains(where: { $0 >= 0x80 }) { isPlainASCII = false }
        try append(run)
        index = end
        if index == block.count { return }
        try takeQuoted(block[index])
      case .cellStart where block[index] == UInt8(ascii: "\""): state = .quoted
      case .cellStart:
        state = .plain
        continue
      case .quoteInQuoted: try takeAfterQuote(block[index], row: row)
      case .carriageReturn:
        try endRow(row)
        if block[index] != 0x0a { continue }
      }
      index += 1
    }
  }

  /// Ends the text. The last row does not need a line ending.
  mutating func finish(row: (Row) throws -> Void) throws {
    if state == .quoted { throw error(.unclosedQuote(line: rowLine)) }
    if state != .cellStart || !bounds.isEmpty || cells.count > cellStart { try endRow(row) }
  }

  @inline(__always)
  private static func endsRun(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == 0x0a || byte == 0x0d || byte == 0
  }

  private mutating func append(_ run: UnsafeRawBufferPointer) throws {
    try makeRoom(for: run.count)
    cells.append(contentsOf: run)
  }

  private mutating func append(_ byte: UInt8) throws {
    try makeRoom(for: 1)
    cells.append(byte)
  }

  private func makeRoom(for count: Int) throws {
    guard cells.count - cellStart + count <= budget.cellBytes else {
      let column = bounds.count < columns.count ? columns[bounds.count] : "\(bounds.count + 1)"
      throw error(.oversizedCell(line: rowLine, column: column, limit: budget.cellBytes))
    }
    guard cells.count + count <= budget.rowBytes else {
      throw error(.excessive("bytes", limit: budget.rowBytes, place: "line \(rowLine)"))
    }
  }

  private mutating func takeSpecial(_ byte: UInt8, row: (Row) throws -> Void) throws {
    switch byte {
    case UInt8(ascii: ","): try endCell()
    case 0x0a: try endRow(row)
    case 0x0d: state = .carriageReturn
    default: throw error(.nulByte(line: line))
    }
  }

  private mutating func takeQuoted(_ byte: UInt8) throws {
    switch byte {
    case UInt8(ascii: "\""): state = .quoteInQuoted
    case 0x0a:
      line += 1
      try append(byte)
    default: throw error(.nulByte(line: line))
    }
  }

  private mutating func takeAfterQuote(_ byte: UInt8, row: (Row) throws -> Void) throws {
    if byte == UInt8(ascii: "\"") {
      try append(byte)
      state = .quoted
    } else if Self.endsRun(byte) {
      try takeSpecial(byte, row: row)
    } else {
      // Text after a closing quote is kept, as in spreadsheets.
      if byte >= 0x80 { isPlainASCII = false }
      try append(byte)
      state = .plain
    }
  }

  private mutating func endCell() throws {
    guard bounds.count < budget.rowCells else {
      throw error(.excessive("cells", limit: budget.rowCells, place: "line \(rowLine)"))
    }
    bounds.append((cellStart, cells.count))
    cellStart = cells.count
    state = .cellStart
  }

  private mutating func endRow(_ row: (Row) throws -> Void) throws {
    try endCell()
    line += 1
    defer {
      cells.removeAll(keepingCapacity: true)
      bounds.removeAll(keepingCapacity: true)
      cellStart = 0
      isPlainASCII = true
      rowLine = line
    }
    // An empty line is not a row.
    if bounds.count == 1, cells.isEmpty { return }
    if !isPlainASCII, let error = cells.withUnsafeBytes({ TextEncoding.error(in: $0, firstLine: rowLine) }) {
      throw self.error(error)
    }
    if columns.isEmpty { columns = bounds.map { String(decoding: cells[$0.start..<$0.end], as: UTF8.self) } }
    try cells.withUnsafeBytes { bytes in
      try bounds.withUnsafeBufferPointer { try row(Row(line: rowLine, bytes: bytes, bounds: $0)) }
    }
  }

  private func error(_ error: SourceError) -> CatalogError { .source(error, source: source) }
}
