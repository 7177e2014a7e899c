/// What becomes of text that is too long for its place.
public enum Truncation: Sendable, Hashable {
  /// Cut off without a sign.
  case clip
  /// The end gives way to an ellipsis.
  case ellipsis
  /// The middle gives way to an ellipsis: for paths and file names, whose ends tell them apart.
  case middle
}

/// The columns that `text` takes on the screen, counted exactly as `Canvas.write` draws it.
public func displayWidth<Text: StringProtocol>(of text: Text) -> Int {
  withUTF8(of: text) { bytes in
    if isPrintableASCII(bytes) { return bytes.count }
    return withComposed(bytes) { composedWidth($0, limit: .max) }
  }
}

/// The columns that `character` takes on the screen: 1, 2, or more for one that terminals show as several.
public func displayWidth(of character: Character) -> Int { displayWidth(of: String(character)) }

/// `text`, made harmless and at most `width` columns wide.
///
/// - Parameters:
///   - ellipsis: what stands for what was taken away, one column.
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

/// Runs `body` with the UTF-8 of `text`, without a copy where it is stored as such.
func withUTF8<Text: StringProtocol, Result>(of text: Text, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
  if let result = text.utf8.withContiguousStorageIfAvailable(body) { return result }
  return Array(text.utf8).withUnsafeBufferPointer(body)
}

/// Runs `body` with `bytes` composed, without a copy where they are already.
func withComposed<Result>(
  _ bytes: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
) -> Result {
  Composition.mayChange(bytes) ? Composition.composed(bytes).withUnsafeBufferPointer(body) : body(bytes)
}

/// Whether each byte of `bytes` is a glyph of one column.
func isPrintableASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
  var odd: UInt8 = 0
  for byte in bytes { odd |= (byte &- 0x20) > 0x5E ? 1 : 0 }
  return odd == 0
}

/// Columns of composed text; counting stops once they exceed `limit`.
func composedWidth(_ bytes: UnsafeBufferPointer<UInt8>, limit: Int) -> Int {
  var scanner = GlyphScanner(bytes)
  var width = 0
  while width <= limit, let glyph = scanner.next() { width += glyph.width }
  return width
}
