import ShowroomNetwork

@testable import ShowroomUploads

/// The S3 store of the tests, which checks every signature, without a network.
struct SimulatedS3: SimulatedServer {
  private let store: S3Store

  /// - Parameter isSecure: whether the store has TLS, and compares the checksums of parts.
  init(isSecure: Bool) { store = S3Store(checksums: isSecure ? .verified(refusesOthers: true) : nil) }

  static func destination(isSecure: Bool) -> String {
    "s3://cars/scans?endpoint=\(isSecure ? "https" : "http")://s3.test"
  }

  private static let car = "scans/1/"

  func put(_ bytes: [UInt8], as name: String) {
    store.content.withLock { $0.objects[Self.car + name] = S3Store.Object(bytes: bytes) }
  }

  var published: [(name: String, bytes: [UInt8])] {
    store.objects.map { (String($0.key.dropFirst(Self.car.count)), $0.value.bytes) }
  }

  var unpublished: [String] { store.uploads.map { "\($0.key) of \($0.value.key)" }.sorted() }

  func contents(of file: StoredFile) -> [UInt8]? { store.objects[file.location]?.bytes }

  mutating func answer(_ request: SimulatedRequest) -> SimulatedAnswer {
    // An incomplete body changes nothing.
    if request.isCut { return SimulatedAnswer(400) }
    let reply = store.reply(to: S3Received(request))
    var headers: HeaderFields = [:]
    for (name, value) in reply.headers { headers.add(name, value) }
    return SimulatedAnswer(reply.status, headers, request.method == "HEAD" ? [] : reply.body)
  }
}

extension S3Received {
  fileprivate init(_ request: SimulatedRequest) {
    (method, path, rawQuery) = (request.method, request.url.path, request.url.query ?? "")
    (headers, body) = (request.headers, request.body)
  }
}
