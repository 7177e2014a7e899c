import COpenSSL

/// Digests computed by OpenSSL directly, independently of the code under test.
package enum Digests {
  /// Returns the digest of bytes, computed with an OpenSSL algorithm such as `SHA256`.
  package static func digest(_ algorithm: String, of bytes: some Sequence<UInt8>) -> [UInt8] {
    let bytes = Array(bytes)
    return [UInt8](unsafeUninitializedCapacity: 64) { buffer, count in
      EVP_Q_digest(nil, algorithm, nil, bytes, bytes.count, buffer.baseAddress, &count)
    }
  }

  /// Returns the digest as hexadecimal digits.
  package static func hexadecimal(_ algorithm: String, of bytes: some Sequence<UInt8>) -> String {
    digest(algorithm, of: bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Returns the HMAC-SHA-256 of bytes.
  package static func authentication(of bytes: some Sequence<UInt8>, key: [UInt8]) -> [UInt8] {
    let bytes = Array(bytes)
    return [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      var size: UInt32 = 32
      _ = HMAC(EVP_sha256(), key, Int32(key.count), bytes, bytes.count, buffer.baseAddress, &size)
      count = Int(size)
    }
  }
}
