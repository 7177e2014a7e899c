import Crypto
import Foundation
import NIOPosix

extension HTTPTransport {
  /// The SHA-256 of a file, 64 hexadecimal digits, read on the threads for files.
  ///
  /// - Parameter report: is told ``TransferEvent/hashing(bytes:)``, some thirty times a second and at the end.
  /// - Throws: ``UploadFailure/Cause/source`` when the file is not the one that was chosen, or changes meanwhile.
  func sha256(of source: UploadSource, report: @escaping TransferReport) async throws(UploadFailure) -> String {
    let readers = try machinery().readers
    let file = try await readers.running { () throws(UploadFailure) in try SourceReader(source) }
    var hash = SHA256()
    var offset: Int64 = 0
    var pace = Pace()
    while offset < source.size {
      if Task.isCancelled { throw .cancelled }
      let (before, start) = (hash, offset)
      let piece: (hash: SHA256, count: Int) = try await readers.running { () throws(UploadFailure) in
        try file.hashed(into: before, from: start)
      }
      hash = piece.hash
      offset += Int64(piece.count)
      if pace.isDue { try await report(.hashing(bytes: offset)) }
    }
    try await readers.running { () throws(UploadFailure) in try file.checkAtEnd() }
    try await report(.hashing(bytes: source.size))
    return hash.finalize().hexadecimal
  }
}

extension SourceReader {
  /// Hashes the next four megabytes or so: some ten milliseconds of work, so that stopping takes no longer.
  fileprivate func hashed(into hash: SHA256, from start: Int64) throws(UploadFailure) -> (hash: SHA256, count: Int) {
    var hash = hash
    var count = 0
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    defer { buffer.deallocate() }
    while count < 4 << 20 {
      let read = try read(into: buffer, at: start + Int64(count))
      guard read > 0 else { break }
      hash.update(bufferPointer: UnsafeRawBufferPointer(rebasing: buffer[..<read]))
      count += read
    }
    try check()
    return (hash, count)
  }
}
