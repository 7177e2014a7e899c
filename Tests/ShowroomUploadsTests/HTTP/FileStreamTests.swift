import Testing

@testable import ShowroomNetwork
@testable import ShowroomUploads

@Suite("File streams")
struct FileStreamTests {
  /// A connection may keep a piece longer than until the next one is read, and its memory must not be used again then.
  @Test(arguments: [false, true])
  func `pieces that are kept stay as they are while the following ones are read`(isFramed: Bool) async throws {
    let place = try SourceFolder()
    // No two pieces have the same contents.
    let bytes = (0..<5_000).flatMap { [UInt8](repeating: UInt8($0 % 251), count: 1_021) }
    let source = try place.source("film.mp4", bytes: bytes)
    let stream = try await FileStream(
      FileRange(source), checksum: isFramed ? BodyChecksum() : nil, readers: FileThreads(count: 1),
      body: BodyProgress(length: source.size) { _ in }, digest: nil, bandwidth: BandwidthLimit())
    guard case .stream(let body) = stream.content else {
      Issue.record("the body is not a stream")
      return
    }

    let next = try await body.open()
    var pieces: [[UInt8]] = []
    var sent: Int64 = 0
    while let piece = try await next(sent) {
      pieces.append(piece)
      sent += Int64(piece.count)
    }

    let whole = pieces.flatMap(\.self)
    let data = try isFramed ? #require(DecodedChunks(whole)).data : whole
    // Comparing the bytes in an expectation would print them.
    let isSame = data == bytes
    #expect(isSame && pieces.count > 4 && sent == body.length)
  }
}
