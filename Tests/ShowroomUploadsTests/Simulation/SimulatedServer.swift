import ShowroomNetwork

@testable import ShowroomUploads

/// An in-memory server that follows its protocol. It processes each request immediately and as a whole.
protocol SimulatedServer: Sendable {
  /// Processes a request.
  mutating func answer(_ request: SimulatedRequest) -> SimulatedAnswer

  /// The complete files that visitors see, each as a name and contents. Two files may have the same name.
  var published: [(name: String, bytes: [UInt8])] { get }

  /// Everything else that is stored: hidden files, unfinished uploads and parts.
  var unpublished: [String] { get }

  func contents(of file: StoredFile) -> [UInt8]?
}

/// A request that a server has received.
struct SimulatedRequest: Sendable {
  let method: String
  let url: WebAddress
  let headers: HeaderFields
  /// The part of the body that has arrived.
  let body: [UInt8]
  /// Whether the connection was lost before the end of the body. The answer is then never received.
  var isCut = false
}

/// A server's answer.
struct SimulatedAnswer: Sendable {
  var status: Int
  var headers: HeaderFields = [:]
  var body: [UInt8] = []

  init(_ status: Int, _ headers: HeaderFields = [:], _ body: [UInt8] = []) {
    (self.status, self.headers, self.body) = (status, headers, body)
  }
}
