import ShowroomNetwork

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

extension MessageDigest {
  /// Begins a digest.
  /// - Throws: ``UploadFailure`` if the library for it is missing.
  static func begin(_ algorithm: Algorithm) throws(UploadFailure) -> MessageDigest {
    do { return try MessageDigest(algorithm) } catch { throw UploadFailure(error) }
  }

  /// Returns the digest of bytes.
  /// - Throws: ``UploadFailure`` if the library for it is missing.
  static func of(_ bytes: some Sequence<UInt8>, _ algorithm: Algorithm) throws(UploadFailure) -> [UInt8] {
    var digest = try begin(algorithm)
    digest.update(Array(bytes))
    return digest.value()
  }

  /// Returns the HMAC-SHA-256 of a text.
  /// - Throws: ``UploadFailure`` if the library for it is missing.
  static func authentication(of text: String, key: [UInt8]) throws(UploadFailure) -> [UInt8] {
    do { return try authentication(of: Array(text.utf8), key: key) } catch { throw UploadFailure(error) }
  }
}

extension UploadFailure {
  /// The failure of a library of the system that cannot be used.
  init(_ library: MissingLibrary) { self.init(.unavailable, library.description) }
}
