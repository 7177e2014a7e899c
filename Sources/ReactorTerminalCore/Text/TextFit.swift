import ReactorCore

/// An algorithm that fits text into a number of columns, glyph by glyph.
///
/// The cost depends on the number of columns, not on the length of the text: even for ten megabytes, only the beginning
/// and, for `.middle`, the end are read.
struct TextFit {
  /// The available columns.
  let width: Int
  let truncation: Truncation
  /// The scalar that replaces the removed text.
  let ellipsis: UInt32

  /// The bytes to read for each column: enough for a letter with many marks.
  private static let bytesPerColumn = 32

  /// Calls `body` for each glyph to draw, from left to right.
  func forEachGlyph(of bytes: UnsafeBufferPointer<UInt8>, _ body: (GlyphScanner.Glyph) -> Void) {
    guard width > 0 else { return }
    let head = prefix(of: bytes)
    withComposed(head) { text in
      let total = head.count < bytes.count ? Int.max : composedWidth(text, limit: truncation == .middle ? .max : width)
      if total <= width || truncation == .clip {
        emit(text, columns: width, body)
      } else if truncation == .ellipsis || width < 3 {
        emit(text, columns: width - 1, body)
        body(sign)
      } else {
        emit(text, columns: width / 2, body)
        body(sign)
        let tail = head.count < bytes.count ? suffix(of: bytes) : bytes
        withComposed(tail) { emitEnd($0, columns: width - width / 2 - 1, body) }
      }
    }
  }

  private var sign: GlyphScanner.Glyph { GlyphScanner.Glyph(base: ellipsis, width: 1) }

  private func emit(
    _ text: UnsafeBufferPointer<UInt8>, columns: Int, _ body: (GlyphScanner.Glyph) -> Void
  ) {
    var scanner = GlyphScanner(text)
    var used = 0
    while used < columns, let glyph = scanner.next() {
      used += glyph.width
      if used > columns { return }
      body(glyph)
    }
  }

  private func emitEnd(_ text: UnsafeBufferPointer<UInt8>, columns: Int, _ body: (GlyphScanner.Glyph) -> Void) {
    var left = composedWidth(text, limit: .max)
    var scanner = GlyphScanner(text)
    while let glyph = scanner.next() {
      if left <= columns { body(glyph) }
      left -= glyph.width
    }
  }

  private func prefix(of bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    let (cap, isHuge) = width.multipliedReportingOverflow(by: Self.bytesPerColumn)
    guard !isHuge, bytes.count > cap else { return bytes }
    var end = cap
    while end > 0, bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return UnsafeBufferPointer(rebasing: bytes[..<end])
  }

  private func suffix(of bytes: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    var start = max(0, bytes.count - width * Self.bytesPerColumn)
    while start < bytes.count, bytes[start] & 0xC0 == 0x80 { start += 1 }
    return UnsafeBufferPointer(rebasing: bytes[start...])
  }
}

/// Returns `number` with a comma between groups of three digits, such as `49,582`.
package func grouped(_ number: Int) -> String { ShortText.grouped(number) }
