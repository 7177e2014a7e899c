import Synchronization

/// What a tus server says of itself.
struct TusAbilities: Sendable, Hashable {
  var extensions: Set<String> = []
  var checksums: Set<String> = []
  var maximumSize: Int64?

  /// A server that does not answer `OPTIONS`: the least that there is.
  init() {}

  init(_ headers: HeaderFields) {
    extensions = Set(headers.list("Tus-Extension").map { $0.lowercased() })
    checksums = Set(headers.list("Tus-Checksum-Algorithm").map { $0.lowercased() })
    maximumSize = headers.number("Tus-Max-Size").flatMap { $0 > 0 ? $0 : nil }
  }

  var verifiesSHA1: Bool { extensions.contains("checksum") && checksums.contains("sha1") }
}

/// What an engine learned about its server from what it answered; it holds for the next file too.
final class TusLessons: Sendable {
  private let content = Mutex(Content())

  private struct Content {
    var abilities: TusAbilities?
    var largestBody: Int64?
    var refusesChecksums = false
  }

  var abilities: TusAbilities? {
    get { content.withLock { $0.abilities } }
    set { content.withLock { $0.abilities = newValue } }
  }

  /// The largest body of one request that was not refused as too large; nil as long as none was.
  var largestBody: Int64? {
    get { content.withLock { $0.largestBody } }
    set { content.withLock { $0.largestBody = newValue } }
  }

  /// Whether it announces checksums and answers 400 to one.
  var refusesChecksums: Bool {
    get { content.withLock { $0.refusesChecksums } }
    set { content.withLock { $0.refusesChecksums = newValue } }
  }
}
