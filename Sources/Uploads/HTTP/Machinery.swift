import AsyncHTTPClient
import Catalogue
import NIOCore
import NIOPosix
import NIOSSL

/// The client and the threads behind a transport.
struct Machinery: Sendable {
  let client: HTTPClient
  /// Where files are read: a disk that hangs must hold up neither the network nor other tasks.
  let readers: NIOThreadPool
  let group: MultiThreadedEventLoopGroup

  init(limits: HTTPLimits) throws(UploadFailure) {
    var tls = TLSConfiguration.makeClientConfiguration()
    if let path = limits.trustRoots { tls.trustRoots = .certificates(try TrustRoots.certificates(in: path)) }
    if let path = limits.additionalTrustRoots {
      tls.additionalTrustRoots = [.certificates(try TrustRoots.certificates(in: path))]
    }
    let configuration = WebClient.configuration(
      tls: tls, connect: limits.connectTimeout, read: limits.answerTimeout, write: limits.writeTimeout,
      answers: limits.answers)
    group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    client = HTTPClient(eventLoopGroupProvider: .shared(group), configuration: configuration)
    readers = NIOThreadPool(numberOfThreads: 2)
    readers.start()
  }

  /// Returns when the network's thread has done what it was asked to do before.
  func caughtUp() async {
    // It fails only when the thread has ended, and then nothing is left to wait for.
    try? await group.next().submit {}.get()
  }

  /// Returns after so many seconds, or earlier when the task is cancelled. Timed by the network's thread, so that no other
  /// thread has to wake for it.
  func pause(_ seconds: Double) async {
    let timer = group.next().scheduleTask(in: TimeAmount(inSeconds: seconds)) {}
    await withTaskCancellationHandler {
      // It fails when it is cancelled, which is a reason to return as well.
      try? await timer.futureResult.get()
    } onCancel: {
      timer.cancel()
    }
  }

  /// Runs work until an alarm goes off.
  /// - Returns: nil when the alarm was first, or the task was cancelled; the work has been cancelled then, and has ended.
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

  /// Begins blocking work on one of the threads for files.
  func reading<Value: Sendable>(
    _ work: @escaping @Sendable () throws(UploadFailure) -> Value
  ) -> EventLoopFuture<Result<Value, UploadFailure>> {
    readers.runIfActive(eventLoop: group.next()) {
      do throws(UploadFailure) { return .success(try work()) } catch { return .failure(error) }
    }
  }

  func shutDown() async {
    // None of these can fail in a way that anybody could act on: nothing is asked of them any more.
    try? await client.shutdown()
    try? await readers.shutdownGracefully()
    try? await group.shutdownGracefully()
  }
}
