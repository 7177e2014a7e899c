extension SourceReader {
  /// Reads a range of the file block by block, in order.
  /// - Throws: ``UploadFailure/Cause/source`` if the file changed after it was chosen.
  func forEachBlock(
    in range: Range<Int64>, _ body: (UnsafeRawBufferPointer) -> Void
  ) throws(UploadFailure) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    defer { buffer.deallocate() }
    var offset = range.lowerBound
    while offset < range.upperBound {
      let block = UnsafeMutableRawBufferPointer(
        rebasing: buffer[..<Int(min(Int64(buffer.count), range.upperBound - offset))])
      let count = try read(into: block, at: offset)
      guard count > 0 else { break }
      body(UnsafeRawBufferPointer(rebasing: block[..<count]))
      offset += Int64(count)
    }
    try check()
  }
}

extension Sequence<UInt8> {
  /// The bytes as lowercase hexadecimal digits.
  var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
