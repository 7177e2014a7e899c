import CLibraries
import Glibc
import Synchronization

/// The thread that performs all requests of a client. It starts with a request and ends when there have been no
/// requests for a while, so that an idle program has no thread that wakes up.
final class NetworkThread: Sendable {
  enum Command: Sendable {
    case start(Exchange)
    case cancel(Exchange)
    case resumeBody(Exchange)
    case resumeResponse(Exchange)
    case limitBody(Exchange, seconds: Double)
  }

  let configuration: WebConfiguration
  private let state = Mutex(State())

  private struct State {
    var commands: [Command] = []
    var isRunning = false
    var isClosed = false
    var alarm: Alarm?
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  /// Wakes the running thread. `@unchecked Sendable`, because the pointer is only passed to `curl_multi_wakeup`, which
  /// libcurl allows from any thread.
  private struct Alarm: @unchecked Sendable {
    let multi: UnsafeMutableRawPointer

    func ring() { cn_multi_wakeup(multi) }
  }

  /// The time in seconds for which the thread and its connections are kept without a request.
  private static let keptSeconds = 5.0

  init(_ configuration: WebConfiguration) { self.configuration = configuration }

  /// Passes a command to the thread. A new request starts the thread if necessary.
  func send(_ command: Command) {
    let (isRefused, starts) = state.withLock { state in
      if case .start = command {
        if state.isClosed { return (true, false) }
      } else if !state.isRunning {
        return (false, false)
      }
      state.commands.append(command)
      state.alarm?.ring()
      defer { state.isRunning = true }
      return (false, !state.isRunning)
    }
    if isRefused, case .start(let exchange) = command { exchange.finish(.failure(WebError.canceled)) }
    if starts { start() }
  }

  /// Ends all requests, and returns when the thread has ended. Later requests fail as canceled.
  func shutDown() async {
    await withCheckedContinuation { waiter in
      let isRunning = state.withLock { state in
        state.isClosed = true
        if state.isRunning { state.waiters.append(waiter) }
        state.alarm?.ring()
        return state.isRunning
      }
      if !isRunning { waiter.resume() }
    }
  }

  private func start() {
    let code = SystemThread.start { self.run() }
    if code != 0 { end(failing: WebError.failed(String(cString: strerror(code)))) }
  }

  // MARK: The thread

  private func run() {
    guard let multi = cn_multi_new() else { return end(failing: WebError.failed("out of memory")) }
    let alarm = Alarm(multi: multi)
    state.withLock { $0.alarm = alarm }
    var transfers = ActiveTransfers(multi: multi, configuration: configuration)
    var idleSince: ContinuousClock.Instant?
    while true {
      let (commands, isClosed) = state.withLock { state in
        defer { state.commands = [] }
        return (state.commands, state.isClosed)
      }
      for command in commands { transfers.handle(command) }
      if isClosed { transfers.finishAll(WebError.canceled) }
      cn_multi_perform(multi)
      let now = ContinuousClock.now
      transfers.collectEnded(at: now)
      transfers.check(at: now)
      if transfers.isEmpty {
        idleSince = idleSince ?? now
        let rest = .limit(Self.keptSeconds) - (now - (idleSince ?? now))
        if isClosed || rest <= .zero, let waiters = close() {
          cn_multi_free(multi)
          return waiters.forEach { $0.resume() }
        }
        cn_multi_poll(multi, Self.milliseconds(rest))
      } else {
        idleSince = nil
        cn_multi_poll(multi, transfers.nextCheck(at: now).map { Self.milliseconds($0 - now) } ?? .max)
      }
    }
  }

  /// Ends the thread's work unless another request has arrived. Returns the callers that are waiting for its end.
  private func close() -> [CheckedContinuation<Void, Never>]? {
    state.withLock { state in
      guard state.commands.isEmpty else { return nil }
      // From now on no other thread wakes this one, and the next request starts a new thread.
      (state.alarm, state.isRunning) = (nil, false)
      defer { state.waiters = [] }
      return state.waiters
    }
  }

  private func end(failing error: WebError) {
    let (commands, waiters) = state.withLock { state in
      defer { (state.commands, state.waiters, state.isRunning) = ([], [], false) }
      return (state.commands, state.waiters)
    }
    for case .start(let exchange) in commands { exchange.finish(.failure(error)) }
    for waiter in waiters { waiter.resume() }
  }

  private static func milliseconds(_ duration: Duration) -> Int32 {
    // Rounded up, because a poll that ends too early would be repeated until the deadline.
    let seconds = max(duration / .seconds(1), 0)
    return Int32(min((seconds * 1000).rounded(.up), 1e9))
  }
}
