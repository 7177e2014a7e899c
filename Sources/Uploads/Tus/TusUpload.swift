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
    // A server lists nothing: which names are taken is known from our own records only.
    let name = try transfer.nameFreeInRecords()
    let earlier = TusMark(transfer.checkpoint).flatMap { $0.endpoint == server.endpoint ? $0 : nil }
    var mark: TusMark
    var isWhole = false
    if let earlier, earlier.belongs(to: source, at: server.endpoint), let found = try await resumed(earlier) {
      mark = found
      isWhole = mark.confirmed == source.size
    } else {
      mark = try await created(name, after: earlier)
    }
    var mayStartOver = true
    while mark.confirmed < source.size {
      do throws(UploadFailure) {
        try await sendRest(&mark, verifying: abilities.verifiesSHA1)
      } catch {
        // Forgotten in the middle of it: once over is a misfortune, twice a server that forgets.
        guard error.cause == .checkpointGone, mayStartOver else { throw error }
        mayStartOver = false
        mark = try await created(name, after: mark)
      }
    }
    try await report(.verifying)
    let file = StoredFile(
      name: name, location: mark.url.text, size: source.size, sha256: mark.sha256)
    let arrival = isWhole ? .whole(.offset) : try await arrival(of: mark)
    let confirmed = try arrival.confirmed(file, at: server.name)
    if transfer.onDuplicate == .replace { try await removeReplaced(by: confirmed) }
    return confirmed
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

  /// Makes an upload on the server, after an earlier one that is of no use any more.
  private func created(_ name: String, after earlier: TusMark?) async throws(UploadFailure) -> TusMark {
    let sha256: String
    if let earlier, earlier.belongs(to: source, at: server.endpoint) {
      sha256 = earlier.sha256
      try await checkSource()
    } else {
      sha256 = try await server.transport.sha256(of: source, report: report)
      // Of a file that has changed meanwhile: a server that keeps it lets it expire.
      if let earlier { _ = try? await server.terminate(earlier.url) }
    }
    let (url, expires) = try await server.create(name, size: source.size, sha256: sha256)
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

  // MARK: Ending

  /// What the server has of an upload that it took all bytes of.
  private func arrival(of mark: TusMark) async throws(UploadFailure) -> Arrival {
    switch try await server.progress(of: mark.url, size: source.size) {
    case .offset(source.size, _): .whole(.offset)
    case .offset(let offset, _): .different(size: offset)
    // Some servers put a whole upload away at once; its offset was the file's length when they took the last byte.
    case .gone: source.size > 0 ? .whole(.offset) : .missing
    }
  }

  /// Deletes what the file replaces, which has another address. The file is there: what cannot be deleted is no failure.
  private func removeReplaced(by file: StoredFile) async throws(UploadFailure) {
    for old in transfer.recorded where old.name == file.name && old.location != file.location {
      do throws(UploadFailure) {
        if let refusal = try await server.terminate(try old.address()) {
          throw server.refusal(of: refusal, to: "delete uploads")
        }
      } catch {
        try await report(.warning("The file that \(file.name) replaces could not be deleted. \(error.sentence)"))
      }
    }
  }

  // MARK: Sending

  /// How many requests in a row may get no further.
  static let fruitlessRequests = 6

  /// Sends from the confirmed offset on until all is there. Each request that gets no further counts, whatever its answer, and
  /// nothing but progress starts the count anew.
  private func sendRest(_ mark: inout TusMark, verifying: Bool) async throws(UploadFailure) {
    var fruitless = 0
    while mark.confirmed < source.size {
      let before = mark.confirmed
      let hindrance = try await sendPiece(&mark, verifying: verifying)
      fruitless = mark.confirmed > before ? 0 : fruitless + 1
      if fruitless == Self.fruitlessRequests { throw hindrance }
    }
  }

  /// Sends one piece, and asks the server how far it is where its answer does not tell.
  /// - Returns: what to say if this goes on without getting further.
  private func sendPiece(_ mark: inout TusMark, verifying: Bool) async throws(UploadFailure) -> UploadFailure {
    let chunk = TusChunk(
      FileRange(source, from: mark.confirmed, length: chunkLength(verifying)), of: mark.url,
      isVerified: verifying && !server.lessons.refusesChecksums)
    let end = chunk.range.offset + chunk.range.length
    var hindrance = server.contradiction("it takes bytes and has none more")
    switch try await chunk.send(to: server, report: report) {
    case .accepted(let offset, let expires):
      mark.expires = expires ?? mark.expires
      guard let offset else { break }
      guard offset >= mark.confirmed, offset <= end else {
        throw server.contradiction("after the bytes up to \(end) it has \(offset), and had \(mark.confirmed)")
      }
      try await advance(&mark, to: offset)
      return hindrance
    case .misplaced: hindrance = server.contradiction("it refuses the offset that it named")
    case .mismatched: hindrance = damage
    case .tooLarge(let failure):
      hindrance = failure
      try shrink(after: chunk.range.length, failure)
    case .checksumRefused: server.lessons.refusesChecksums = true
    case .forbidden(let failure):
      guard case .offset(let offset, _) = try await server.progress(of: mark.url, size: source.size),
        offset > mark.confirmed
      else { throw failure }
      try await advance(&mark, to: offset)
      return failure
    }
    try await ask(&mark)
    return hindrance
  }

  /// Asks the server how far it is, in the middle of an attempt.
  private func ask(_ mark: inout TusMark) async throws(UploadFailure) {
    switch try await server.progress(of: mark.url, size: source.size) {
    case .gone: throw UploadFailure(.checkpointGone, "\(server.name) has forgotten the upload; it has to start over.")
    case .offset(let offset, let expires):
      mark.expires = expires ?? mark.expires
      guard offset >= mark.confirmed else {
        throw server.contradiction("it has \(offset) bytes, and had \(mark.confirmed) before")
      }
      if offset > mark.confirmed { try await advance(&mark, to: offset) }
    }
  }

  private func advance(_ mark: inout TusMark, to offset: Int64) async throws(UploadFailure) {
    mark.confirmed = offset
    try await report(.checkpoint(mark.checkpoint))
  }

  private var damage: UploadFailure {
    UploadFailure(
      .corrupted,
      "What arrives at \(server.name) is not what was sent, \(Self.fruitlessRequests) times over (460); "
        + "check the network.",
      status: 460)
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
}
