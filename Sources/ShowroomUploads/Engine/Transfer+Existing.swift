import ShowroomFiles
import ShowroomNetwork

extension Transfer {
  /// Returns the file that has the name at the destination if it is the same as the source, by its size and SHA-256;
  /// otherwise `nil`. A file whose checksum is not recorded is downloaded and compared.
  /// - Parameter size: the size that the destination has reported, or `nil` if unknown.
  func existing(ofSize size: Int64?, at engine: any UploadEngine) async throws(UploadFailure) -> StoredFile? {
    if let size, size != source.size { return nil }
    var found = recorded.first { $0.name == name }
    if found == nil { found = try await engine.destinationInfo(for: car).files?.first { $0.name == name } }
    guard var found, found.size == source.size else { return nil }
    let sha256 = try await source.sha256()
    if let known = found.sha256 { return known.lowercased() == sha256 ? found : nil }
    found.sha256 = sha256
    do throws(UploadFailure) {
      try await engine.verify(found)
      return found
    } catch {
      guard error.cause == .corrupted else { throw error }
      return nil
    }
  }
}

extension UploadSource {
  /// Returns the SHA-256 as 64 hexadecimal digits. Reads the whole file, away from the caller's actor.
  /// - Throws: ``UploadFailure/Cause/source`` if the file changed after it was chosen.
  @concurrent
  func sha256() async throws(UploadFailure) -> String {
    let file = try reading(SourceReader(self))
    var hash = try MessageDigest.begin(.sha256)
    var offset: Int64 = 0
    while offset < size {
      if Task.isCancelled { throw .canceled }
      let piece = offset..<min(offset + 4 << 20, size)
      try reading(file.forEachBlock(in: piece) { hash.update($0) })
      offset = piece.upperBound
    }
    try reading(file.checkAtEnd())
    return hash.value().hexadecimal
  }
}
