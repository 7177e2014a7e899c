/// A listener that closes every connection immediately.
public final class ClosingPeer: Sendable {
  private let listener: PeerListener

  /// Begins to listen.
  public init() throws {
    let listener = try PeerListener()
    self.listener = listener
    PeerThread.start { while let socket = listener.accept() { socket.close() } }
  }

  deinit { listener.interrupt() }

  /// The port of the listener.
  public var port: Int { listener.port }
}
