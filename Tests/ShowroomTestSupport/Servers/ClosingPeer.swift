/// A listener that closes every connection immediately.
package final class ClosingPeer: Sendable {
  private let listener: PeerListener

  /// Begins to listen.
  package init() throws {
    let listener = try PeerListener()
    self.listener = listener
    PeerThread.start { while let socket = listener.accept() { socket.close() } }
  }

  deinit { listener.interrupt() }

  /// The port of the listener.
  package var port: Int { listener.port }
}
