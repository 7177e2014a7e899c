import Synchronization

/// The progress of a file whose parts are sent concurrently.
final class PartProgress: Sendable {
  private let state: Mutex<State>

  private struct State {
    /// The sizes of the parts in the store, by number.
    var stored: [Int: Int64]
    /// The number of bytes sent of each part in progress, by number.
    var sent: [Int: Int64] = [:]
    var isReporting = false

    var confirmed: Int64 { stored.values.reduce(0, +) }
  }

  /// - Parameter stored: The sizes of the parts that are in the store, by number.
  init(_ stored: [Int: Int64]) { state = Mutex(State(stored: stored)) }

  /// The number of bytes in the store.
  var confirmed: Int64 { state.withLock { $0.confirmed } }

  /// Records that a part is being sent, replacing any stored one.
  func begin(_ number: Int) {
    state.withLock { state in
      state.stored[number] = nil
      state.sent[number] = 0
    }
  }

  /// Records that a part is stored. Returns the number of bytes in the store.
  func finish(_ number: Int, size: Int64) -> Int64 {
    state.withLock { state in
      state.sent[number] = nil
      state.stored[number] = size
      return state.confirmed
    }
  }

  /// Records that a part is no longer being sent.
  func drop(_ number: Int) { state.withLock { $0.sent[number] = nil } }

  /// Records and reports that bytes of a part have been sent. Nothing is reported while another report is running,
  /// because reports could arrive in the wrong order; the next one includes these bytes.
  func advance(_ number: Int, to bytes: Int64, _ report: TransferReport) async throws(UploadFailure) {
    let total = state.withLock { state -> Int64? in
      guard state.sent[number] != nil else { return nil }
      state.sent[number] = bytes
      guard !state.isReporting else { return nil }
      state.isReporting = true
      return state.confirmed + state.sent.values.reduce(0, +)
    }
    guard let total else { return }
    defer { state.withLock { $0.isReporting = false } }
    try await report(.sent(bytes: total))
  }
}
