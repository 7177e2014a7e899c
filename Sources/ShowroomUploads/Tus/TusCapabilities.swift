import ShowroomNetwork
import Synchronization

/// The capabilities that a tus server reports.
struct TusCapabilities: Sendable, Hashable {
  var extensions: Set<String> = []
  var checksums: Set<String> = []
  var maximumSize: Int64?

  /// The minimum capabilities, for a server that does not support `OPTIONS`.
  init() {}

  init(_ headers: HeaderFields) {
    extensions = Set(headers.list("Tus-Extension").map { $0.lowercased() })
    checksums = Set(headers.list("Tus-Checksum-Algorithm").map { $0.lowercased() })
    maximumSize = headers.number("Tus-Max-Size").flatMap { $0 > 0 ? $0 : nil }
  }

  var verifiesSHA1: Bool { extensions.contains("checksum") && checksums.contains("sha1") }

  /// Whether the request that creates an upload may contain its first bytes.
  var createsWithBytes: Bool { extensions.contains("creation-with-upload") }
}

/// The behavior of a server that an engine has observed, which applies to later files as well.
final class TusLearnedBehavior: Sendable {
  private let content = Mutex(Content())

  private struct Content {
    var capabilities: TusCapabilities?
    var largestBody: Int64?
    var refusesChecksums = false
    var refusesBytesAtCreation = false
  }

  var capabilities: TusCapabilities? {
    get { content.withLock { $0.capabilities } }
    set { content.withLock { $0.capabilities = newValue } }
  }

  /// The maximum size of a request's body, learned from a rejection, or `nil` if none was rejected.
  var largestBody: Int64? {
    get { content.withLock { $0.largestBody } }
    set { content.withLock { $0.largestBody = newValue } }
  }

  /// Whether the server announces support for checksums but rejects them with 400.
  var refusesChecksums: Bool {
    get { content.withLock { $0.refusesChecksums } }
    set { content.withLock { $0.refusesChecksums = newValue } }
  }

  /// Whether the server announces support for sending bytes with the creation of an upload but rejects them.
  var refusesBytesAtCreation: Bool {
    get { content.withLock { $0.refusesBytesAtCreation } }
    set { content.withLock { $0.refusesBytesAtCreation = newValue } }
  }
}
