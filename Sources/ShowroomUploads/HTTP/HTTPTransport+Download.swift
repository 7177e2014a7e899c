import ShowroomCatalog
import ShowroomNetwork
import SystemPackage

extension HTTPTransport {
  /// Downloads a response to a new local file, which appears only when it is complete.
  /// - Parameters:
  ///   - file: the expected file. Its size and, if known, its SHA-256 are verified before the file appears.
  ///   - progress: receives the number of bytes downloaded, about thirty times a second and at the end.
  ///   - failure: converts a response other than 200 to a failure.
  func receive(
    _ request: HTTPRequest, as file: StoredFile, into path: FilePath, progress: @escaping @Sendable (Int64) -> Void,
    failure: @Sendable (HTTPResponse) -> UploadFailure = { $0.failure }
  ) async throws(UploadFailure) {
    let answer = try await exchange(request, progress: { _ in })
    guard answer.status == 200 else { throw failure(try await answer.collected(limit: request.responseLimit)) }
    let writers = try resources().readers
    let target = try await writers.running { () throws(UploadFailure) in try DownloadedFile(path) }
    var hash = try MessageDigest.begin(.sha256)
    var received: Int64 = 0
    var pace = Pace()
    try await answer.forEachChunk { (chunk: [UInt8]) async throws(UploadFailure) in
      if Task.isCancelled { throw .canceled }
      hash.update(chunk)
      received += Int64(chunk.count)
      guard received <= file.size else { throw Self.unlike(file, "it is longer") }
      try await writers.running { () throws(UploadFailure) in try target.append(chunk) }
      if pace.isDue { progress(received) }
    }
    guard received == file.size else {
      throw Self.unlike(file, "it has \(quantity(received, "byte")) instead of \(file.size)")
    }
    let digest = hash.value().hexadecimal
    if let expected = file.sha256, expected.lowercased() != digest {
      throw Self.unlike(file, "its checksum is different")
    }
    progress(received)
    try await writers.running { () throws(UploadFailure) in try target.publish() }
  }

  private static func unlike(_ file: StoredFile, _ difference: String) -> UploadFailure {
    UploadFailure(
      .corrupted, "\(file.name) at the destination is not the file that was uploaded: \(difference). Nothing was saved."
    )
  }
}

extension StoredFile {
  /// Returns the location as an address.
  func address() throws(UploadFailure) -> WebAddress {
    do {
      return try WebAddress(parsing: location)
    } catch {
      let shown = ServerMessage.sanitized(SecretValues.hidden(in: location), limit: 200)
      throw UploadFailure(
        .protocol, "\(shown) is not a web address (\(error)); the file was uploaded to another destination.")
    }
  }
}
