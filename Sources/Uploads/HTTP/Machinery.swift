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
  private let group: MultiThreadedEventLoopGroup

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
