import ShowroomTestSupport

extension FaultyPeer {
  /// Returns the address of the catalog.
  func url(host: String = "127.0.0.1") -> String { url("/catalog", host: host) }
}

extension FaultyPeer.Reply {
  /// Sends bytes unchanged and closes the connection.
  static func send(_ bytes: [UInt8]) -> Self { .raw(bytes, closes: true) }

  /// Sends bytes unchanged and then nothing more.
  static func stall(after bytes: [UInt8]) -> Self { .raw(bytes, closes: false) }

  static func ok(_ body: some Sequence<UInt8>, headers: String = "") -> Self {
    let body = Array(body)
    return .send(Array("HTTP/1.1 200 OK\r\nContent-Length: \(body.count)\r\n\(headers)\r\n".utf8) + body)
  }

  static func status(_ line: String, headers: String = "") -> Self {
    .send(Array("HTTP/1.1 \(line)\r\nContent-Length: 0\r\n\(headers)\r\n".utf8))
  }
}
