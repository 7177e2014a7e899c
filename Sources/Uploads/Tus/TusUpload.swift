import Foundation

/// One attempt to carry one file to a tus server: it goes on from where the server says that it is.
///
/// Its requests follow each other: two `PATCH`es on one upload are forbidden.
struct TusUpload: Sendable {
  let server: TusServer
  let transfer: Transfer
  let report: TransferReport

  private var source: UploadSource { transfer.source }

  func run() async throws(UploadFailure) -> StoredFile {
    let abilities = try await server.abilities()
    if let limit = abilities.maximumSize, source.size > limit {
      throw UploadFailure(
        .noSpace,
        "The file has \(source.size) bytes, and \(server.name) takes no more than \(limit); choose a smaller one.")
    }
    let earlier = TusMark(transfer.checkpoint).flatMap { $0.belongs(to: source, at: server.endpoint) ? $0 : nil }
    var mark: TusMark
    if let earlier, let found = try await resumed(earlier) {
      mark = found
    } else {
      mark = try await created(after: earlier)
    }
    var mayStartOver = true
    while mark.confirmed < source.size {
      do throws(UploadFailure) {
        try await sendRest(&mark, verifying: abilities.verifiesSHA1)
      } catch {
        // Forgotten in the middle of it: once over is a misfortune, twice a server that forgets.
        guard error.cause == .checkpointGone, mayStartOver else { throw error }
        mayStartOver = false
        mark = try await created(after: mark)
      }
    }
    try await report(.verifying)
    return StoredFile(
      name: transfer.name, location: mark.url.text, size: source.size, sha256: mark.sha256)
  }

  // MARK: Beginning

  /// Goes on with an upload that was begun; nil when the server has forgotten it.
  private func resumed(_ mark: TusMark) async throws(UploadFailure) -> TusMark? {
    var mark = mark
    switch try await server.progress(of: mark.url, size: source.size) {
    case .offset(let offset, let expires):
      mark.confirmed = offset
      mark.expires = expires ?? mark.expires
    case .gone:
      // Some servers put a whole upload away; it was whole when they last said so.
      guard mark.confirmed == source.size, source.size > 0 else { return nil }
    }
    try await report(.checkpoint(mark.checkpoint))
    return mark
  }

  private func created(after earlier: TusMark?) async throws(UploadFailure) -> TusMark {
    let sha256: String
    if let earlier {
      sha256 = earlier.sha256
      try await checkSource()
    } else {
      sha256 = try await server.transport.sha256(of: source, report: report)
    }
    let (url, expires) = try await server.create(transfer, sha256: sha256)
    let mark = TusMark(
      url: url, endpoint: server.endpoint, sha256: sha256, source: source, confirmed: 0, expires: expires)
    try await report(.checkpoint(mark.checkpoint))
    return mark
  }

  /// Nothing is created on the server for a file that is not there any more.
  private func checkSource() async throws(UploadFailure) {
    let source = source
    _ = try await server.transport.machinery().readers.running { () throws(UploadFailure) in try SourceReader(source) }
  }

  // MARK: Sending

  /// Sends from the confirmed offset on until all is there. After each failure that is no reason to stop, the server is
  /// asked how far it is.
  private func sendRest(_ mark: inout TusMark, verifying: Bool) async throws(UploadFailure) {
    var patience = Patience()
    while mark.confirmed < source.size {
      let chunk = TusChunk(
        FileRange(source, from: mark.confirmed, length: chunkLength(verifying)), of: mark.url,
        isVerified: verifying && !server.lessons.refusesChecksums)
      let result = try await chunk.send(to: server, report: report)
      switch result {
      case .accepted(let offset, let expires):
        mark.expires = expires ?? mark.expires
        let end = chunk.range.offset + chunk.range.length
        guard let offset else { break }
        guard offset >= mark.confirmed, offset <= end else {
          throw server.contradiction("after the bytes up to \(end) it has \(offset), and had \(mark.confirmed)")
        }
        try await advance(&mark, to: offset, &patience)
        continue
      case .misplaced: try patience.lose("it refuses the offset that it named", server)
      case .mismatched: try patience.loseToDamage(server)
      case .tooLarge(let failure): try shrink(after: chunk.range.length, failure)
      case .checksumRefused: server.lessons.refusesChecksums = true
      }
      try await ask(&mark, &patience)
    }
  }

  /// Asks the server how far it is, in the middle of an attempt.
  private func ask(_ mark: inout TusMark, _ patience: inout Patience) async throws(UploadFailure) {
    switch try await server.progress(of: mark.url, size: source.size) {
    case .gone: throw UploadFailure(.checkpointGone, "\(server.name) has forgotten the upload; it has to start over.")
    case .offset(let offset, let expires):
      mark.expires = expires ?? mark.expires
      guard offset >= mark.confirmed else {
        throw server.contradiction("it has \(offset) bytes, and had \(mark.confirmed) before")
      }
      if offset > mark.confirmed { try await advance(&mark, to: offset, &patience) }
    }
  }

  private func advance(
    _ mark: inout TusMark, to offset: Int64, _ patience: inout Patience
  ) async throws(UploadFailure) {
    if offset == mark.confirmed {
      try patience.lose("it takes bytes and has none more", server)
    } else {
      patience = Patience()
    }
    mark.confirmed = offset
    try await report(.checkpoint(mark.checkpoint))
  }

  // MARK: Sizes

  /// All that is left, unless each piece is verified or something on the way limits the size of a request.
  private func chunkLength(_ verifying: Bool) -> Int64? {
    let verified: Int64? = verifying && !server.lessons.refusesChecksums ? 8 << 20 : nil
    guard let limit = server.lessons.largestBody else { return verified }
    return min(limit, verified ?? limit)
  }

  /// The size of a whole upload is judged when it is created; what refuses a piece of it is a proxy with a limit of its own.
  private func shrink(after length: Int64, _ failure: UploadFailure) throws(UploadFailure) {
    let sizes: [Int64] = [64 << 20, 8 << 20, 1 << 20, 256 << 10]
    guard let next = sizes.first(where: { $0 < length }) else { throw failure }
    server.lessons.largestBody = next
  }

  /// How often the server may fail to get further before it is not believed any more.
  private struct Patience {
    private var losses = 0

    mutating func lose(_ what: String, _ server: TusServer) throws(UploadFailure) {
      losses += 1
      if losses > 3 { throw server.contradiction(what) }
    }

    mutating func loseToDamage(_ server: TusServer) throws(UploadFailure) {
      losses += 1
      if losses > 3 {
        throw UploadFailure(
          .corrupted, "What arrives at \(server.name) is not what was sent, four times over (460); check the network.",
          status: 460)
      }
    }
  }
}
