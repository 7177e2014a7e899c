/// A splitter that divides the text of a JSON object into the values of its keys, and the array of one key into its
/// elements, using constant memory. It takes blocks of any size and returns the values that they complete, to be parsed
/// by a decoder.
package struct JSONSplitter {
  /// The text of a value.
  package struct Value {
    /// The key of the value.
    package let key: String
    /// The index of an element of the array; `nil` for other values.
    package let element: Int?
    /// The line in which the value begins, counted from 1.
    package let line: Int
    package let bytes: [UInt8]
  }

  /// The reason why the text cannot be split.
  package enum SyntaxError: Error {
    case notAnObject
    case invalid
    case nulByte(line: Int)
    case tooLarge(line: Int)
    case tooDeep(line: Int)
  }

  private enum State { case start, keyOrEnd, colon, value, afterValue, elementOrEnd, afterElement, end }
  private enum Part { case key, value, element }
  private enum Progress { case more, endedWithByte, endedBeforeByte }

  private let arrayKey: String
  private let budget: SourceBudget
  private var state = State.start
  private var part: Part?
  private var follows = false
  private var key = ""
  private var buffer: [UInt8] = []
  private var depth = 0
  private var inString = false
  private var isEscaped = false
  private var elements = 0
  /// Whether the array has begun.
  private(set) var hasArray = false
  private var line = 1
  private var valueLine = 1
  private var position = 0

  /// - Parameter key: The key of the array to split.
  init(arrayOf key: String, budget: SourceBudget) {
    arrayKey = key
    self.budget = budget
  }

  /// Splits the next block of text into the values that it completes, and an error if one follows them.
  package mutating func take(_ block: UnsafeRawBufferPointer) -> (values: [Value], error: SyntaxError?) {
    var values: [Value] = []
    do throws(SyntaxError) {
      for byte in block {
        if byte == 0 { throw .nulByte(line: line) }
        try take(byte, &values)
        position += 1
        if byte == 0x0a { line += 1 }
      }
      return (values, nil)
    } catch {
      return (values, error)
    }
  }

  /// Ends the text.
  func finish() throws(SyntaxError) {
    guard state == .end else { throw .invalid }
  }

  private mutating func take(_ byte: UInt8, _ values: inout [Value]) throws(SyntaxError) {
    guard let part else {
      if byte > 0x20 { try takeStructure(byte) }
      return
    }
    switch try collect(byte) {
    case .more: return
    case .endedWithByte: try end(part, &values)
    case .endedBeforeByte:
      try end(part, &values)
      if byte > 0x20 { try takeStructure(byte) }
    }
  }

  // MARK: Values

  private mutating func begin(_ part: Part, with byte: UInt8) throws(SyntaxError) {
    self.part = part
    valueLine = line
    buffer.removeAll(keepingCapacity: true)
    (depth, inString, isEscaped) = (0, false, false)
    _ = try collect(byte)
  }

  private mutating func end(_ part: Part, _ values: inout [Value]) throws(SyntaxError) {
    self.part = nil
    switch part {
    case .key:
      // Known keys contain no escapes.
      key = String(decoding: buffer.dropFirst().dropLast(), as: UTF8.self)
      state = .colon
    case .value:
      values.append(Value(key: key, element: nil, line: valueLine, bytes: buffer))
      state = .afterValue
    case .element:
      values.append(Value(key: key, element: elements, line: valueLine, bytes: buffer))
      elements += 1
      state = .afterElement
    }
  }

  private mutating func collect(_ byte: UInt8) throws(SyntaxError) -> Progress {
    let isScalar = depth == 0 && !inString
    if isScalar, !buffer.isEmpty, byte <= 0x20 || Self.isPunctuation(byte) { return .endedBeforeByte }
    guard buffer.count < budget.rowBytes else { throw .tooLarge(line: valueLine) }
    buffer.append(byte)
    if inString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        inString = false
        return depth == 0 ? .endedWithByte : .more
      }
      return .more
    }
    switch byte {
    case UInt8(ascii: "\""): inString = true
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      depth += 1
      if depth > budget.depth { throw .tooDeep(line: valueLine) }
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      if depth == 0 { return .endedWithByte }
    default: break
    }
    return .more
  }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "]"), UInt8(ascii: "}"): true
    default: false
    }
  }

  // MARK: Structure

  private mutating func takeStructure(_ byte: UInt8) throws(SyntaxError) {
    switch (state, byte) {
    // This is a byte order mark.
    case (.start, 0xef) where position == 0, (.start, 0xbb) where position == 1, (.start, 0xbf) where position == 2:
      return
    case (.start, UInt8(ascii: "{")): (state, follows) = (.keyOrEnd, false)
    case (.start, UInt8(ascii: "[")): throw .notAnObject
    case (.keyOrEnd, UInt8(ascii: "\"")): try begin(.key, with: byte)
    case (.keyOrEnd, UInt8(ascii: "}")) where !follows: state = .end
    case (.colon, UInt8(ascii: ":")): state = .value
    case (.value, UInt8(ascii: "[")) where key == arrayKey: (state, follows, hasArray) = (.elementOrEnd, false, true)
    case (.value, _) where !Self.isPunctuation(byte): try begin(.value, with: byte)
    case (.afterValue, UInt8(ascii: ",")): (state, follows) = (.keyOrEnd, true)
    case (.afterValue, UInt8(ascii: "}")): state = .end
    case (.elementOrEnd, UInt8(ascii: "]")) where !follows: state = .afterValue
    case (.elementOrEnd, _) where !Self.isPunctuation(byte): try begin(.element, with: byte)
    case (.afterElement, UInt8(ascii: ",")): (state, follows) = (.elementOrEnd, true)
    case (.afterElement, UInt8(ascii: "]")): state = .afterValue
    default: throw .invalid
    }
  }
}
