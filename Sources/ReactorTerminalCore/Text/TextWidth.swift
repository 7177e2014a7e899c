/// The treatment of text that is too wide.
public enum Truncation: Sendable, Hashable {
  /// Removes the end.
  case clip
  /// Replaces the end with an ellipsis.
  case ellipsis
  /// Replaces the middle with an ellipsis, for paths and file names, which differ at their ends.
  case middle
}

/// Returns the number of columns that `text` takes on the screen when a ``Canvas`` draws it.
@_specialize(where Text == String)
public func displayWidth<Text: StringProtocol>(of text: Text) -> Int {
  // Specialized for the calls of other modules, as Canvas.write is.
  withUTF8(of: text) { bytes in
    if isPrintableASCII(bytes) { return bytes.count }
    return withComposed(bytes) { composedWidth($0, limit: .max) }
  }
}

/// Returns the number of columns that `character` takes on the screen: 1, 2, or more if terminals show it as several
/// glyphs.
public func displayWidth(of character: Character) -> Int { displayWidth(of: String(character)) }

/// Returns `text`, neutralized and truncated to at most `width` columns.
///
/// - Parameters:
///   - text: The text, from any source.
///   - width: The maximum number of columns.
///   - truncation: The treatment of text that is too wide.
///   - ellipsis: The replacement for the removed text, one column wide.
public func truncated<Text: StringProtocol>(
  _ text: Text, to width: Int, _ truncation: Truncation = .ellipsis, ellipsis: Character = "…"
) -> String {
  var result = String.UnicodeScalarView()
  let sign = ellipsis.unicodeScalars.first?.value ?? 0x2E
  withUTF8(of: text) { bytes in
    TextFit(width: width, truncation: truncation, ellipsis: sign).forEachGlyph(of: bytes) { glyph in
      result.append(contentsOf: ([glyph.base] + glyph.marks).compactMap(Unicode.Scalar.init))
    }
  }
  return String(result)
}

/// Calls `body` with the UTF-8 of `text`, without a copy if the text is stored in UTF-8.
func withUTF8<Text: StringProtocol, Result>(of text: Text, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
  if let result = text.utf8.withContiguousStorageIfAvailable(body) { return result }
  return Array(text.utf8).withUnsafeBufferPointer(body)
}

/// Calls `body` with the composed form of `bytes`, without a copy if they are already composed.
func withComposed<Result>(
  _ bytes: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
) -> Result {
  Composition.mayChange(bytes) ? Composition.composed(bytes).withUnsafeBufferPointer(body) : body(bytes)
}

/// Returns whether each byte of `bytes` is a glyph that is one column wide.
func isPrintableASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  var odd: UInt8 = 0
  for byte in bytes { odd |= (byte &- 0x20) > 0x5E ? 1 : 0 }
  return odd == 0
}

/// Returns the number of columns of composed text, counted until it exceeds `limit`.
func composedWidth(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> Int {
  var scanner = GlyphScanner(bytes)
  var width = 0
  while width <= limit, let glyph = scanner.next() { width += glyph.width }
  return width
}
