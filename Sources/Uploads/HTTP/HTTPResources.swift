import AsyncHTTPClient
import Catalog
import Foundation
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// The HTTP client and the threads of a transport.
struct HTTPResources: Sendable {
  let client: HTTPClient
  /// The threads that read files, so that a slow disk blocks neither the network nor other tasks.
  let readers: NIOThreadPool
  let group: MultiThreadedEventLoopGroup
  private let uses = UseCount()

  init(limits: HTTPLimits) throws(UploadFailure) {
    var tls = TLSConfiguration.makeClientConfiguration()
    if let path = limits.trustRoots { tls.trustRoots = .certificates(try TrustRoots.certificates(in: path)) }
    if let path = limits.additionalTrustRoots {
      tls.additionalTrustRoots = [.certificates(try TrustRoots.certificates(in: path))]
    }
    let configuration = WebClient.configuration(
      tls: tls, connect: limits.connectTimeout, read: limits.responseTimeout,
      responses: limits.responses)
    group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    client = HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
    readers = NIOThreadPool(numberOfThreads: 2)
    readers.start()
  }

  /// Begins a use of the threads, which do not end before ``endUse()``. Work that is handed to an ended thread is lost,
  /// and its caller waits forever.
  /// - Throws: ``UploadFailure/canceled`` after ``shutDown()``.
  func beginUse() throws(UploadFailure) {
    guard uses.begin() else { throw .canceled }
  }

  func endUse() { uses.end() }

  /// Returns when the network thread has processed all earlier work.
  func drain() async {
    try? await group.next().submit {}.get()
  }

  /// Returns after a number of seconds, or earlier if the task is canceled. The network thread measures the time, so
  /// that no other thread wakes up.
  func pause(_ seconds: Double) async {
    let timer = group.next().scheduleTask(in: TimeAmount(inSeconds: seconds)) {}
    await withTaskCancellationHandler {
      // A canceled timer fails, which ends the pause as well.
      try? await timer.futureResult.get()
    } onCancel: {
      timer.cancel()
    }
  }

  /// Runs work until it ends or an alarm returns.
  /// - Returns: `nil` if the alarm returned first or the task was canceled. The work has been canceled and has ended by
  ///   then.
  func run<Value: Sendable>(
    _ work: @escaping @Sendable () async -> Value, until alarm: @escaping @Sendable () async -> Void
  ) async -> Value? {
    await withTaskGroup(of: Value?.self) { group in
      group.addTask { await work() }
      group.addTask {
        await alarm()
        return nil
      }
      let first = await group.next() ?? nil
      group.cancelAll()
      return first
    }
  }

  /// Begins blocking work on one of the threads that read files.
  func reading<Value: Sendable>(
    _ work: @escaping @Sendable () throws(UploadFailure) -> Value
  ) -> EventLoopFuture<Result<Value, UploadFailure>> {
    readers.runIfActive(eventLoop: group.next()) {
      do throws(UploadFailure) { return .success(try work()) } catch { return .failure(error) }
    }
  }

  /// Ends all requests and, when nothing uses them anymore, the threads.
  func shutDown() async {
    await WebClient.shutDown(client, group, readers: readers) { await uses.close() }
  }
}

/// The number of uses of a resource that ends after the last of them.
private final class UseCount: Sendable {
  private let state = Mutex(State())

  private struct State {
    var count = 0
    var isClosed = false
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  /// Counts a use. Returns whether it may begin, which is never the case after ``close()``.
  func begin() -> Bool {
    state.withLock { state in
      guard !state.isClosed else { return false }
      state.count += 1
      return true
    }
  }

  func end() {
    let waiters: [CheckedContinuation<Void, Never>] = state.withLock { state in
      state.count -= 1
      guard state.count == 0 else { return [] }
      defer { state.waiters = [] }
      return state.waiters
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Prevents further uses and waits for the last one to end.
  func close() async {
    await withCheckedContinuation { waiter in
      let isUnused = state.withLock { state in
        state.isClosed = true
        if state.count > 0 { state.waiters.append(waiter) }
        return state.count == 0
      }
      if isUnused { waiter.resume() }
    }
  }
}

/// Certificate authorities that the user trusts.
private enum TrustRoots {
  /// Reads certificates from a PEM file.
  /// - Throws: ``UploadFailure``, because trusting other certificates instead would be a silent change.
  static func certificates(in path: String) throws(UploadFailure) -> [NIOSSLCertificate] {
    // Opening a named pipe would block until a program writes to it.
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG { throw failure(path, "it is not a regular file") }
    let certificates: [NIOSSLCertificate]
    do {
      certificates = try NIOSSLCertificate.fromPEMFile(path)
    } catch {
      let reason = access(path, R_OK) == 0 ? "it contains no PEM certificates" : String(cString: strerror(errno))
      throw failure(path, reason)
    }
    guard !certificates.isEmpty else { throw failure(path, "it contains no PEM certificates") }
    return certificates
  }

  private static func failure(_ path: String, _ reason: String) -> UploadFailure {
    UploadFailure(
      .insecure,
      "Could not read trusted certificates from \(path): \(reason). Check SSL_CERT_FILE and the setting ca-file.")
  }
}
