import COpenSSL
import Glibc
import Synchronization

/// A connection of a ``FaultyPeer``, plain or with TLS. One thread uses it; any thread may end it.
final class PeerSocket: Sendable {
  private let descriptor: Int32
  private let state = Mutex(State())
  /// Used only on the connection's thread, and released after the thread has ended.
  nonisolated(unsafe) private var tls: OpaquePointer?

  private struct State {
    var isClosed = false
  }

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit {
    if let tls { SSL_free(tls) }
    close()
  }

  /// Performs the handshake as a server. Returns whether it succeeded.
  func begin(_ context: ServerTLS) -> Bool {
    guard let tls = SSL_new(context.context) else { return false }
    self.tls = tls
    SSL_set_fd(tls, descriptor)
    return SSL_accept(tls) == 1
  }

  /// Returns the next bytes, or `nil` at the end of the connection.
  func read() -> [UInt8]? {
    let bytes = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
      let size = tls.map { Int(SSL_read($0, buffer.baseAddress, Int32(buffer.count))) }
      count = max(0, size ?? retrying { recv(descriptor, buffer.baseAddress, buffer.count, 0) })
    }
    return bytes.isEmpty ? nil : bytes
  }

  /// Sends all bytes. Returns whether it succeeded.
  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { buffer in
        tls.map { Int(SSL_write($0, buffer.baseAddress, Int32(buffer.count))) }
          ?? retrying { send(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_NOSIGNAL)) }
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Waits until there is something to read or a number of milliseconds has passed. Returns whether the other side has
  /// closed the connection.
  func isEnded(within milliseconds: Int64) -> Bool {
    var event = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&event, 1, Int32(milliseconds)) > 0 else { return false }
    return read() == nil
  }

  /// Passes all bytes on, in both directions, until one side ends.
  func relay(to other: PeerSocket) {
    PeerThread.start {
      while let bytes = other.read(), self.write(bytes) {}
      self.interrupt()
    }
    while let bytes = read(), other.write(bytes) {}
    other.interrupt()
  }

  /// Shuts down the sending side.
  func endWriting() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Resets the connection.
  func reset() {
    var option = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &option, socklen_t(MemoryLayout<linger>.size))
    close()
  }

  /// Ends the connection.
  func close() {
    state.withLock { state in
      if !state.isClosed { Glibc.close(descriptor) }
      state.isClosed = true
    }
  }

  /// Wakes the connection's thread and shuts down the connection, which is closed when the thread ends.
  func interrupt() { state.withLock { if !$0.isClosed { shutdown(descriptor, Int32(SHUT_RDWR)) } } }
}

/// Repeats a call if a signal interrupts it.
private func retrying(_ call: () -> Int) -> Int {
  while true {
    let count = call()
    if count >= 0 || errno != EINTR { return count }
  }
}

/// A listening socket on a free port of loopback.
final class PeerListener: Sendable {
  let port: Int
  private let descriptor: Int32

  init() throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = descriptor
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        bind(descriptor, generic, size) == 0 && listen(descriptor, 128) == 0
          && getsockname(descriptor, generic, &size) == 0
      }
    }
    guard isListening else { throw ListenFailure(code: errno) }
    port = Int(UInt16(bigEndian: address.sin_port))
  }

  struct ListenFailure: Error { let code: Int32 }

  deinit { close(descriptor) }

  /// Returns the next connection, or `nil` after ``interrupt()``.
  func accept() -> PeerSocket? {
    while true {
      let connection = Glibc.accept(descriptor, nil, nil)
      if connection >= 0 {
        _ = fcntl(connection, F_SETFD, FD_CLOEXEC)
        var isOn: Int32 = 1
        setsockopt(connection, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
        return PeerSocket(connection)
      }
      guard errno == EINTR || errno == ECONNABORTED else { return nil }
    }
  }

  /// Ends ``accept()``.
  func interrupt() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}

/// The certificate and key of a server.
package final class ServerTLS: Sendable {
  /// OpenSSL uses this with its own locks.
  nonisolated(unsafe) let context: OpaquePointer

  init(certificate: String, key: String) throws {
    guard let context = SSL_CTX_new(TLS_server_method()) else { throw Failure() }
    self.context = context
    guard SSL_CTX_use_certificate_chain_file(context, certificate) == 1,
      SSL_CTX_use_PrivateKey_file(context, key, SSL_FILETYPE_PEM) == 1
    else { throw Failure() }
  }

  /// The error for a certificate or key that cannot be read.
  struct Failure: Error {}

  deinit { SSL_CTX_free(context) }
}
