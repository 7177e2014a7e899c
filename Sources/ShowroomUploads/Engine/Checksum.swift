import ShowroomNetwork

extension MessageDigest {
  /// Begins a digest.
  /// - Throws: ``UploadFailure`` if libcrypto is missing.
  static func begin(_ algorithm: Algorithm) throws(UploadFailure) -> MessageDigest {
    do { return try MessageDigest(algorithm) } catch { throw UploadFailure(error) }
  }

  /// Returns the digest of bytes.
  /// - Throws: ``UploadFailure`` if libcrypto is missing.
  static func of(_ bytes: some Sequence<UInt8>, _ algorithm: Algorithm) throws(UploadFailure) -> [UInt8] {
    var digest = try begin(algorithm)
    digest.update(Array(bytes))
    return digest.value()
  }

  /// Returns the HMAC-SHA-256 of text.
  /// - Throws: ``UploadFailure`` if libcrypto is missing.
  static func authentication(of text: String, key: [UInt8]) throws(UploadFailure) -> [UInt8] {
    do { return try authentication(of: Array(text.utf8), key: key) } catch { throw UploadFailure(error) }
  }
}

extension UploadFailure {
  /// Creates the failure for a system library that cannot be used.
  init(_ library: MissingLibrary) { self.init(.unavailable, library.description) }
}
