import ShowroomNetwork
import Synchronization
import SystemPackage

/// A limit on the number of requests that send files to one server at the same time, shared by all uploads of a
/// process. It is halved when the server is overloaded, and raised slowly while requests succeed. Safe to use from any
/// thread.
///
/// Requests without a file never wait: a screen may need the response, and a request that completes or removes an
/// upload has little time after a cancellation.
package final class ConnectionLimit: Sendable {
  private struct Waiter: Sendable {
    let id: Int
    let file: FilePath
    /// Receives whether the request may be sent. Otherwise, it was canceled.
    let continuation: CheckedContinuation<Bool, Never>
  }

  /// The requests to one server.
  private struct Server: Sendable {
    /// The limit, or `nil` until the server is first overloaded.
    var limit: AdaptiveLimit?
    /// The number of requests that are being sent, by file.
    var running: [FilePath: Int] = [:]
    /// The waiting requests, in order of arrival.
    var waiting: [Waiter] = []

    private var count: Int { running.values.reduce(0, +) }
    var hasRoom: Bool { count < limit?.count ?? AdaptiveLimit.maximum }

    /// Counts a request as running, unless the limit has been reached. Returns whether it may be sent.
    mutating func begin(_ file: FilePath) -> Bool {
      guard hasRoom else { return false }
      running[file, default: 0] += 1
      return true
    }

    /// Ends a request.
    /// - Returns: The requests that begin now.
    mutating func end(_ file: FilePath?, _ outcome: AdaptiveLimit.Outcome, at now: Double) -> [Waiter] {
      // The success of a request without a file does not show that the server accepts more files.
      let sending = count
      if sending > 0, file != nil || outcome == .overload {
        AdaptiveLimit.update(&limit, after: outcome, running: sending, at: now)
      }
      if let file, let number = running[file] { running[file] = number > 1 ? number - 1 : nil }
      var admitted: [Waiter] = []
      // The file with the fewest requests is next, so that the parts of one file do not keep others waiting.
      while let next = waiting.indices.min(by: { sent(waiting[$0]) < sent(waiting[$1]) }), begin(waiting[next].file) {
        admitted.append(waiting.remove(at: next))
      }
      return admitted
    }

    private func sent(_ waiter: Waiter) -> Int { running[waiter.file] ?? 0 }
  }

  private struct State {
    var servers: [WebAddress.Origin: Server] = [:]
    var lastID = 0
  }

  private let state = Mutex(State())
  private let now: @Sendable () -> Double

  /// Creates a limit.
  /// - Parameter clock: The clock for the pauses between two reductions.
  package init(clock: any Clock<Duration> = ContinuousClock()) { now = clock.stopwatch() }

  /// Waits until a request may be sent, which must be followed by ``end(_:at:status:)``.
  /// - Parameter file: The file that it sends.
  /// - Returns: Whether the request had to wait.
  /// - Throws: ``UploadFailure/Cause/canceled`` if the task was canceled while the request was waiting, which needs no
  ///   end.
  func begin(_ file: FilePath, at origin: WebAddress.Origin) async throws(UploadFailure) -> Bool {
    let id: Int? = state.withLock { state in
      if state.servers[origin, default: Server()].begin(file) { return nil }
      state.lastID += 1
      return state.lastID
    }
    guard let id else { return false }
    let mayBegin = await withTaskCancellationHandler {
      await withCheckedContinuation { (continuation: CheckedContinuation<Bool, Never>) in
        let mayBegin: Bool? = state.withLock { state in
          if Task.isCancelled { return false }
          if state.servers[origin, default: Server()].begin(file) { return true }
          state.servers[origin]?.waiting.append(Waiter(id: id, file: file, continuation: continuation))
          return nil
        }
        if let mayBegin { continuation.resume(returning: mayBegin) }
      }
    } onCancel: {
      let waiter: Waiter? = state.withLock { state in
        guard let index = state.servers[origin]?.waiting.firstIndex(where: { $0.id == id }) else { return nil }
        return state.servers[origin]?.waiting.remove(at: index)
      }
      waiter?.continuation.resume(returning: false)
    }
    guard mayBegin else { throw .canceled }
    return true
  }

  /// Ends a request, adapts the limit of its server and lets others begin.
  /// - Parameters:
  ///   - file: The file that it sent, or `nil` for a request without one, which has not waited.
  ///   - status: The status of the response, or `nil` if there was none.
  func end(_ file: FilePath?, at origin: WebAddress.Origin, status: Int?) {
    let outcome = AdaptiveLimit.Outcome(status: status)
    let admitted: [Waiter] = state.withLock { state in
      state.servers[origin]?.end(file, outcome, at: now()) ?? []
    }
    for waiter in admitted { waiter.continuation.resume(returning: true) }
  }

  /// Whether a further request would have to wait.
  func isFull(at origin: WebAddress.Origin) -> Bool { state.withLock { $0.servers[origin]?.hasRoom == false } }

  /// The files that are waiting and of which nothing is being sent.
  var waitingFiles: Set<FilePath> {
    state.withLock { state in
      var files: Set<FilePath> = []
      for server in state.servers.values {
        for waiter in server.waiting where server.running[waiter.file] == nil { files.insert(waiter.file) }
      }
      return files
    }
  }
}
