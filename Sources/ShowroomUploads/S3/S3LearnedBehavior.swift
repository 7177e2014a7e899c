import Synchronization

/// The behavior of a store that an engine has observed, which applies to later files as well.
final class S3LearnedBehavior: Sendable {
  private let state = Mutex(State())

  private struct State {
    var smallFiles = 0
    var honorsConditions: Bool?
    var isTesting = false
    var parts = 0
    var limit: AdaptiveLimit?
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

  // MARK: Concurrent parts

  /// The maximum number of concurrent parts of one upload.
  private static let partsOfUpload = 8
  /// The maximum number of concurrent parts of all uploads, in addition to the first part of each.
  private static let partsOfAll = 16

  /// Returns whether an upload that is sending this number of parts may send another one.
  func hasRoom(besideParts running: Int) -> Bool {
    state.withLock { state in
      running < min(Self.partsOfUpload, state.limit?.count ?? .max)
        && state.parts < min(Self.partsOfAll, state.limit?.count ?? .max)
    }
  }

  func beginPart() { state.withLock { $0.parts += 1 } }

  /// Records the result of a part and adapts the number of concurrent parts to it.
  func endPart(_ result: Result<MultipartUpload.Part, UploadFailure>, at now: Double) {
    state.withLock { state in
      AdaptiveLimit.update(&state.limit, after: result, running: state.parts, at: now)
      state.parts -= 1
    }
  }
}
