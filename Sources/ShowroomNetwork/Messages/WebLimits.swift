/// The limits of a request, in seconds unless stated otherwise.
package struct WebLimits: Sendable, Hashable {
  /// The time for a connection, including the name lookup and TLS.
  package var connect: Double = 10
  /// The time after which a request fails if the connection accepts no bytes of its body.
  package var write: Double = 90
  /// The time after which a request fails if no byte of the response arrives, unless the reader pauses.
  package var idle: Double = 30
  /// The time from the end of a request to the head of its response, regardless of interim responses.
  package var head: Double = 60
  /// The time within which a body must deliver ``bytesInWindow``, unless the reader pauses.
  package var window: Double = 60
  /// The smallest number of bytes of a body in ``window``.
  package var bytesInWindow: Int64 = 8 << 10
  /// The time from the call to the end of the response; `nil` for no limit.
  package var total: Double?
  /// The time from the head of the response to its end; `nil` for no limit.
  package var body: Double?
  /// The largest number of interim responses (1xx) before the response itself.
  package var interimResponses = 100
  /// The largest size of all header fields in bytes.
  package var headBytes = 256 << 10

  package init() {}
}
