import Synchronization

/// A broadcast of values to any number of streams. Safe to use from any thread.
final class Broadcast<Value: Sendable>: Sendable {
  private struct State {
    var latest: Value?
    var continuations: [Int: AsyncStream<Value>.Continuation] = [:]
    var next = 0
    var isFinished = false
  }

  private let state: Mutex<State>
  private let policy: AsyncStream<Value>.Continuation.BufferingPolicy
  private let keepsLatest: Bool

  /// - Parameter initial: The first value of each new stream until a later value has been sent. If `nil`, streams begin
  ///   without a value and buffer all later ones.
  init(initial: Value?) {
    state = Mutex(State(latest: initial))
    keepsLatest = initial != nil
    policy = keepsLatest ? .bufferingNewest(1) : .unbounded
  }

  deinit { finish() }

  func stream() -> AsyncStream<Value> {
    AsyncStream(bufferingPolicy: policy) { continuation in
      let number: Int? = state.withLock { state in
        // Yielded under the lock, so that no later value arrives first.
        if let latest = state.latest { continuation.yield(latest) }
        guard !state.isFinished else { return nil }
        state.next += 1
        state.continuations[state.next] = continuation
        return state.next
      }
      guard let number else { return continuation.finish() }
      continuation.onTermination = { [weak self] _ in self?.state.withLock { $0.continuations[number] = nil } }
    }
  }

  func send(_ value: Value) {
    let continuations = state.withLock { state in
      if keepsLatest { state.latest = value }
      return state.continuations.values.map { $0 }
    }
    for continuation in continuations { continuation.yield(value) }
  }

  func finish() {
    let continuations = state.withLock { state in
      state.isFinished = true
      defer { state.continuations = [:] }
      return state.continuations.values.map { $0 }
    }
    for continuation in continuations { continuation.finish() }
  }
}
