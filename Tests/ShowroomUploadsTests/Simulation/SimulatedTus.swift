import Foundation
import ShowroomNetwork

@testable import ShowroomUploads

/// A tus 1.0.0 server with the extensions `creation` and `termination`. It keeps the part of a `PATCH` that has
/// arrived.
struct SimulatedTus: SimulatedServer {
  private struct Upload {
    let length: Int
    let name: String
    var bytes: [UInt8] = []
  }

  private var uploads: [String: Upload] = [:]
  private var count = 0

  static let endpoint = "http://tus.test/files/"

  /// Stores a complete upload.
  /// - Returns: its address.
  mutating func put(_ bytes: [UInt8], as name: String) -> String {
    count += 1
    uploads["/files/\(count)"] = Upload(length: bytes.count, name: name, bytes: bytes)
    return "http://tus.test/files/\(count)"
  }

  var published: [(name: String, bytes: [UInt8])] {
    uploads.values.filter { $0.bytes.count == $0.length }.map { ($0.name, $0.bytes) }
  }

  var unpublished: [String] {
    uploads.filter { $0.value.bytes.count < $0.value.length }
      .map { "\($0.key) with \($0.value.bytes.count) of \($0.value.length) bytes" }.sorted()
  }

  func contents(of file: StoredFile) -> [UInt8]? {
    (try? file.address()).flatMap { uploads[$0.path] }.flatMap { $0.bytes.count == $0.length ? $0.bytes : nil }
  }

  mutating func answer(_ request: SimulatedRequest) -> SimulatedAnswer {
    let path = request.url.path
    switch request.method {
    case "OPTIONS": return SimulatedAnswer(204, ["Tus-Version": "1.0.0", "Tus-Extension": "creation,termination"])
    case "POST": return create(request)
    case "HEAD":
      guard let upload = uploads[path] else { return SimulatedAnswer(404) }
      return SimulatedAnswer(200, ["Upload-Offset": "\(upload.bytes.count)", "Upload-Length": "\(upload.length)"])
    case "PATCH":
      guard let upload = uploads[path] else { return SimulatedAnswer(404) }
      guard request.headers["Upload-Offset"] == "\(upload.bytes.count)" else { return SimulatedAnswer(409) }
      guard upload.bytes.count + request.body.count <= upload.length else { return SimulatedAnswer(413) }
      uploads[path]?.bytes += request.body
      return SimulatedAnswer(204, ["Upload-Offset": "\(upload.bytes.count + request.body.count)"])
    case "GET":
      guard let upload = uploads[path] else { return SimulatedAnswer(404) }
      return SimulatedAnswer(200, [:], upload.bytes)
    case "DELETE": return SimulatedAnswer(uploads.removeValue(forKey: path) == nil ? 404 : 204)
    default: return SimulatedAnswer(405)
    }
  }

  private mutating func create(_ request: SimulatedRequest) -> SimulatedAnswer {
    guard let length = request.headers["Upload-Length"].flatMap({ Int($0) }) else { return SimulatedAnswer(400) }
    let encoded = request.headers.list("Upload-Metadata").first { $0.hasPrefix("filename ") }?.dropFirst(9)
    let name = encoded.flatMap { Data(base64Encoded: String($0)) }.map { String(decoding: $0, as: UTF8.self) }
    count += 1
    uploads["/files/\(count)"] = Upload(length: length, name: name ?? "")
    return SimulatedAnswer(201, ["Location": "/files/\(count)"])
  }
}
