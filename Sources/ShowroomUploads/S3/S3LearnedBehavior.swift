import Synchronization

/// The behavior of a store that an engine has observed, which applies to later files as well.
final class S3LearnedBehavior: Sendable {
  private let state = Mutex(State())

  private struct State {
    var smallFiles = 0
    var honorsConditions: Bool?
    var isTesting = false
    var checksums: Checksums?
    var lostChecksums = 0
  }

  /// Whether the store is known to honor a request to create an object only if its key is free.
  var honorsConditions: Bool { state.withLock { $0.honorsConditions == true } }

  /// Records that a small file was stored. Returns `true` once, for the second file, if the store's behavior should now
  /// be tested, because more files are likely to follow.
  func noteSmallFile() -> Bool {
    state.withLock { state in
      state.smallFiles += 1
      guard state.smallFiles > 1, state.honorsConditions == nil, !state.isTesting else { return false }
      state.isTesting = true
      return true
    }
  }

  /// Records the result of a test, or `nil` if it was inconclusive.
  func noteConditions(_ honored: Bool?) {
    state.withLock { state in
      state.honorsConditions = honored
      state.isTesting = false
    }
  }

  // MARK: Checksums

  /// The store's treatment of checksums that follow the data.
  enum Checksums: Sendable, Hashable {
    /// It compares them with what it has stored. `namesByMD5` is whether the ETag of a part is its MD5.
    case verified(namesByMD5: Bool)
    /// It refuses them, ignores them, or computes others.
    case unusable
  }

  /// The store's treatment of checksums, or `nil` if unknown.
  var checksums: Checksums? { state.withLock { $0.checksums } }

  func noteChecksums(_ checksums: Checksums) { state.withLock { $0.checksums = checksums } }

  /// Records that the connection was lost when the data of a part, and perhaps its checksum, had been sent. The second
  /// time, the checksum may be the reason, so none is sent to the store any more.
  func noteLostChecksum() {
    state.withLock { state in
      state.lostChecksums += 1
      if state.lostChecksums > 1 { state.checksums = .unusable }
    }
  }
}
