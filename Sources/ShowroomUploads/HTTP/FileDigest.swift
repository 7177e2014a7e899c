import ShowroomFiles
import ShowroomNetwork
import Synchronization

/// The SHA-256 of a file, computed from the pieces that are sent, so that the file need not be read again.
///
/// Pieces may be sent twice, after a redirect or a failed request, and an upload may resume in the middle of the file.
/// So a piece is added where the previous ones end, and ``catchUp(to:of:with:report:)`` reads what is missing.
final class FileDigest: Sendable {
  private let state: Mutex<State>

  private struct State {
    var hash: MessageDigest
    /// The number of bytes in the hash.
    var end: Int64 = 0
    /// The end of the last piece that was sent, or the offset to catch up with.
    var wanted: Int64 = 0
  }

  init() throws(UploadFailure) { state = Mutex(State(hash: try .begin(.sha256))) }

  /// Adds a piece of the file unless an earlier piece is missing.
  func take(_ piece: UnsafeRawBufferPointer, at offset: Int64) {
    state.withLock { state in
      let end = offset + Int64(piece.count)
      state.wanted = max(state.wanted, end)
      guard offset <= state.end, end > state.end else { return }
      state.hash.update(UnsafeRawBufferPointer(rebasing: piece[Int(state.end - offset)...]))
      state.end = end
    }
  }

  /// Returns the digest as 64 hexadecimal digits, or `nil` if a part of a file of this size is missing.
  func value(ofSize size: Int64) -> String? {
    state.withLock { $0.end == size ? $0.hash.value().hexadecimal : nil }
  }

  /// Returns the next piece that is missing. It takes about ten milliseconds, so that a cancellation takes effect soon.
  private func missing(upTo offset: Int64) -> Range<Int64>? {
    state.withLock { state in
      state.wanted = max(state.wanted, offset)
      return state.end < state.wanted ? state.end..<min(state.end + 4 << 20, state.wanted) : nil
    }
  }

  /// Reads the file up to an offset, and up to the pieces that are sent in the meantime, unless it has been added.
  /// - Parameter report: Receives ``TransferEvent/hashing(bytes:)`` about thirty times a second.
  /// - Throws: ``UploadFailure/Cause/source`` if the file changed after it was selected.
  func catchUp(
    to offset: Int64, of source: UploadSource, with readers: FileThreads, report: TransferReport? = nil
  ) async throws(UploadFailure) {
    guard missing(upTo: offset) != nil else { return }
    let file = try await readers.running { () throws(SourceFailure) in try SourceReader(source) }
    var pace = Pace()
    while let piece = missing(upTo: offset) {
      if Task.isCancelled { throw .canceled }
      try await readers.running { () throws(SourceFailure) in
        var offset = piece.lowerBound
        try file.forEachBlock(in: piece) { block in
          self.take(block, at: offset)
          offset += Int64(block.count)
        }
      }
      if let report, pace.isDue { try await report(.hashing(bytes: piece.upperBound)) }
    }
  }
}

extension HTTPTransport {
  /// Returns the SHA-256 of a file, as ``FileThreads/sha256(of:digest:report:)`` does.
  func sha256(
    of source: UploadSource, digest: FileDigest? = nil, report: @escaping TransferReport
  ) async throws(UploadFailure) -> String {
    try await resources().readers.sha256(of: source, digest: digest, report: report)
  }
}

extension FileThreads {
  /// Returns the SHA-256 of a file as 64 hexadecimal digits, computed on these threads.
  /// - Parameters:
  ///   - digest: The digest of what has been read already.
  ///   - report: Receives ``TransferEvent/hashing(bytes:)`` about thirty times a second and at the end.
  /// - Throws: ``UploadFailure/Cause/source`` if the file changed after it was selected.
  func sha256(
    of source: UploadSource, digest: FileDigest? = nil, report: @escaping TransferReport
  ) async throws(UploadFailure) -> String {
    let digest = if let digest { digest } else { try FileDigest() }
    if let value = digest.value(ofSize: source.size), source.size > 0 { return value }
    try await digest.catchUp(to: source.size, of: source, with: self, report: report)
    try await running { () throws(SourceFailure) in try SourceReader(source).checkAtEnd() }
    try await report(.hashing(bytes: source.size))
    guard let value = digest.value(ofSize: source.size) else {
      throw UploadFailure(.source, "The file changed while it was being read; try again.")
    }
    return value
  }
}
