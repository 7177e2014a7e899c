import ShowroomTestSupport

extension FaultyPeer {
  /// Returns the address of the root.
  func url(host: String = "127.0.0.1") -> String { url("/", host: host) }
}
