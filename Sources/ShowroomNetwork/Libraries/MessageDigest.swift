import CLibraries

/// A digest of bytes that arrive piece by piece. Copies are independent.
package struct MessageDigest: Sendable {
  package enum Algorithm: Sendable, Hashable {
    case md5, sha1, sha256

    fileprivate var code: cn_algorithm {
      switch self {
      case .md5: CN_MD5
      case .sha1: CN_SHA1
      case .sha256: CN_SHA256
      }
    }
  }

  private var state: State

  /// Begins a digest.
  /// - Throws: ``MissingLibrary`` if the system has no libcrypto or if libcrypto does not offer the algorithm.
  package init(_ algorithm: Algorithm) throws(MissingLibrary) {
    try MissingLibrary.openCrypto()
    guard let digest = cn_digest_new(algorithm.code) else {
      throw MissingLibrary(name: "libcrypto", package: "libssl3", reason: "it does not offer \(algorithm)")
    }
    state = State(digest)
  }

  package mutating func update(_ bytes: UnsafeRawBufferPointer) {
    if !isKnownUniquelyReferenced(&state) { state = state.copy() }
    cn_digest_update(state.digest, bytes.baseAddress, bytes.count)
  }

  package mutating func update(_ bytes: [UInt8]) { bytes.withUnsafeBytes { update($0) } }

  /// Returns the digest of all bytes added so far.
  package func value() -> [UInt8] {
    let last = state.copy()
    return [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      count = cn_digest_finish(last.digest, buffer.baseAddress)
    }
  }

  /// Returns the digest of bytes.
  package static func value(_ algorithm: Algorithm, of bytes: [UInt8]) throws(MissingLibrary) -> [UInt8] {
    var digest = try MessageDigest(algorithm)
    digest.update(bytes)
    return digest.value()
  }

  /// Returns the HMAC-SHA-256 of bytes.
  package static func authentication(of bytes: [UInt8], key: [UInt8]) throws(MissingLibrary) -> [UInt8] {
    try MissingLibrary.openCrypto()
    var isDone = false
    let value = [UInt8](unsafeUninitializedCapacity: 32) { buffer, count in
      isDone = cn_hmac_sha256(key, key.count, bytes, bytes.count, buffer.baseAddress) != 0
      count = isDone ? 32 : 0
    }
    guard isDone else {
      throw MissingLibrary(name: "libcrypto", package: "libssl3", reason: "it does not offer HMAC-SHA-256")
    }
    return value
  }

  /// The state in libcrypto. `@unchecked Sendable`, because it changes only while a single value refers to it.
  private final class State: @unchecked Sendable {
    let digest: OpaquePointer

    init(_ digest: OpaquePointer) { self.digest = digest }

    /// Returns a copy. Calls `fatalError` only if memory is exhausted, which also traps in any other Swift allocation.
    func copy() -> State {
      guard let copy = cn_digest_copy(digest) else { fatalError("out of memory") }
      return State(copy)
    }

    deinit { cn_digest_free(digest) }
  }
}

extension Sequence<UInt8> {
  /// The bytes as lowercase hexadecimal digits.
  package var hexadecimal: String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
