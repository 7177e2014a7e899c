import ShowroomFiles
import ShowroomNetwork
import SystemPackage

extension HTTPTransport {
  /// Downloads a response to a new local file, which appears only when it is complete.
  /// - Parameters:
  ///   - file: The expected file. Its size and, if known, its SHA-256 are verified before the file appears.
  ///   - failure: Converts a response with a status other than 200 to a failure.
  func receive(
    _ request: HTTPRequest, as file: StoredFile, into path: FilePath,
    failure: @Sendable (HTTPResponse) -> UploadFailure = { $0.failure }
  ) async throws(UploadFailure) {
    let answer = try await open(request, failure: failure)
    let writers = try resources().readers
    let target = try await writers.running { () throws(UploadFailure) in try DownloadedFile(path) }
    do throws(UploadFailure) {
      try await answer.read(as: file) { (chunk: [UInt8]) async throws(UploadFailure) in
        try await writers.running { () throws(UploadFailure) in try target.append(chunk) }
      }
      try await writers.running { () throws(UploadFailure) in try target.publish() }
    } catch {
      try? await writers.running { () throws(UploadFailure) in target.discard() }
      var failure = error
      if failure.cause == .corrupted { failure.message += " Nothing was saved." }
      throw failure
    }
  }

  /// Downloads a response without saving it, verifying the size and, if known, the SHA-256 of the file.
  /// - Parameter failure: Converts a response with a status other than 200 to a failure.
  func verify(
    _ request: HTTPRequest, as file: StoredFile, failure: (HTTPResponse) -> UploadFailure = { $0.failure }
  ) async throws(UploadFailure) {
    try await open(request, failure: failure).read(as: file)
  }

  private func open(
    _ request: HTTPRequest, failure: (HTTPResponse) -> UploadFailure
  ) async throws(UploadFailure) -> StreamingResponse {
    let answer = try await exchange(request, progress: { _ in })
    guard answer.status != 200 else { return answer }
    var failure = failure(try await answer.collected(limit: request.responseLimit))
    if answer.status == 404 || answer.status == 410 { failure.cause = .missing }
    throw failure
  }
}

extension StreamingResponse {
  /// Passes on the contents of a file as they arrive, and verifies the size and, if known, the SHA-256.
  func read(
    as file: StoredFile, _ take: ([UInt8]) async throws(UploadFailure) -> Void = { _ in }
  ) async throws(UploadFailure) {
    var hash = try MessageDigest.begin(.sha256)
    var received: Int64 = 0
    try await forEachChunk { (chunk: [UInt8]) async throws(UploadFailure) in
      if Task.isCancelled { throw .canceled }
      hash.update(chunk)
      received += Int64(chunk.count)
      guard received <= file.size else { throw file.unlike("it is longer") }
      try await take(chunk)
    }
    try file.compare(size: received, sha256: hash.value().hexadecimal)
  }
}

extension StoredFile {
  /// Returns the location as an address.
  func address() throws(UploadFailure) -> WebAddress {
    do {
      return try WebAddress(parsing: location)
    } catch {
      let shown = SecretValues.hidden(in: location).singleLine(limit: 200)
      throw UploadFailure(
        .protocol, "\(shown) is not a web address (\(error)); the file was uploaded to another destination.")
    }
  }
}
