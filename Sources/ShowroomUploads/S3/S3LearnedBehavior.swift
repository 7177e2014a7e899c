import Synchronization

/// What an engine has learned about a store, which applies to later files as well.
final class S3LearnedBehavior: Sendable {
  private let state = Mutex(State())

  private struct State {
    var smallFiles = 0
    var honorsConditions: Bool?
    var isTesting = false
    var parts = 0
    var limit: AdaptiveLimit?
  }

  /// Whether the store is known to create an object only if its key is free, when asked to.
  var honorsConditions: Bool { state.withLock { $0.honorsConditions == true } }

  /// Notes that a small file was stored. Returns `true` once, with the second one, if the store has to be tested, because
  /// more files seem to follow.
  func noteSmallFile() -> Bool {
    state.withLock { state in
      state.smallFiles += 1
      guard state.smallFiles > 1, state.honorsConditions == nil, !state.isTesting else { return false }
      state.isTesting = true
      return true
    }
  }

  /// Notes the result of a test, or `nil` if it is not known.
  func noteConditions(_ honored: Bool?) {
    state.withLock { state in
      state.honorsConditions = honored
      state.isTesting = false
    }
  }

  // MARK: Parts at the same time

  /// The maximum number of parts of one upload.
  private static let partsOfUpload = 8
  /// The maximum number of parts of all uploads, besides the first one of each.
  private static let partsOfAll = 16

  /// Returns whether an upload may send another part besides those that it is sending.
  func hasRoom(besideParts running: Int) -> Bool {
    state.withLock { state in
      running < min(Self.partsOfUpload, state.limit?.count ?? .max)
        && state.parts < min(Self.partsOfAll, state.limit?.count ?? .max)
    }
  }

  func beginPart() { state.withLock { $0.parts += 1 } }

  /// Notes the end of a part, from which follows how many are sent at the same time.
  func endPart(_ result: Result<MultipartUpload.Part, UploadFailure>, at now: Double) {
    state.withLock { state in
      AdaptiveLimit.update(&state.limit, after: result, running: state.parts, at: now)
      state.parts -= 1
    }
  }
}
