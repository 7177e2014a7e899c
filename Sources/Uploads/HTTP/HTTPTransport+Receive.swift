import Crypto
import Foundation
import NIOCore
import NIOPosix
import SystemPackage

extension HTTPTransport {
  /// Brings what the request names into a new local file, which appears whole or not at all.
  ///
  /// - Parameters:
  ///   - file: what is expected: its size, and its SHA-256 where it is known, are compared before the file appears.
  ///   - progress: is told the bytes received, some thirty times a second and at the end.
  ///   - failure: what an answer other than 200 means.
  func receive(
    _ request: HTTPRequest, as file: StoredFile, into path: FilePath, progress: @escaping @Sendable (Int64) -> Void,
    failure: @Sendable (HTTPResponse) -> UploadFailure = { $0.failure }
  ) async throws(UploadFailure) {
    let answer = try await exchange(request, progress: { _ in })
    guard answer.status == 200 else { throw failure(try await answer.collected(limit: request.answerLimit)) }
    let writers = try machinery().readers
    let target = try await writers.running { () throws(UploadFailure) in try NewFile(path) }
    var hash = SHA256()
    var received: Int64 = 0
    var pace = Pace()
    try await answer.forEachChunk { (chunk: ByteBuffer) async throws(UploadFailure) in
      if Task.isCancelled { throw .cancelled }
      chunk.withUnsafeReadableBytes { hash.update(bufferPointer: $0) }
      received += Int64(chunk.readableBytes)
      guard received <= file.size else { throw Self.unlike(file, "it is longer") }
      try await writers.running { () throws(UploadFailure) in try target.append(chunk) }
      if pace.isDue { progress(received) }
    }
    guard received == file.size else { throw Self.unlike(file, "it has \(received) bytes in place of \(file.size)") }
    let digest = hash.finalize().hexadecimal
    if let expected = file.sha256, expected.lowercased() != digest {
      throw Self.unlike(file, "its checksum is another")
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

extension NewFile {
  fileprivate func append(_ chunk: ByteBuffer) throws(UploadFailure) {
    var result: Result<Void, UploadFailure> = .success(())
    chunk.withUnsafeReadableBytes { bytes in
      do throws(UploadFailure) { try append(bytes) } catch { result = .failure(error) }
    }
    try result.get()
  }
}
