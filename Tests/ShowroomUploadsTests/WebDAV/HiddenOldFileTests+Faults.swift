import ShowroomTestSupport
import Synchronization
import Testing

@testable import ShowroomUploads

/// Sign-in pages, repeated commands and late requests while the old file is hidden.
extension HiddenOldFileTests {
  /// The page with which a network responds to any request until the user signs in.
  static let page = FaultyPeer.Reply.answer(200, ["Content-Type": "text/html"])

  @Test(arguments: [true, false], [0, 7])
  func `an old file that was moved back is not deleted if the upload is discarded again`(
    isComplete: Bool, size: Int
  ) async throws {
    // The file has grown since, as a log does.
    let (part, old) = (Array(Self.bytes.prefix(size)), Array(Self.bytes.prefix(9)))
    let peer = try await DAVPeer([Self.final: part, Self.old: old, Self.new: Self.bytes]) { behavior in
      let first = Once()
      behavior.interruption = { request in
        let isLast = request.line == "DELETE /in/7/.scan.pdf.a1b2c3.upload"
        return isLast && !isComplete && first.claim() ? .answer(504) : nil
      }
    }
    let transfer = try interrupted(.direct, at: peer)

    // The program ends before it has recorded the result, or the last request seems to fail.
    if isComplete {
      try await discard(transfer, at: peer)
    } else {
      _ = await #expect(throws: UploadFailure.self) { try await discard(transfer, at: peer) }
    }
    let warning = try await discard(transfer, at: peer)

    #expect(peer.held == [Self.final: old])
    #expect(warning?.contains("scan.pdf on 127.0.0.1:\(peer.port) was not deleted") == true)
  }

  @Test(arguments: 1...6, [true, false])
  func `one response of a sign-in page is not the file in whose favor the only copy is deleted`(
    number: Int, conceals: Bool
  ) async throws {
    let requests = Mutex(0)
    let peer = try await DAVPeer([Self.new: Self.bytes]) { behavior in
      behavior.interruption = { request in
        guard request.line == "HEAD \(Self.final)" else {
          return conceals && request.line.hasPrefix("HEAD /in/7/.") ? .answer(403) : nil
        }
        let count = requests.withLock { requests in
          requests += 1
          return requests
        }
        return count == number ? Self.page : nil
      }
    }

    _ = await #expect(throws: UploadFailure.self) { try await discard(interrupted(at: peer), at: peer) }

    #expect(peer.held == [Self.new: Self.bytes])
  }

  @Test func `a sign-in page is not the hidden old file in whose favor the only copy is deleted`() async throws {
    let isBusy = Mutex(false)
    let first = Once()
    let peer = try await DAVPeer([Self.new: Self.bytes]) { behavior in
      behavior.interruption = { request in
        if request.line == "MOVE \(Self.old)" {
          isBusy.withLock { $0 = true }
          return .answer(503)
        }
        if request.line == "HEAD \(Self.old)", isBusy.withLock({ $0 }), first.claim() { return Self.page }
        return request.line.hasPrefix("HEAD /in/7/.") ? .answer(403) : nil
      }
    }

    let failure = await #expect(throws: UploadFailure.self) { try await discard(interrupted(at: peer), at: peer) }

    #expect(failure?.status == 503)
    #expect(peer.held == [Self.new: Self.bytes])
  }

  @Test(arguments: [0, 7], [true, false])
  func `a sign-in page is not the contents of another file in whose favor the only copy is deleted`(
    size: Int, hasLength: Bool
  ) async throws {
    let first = Once()
    let files: [String: [UInt8]] = [Self.final: Array(Self.bytes.prefix(size)), Self.new: Self.bytes]
    let peer = try await DAVPeer(files) { behavior in
      behavior.interruption = { request in
        guard request.line == "GET \(Self.final)", first.claim() else { return nil }
        let html = "<html>Sign in</html>"
        let head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n"
        return hasLength ? .answer(200, [:], html) : .bytesAndClose(head + html)
      }
    }

    let failure = await #expect(throws: UploadFailure.self) {
      try await discard(interrupted(.direct, at: peer), at: peer)
    }

    #expect(failure?.message.contains("the new one was kept as .a1b2c3.new.upload") == true)
    #expect(peer.held == files)
  }

  @Test func `another file is not deleted if the server refuses to move it and does not report the old one`()
    async throws
  {
    let files: [String: [UInt8]] = [Self.final: [9, 9], Self.old: Self.oldBytes, Self.new: Self.bytes]
    let peer = try await peerConcealing(files)

    let failure = await #expect(throws: UploadFailure.self) { try await send(interrupted(at: peer), to: peer) }

    #expect(failure?.message.contains("was kept as .a1b2c3.old.upload, because") == true)
    #expect(peer.held == files)
  }

  @Test func `a part gives way to an old file that the server reports only to PROPFIND`() async throws {
    let part = Array(Self.bytes.prefix(7))
    let peer = try await peerConcealing([Self.final: part, Self.old: Self.oldBytes, Self.new: Self.bytes])

    try await discard(interrupted(.direct, at: peer), at: peer)

    #expect(peer.held == [Self.final: Self.oldBytes])
  }

  @Test func `a server that moves the old file only now is not one that changes names`() async throws {
    let first = Once()
    let peer = try await DAVPeer([Self.old: Self.oldBytes, Self.new: Self.bytes]) { behavior in
      // The old file still had its name when this request was processed.
      behavior.interruption = { $0.line == "MOVE \(Self.new)" && first.claim() ? .answer(412) : nil }
    }

    try await send(interrupted(at: peer), to: peer)

    #expect(peer.held == [Self.final: Self.bytes])
  }

  // MARK: Test names

  @Test(arguments: [true, false])
  func `the file with the test name is deleted although the upload starts over`(isDiscarded: Bool) async throws {
    let first = Once()
    let peer = try await DAVPeer([Self.old: Self.oldBytes, Self.new: Self.bytes]) { behavior in
      behavior.interruption = { request in
        if request.line == "HEAD \(Self.new)", first.claim() { return Self.page }
        return isDiscarded && request.method == "PUT" ? .answer(503) : nil
      }
    }
    let (transfer, reports) = (try interrupted(at: peer), Reports())

    if isDiscarded {
      _ = await #expect(throws: UploadFailure.self) { try await send(transfer, to: peer, reports) }
      try await discard(transfer, at: peer, after: reports)
    } else {
      try await send(transfer, to: peer, reports)
    }

    #expect(peer.held == [Self.final: isDiscarded ? Self.oldBytes : Self.bytes])
    #expect(peer.lines.contains { $0.hasPrefix("PUT") })
  }

  @Test func `the only copy is kept, and named, if the upload is discarded while it is sent again`() async throws {
    let peer = try await DAVPeer([Self.new: Self.bytes]) { behavior in
      behavior.interruption = { request in
        if request.method == "PUT" { return .answer(503) }
        return ["HEAD", "GET"].contains(request.method) && request.path.hasPrefix("/in/7/.") ? .answer(403) : nil
      }
    }
    let (transfer, reports) = (try interrupted(at: peer), Reports())
    _ = await #expect(throws: UploadFailure.self) { try await send(transfer, to: peer, reports) }

    let failure = await #expect(throws: UploadFailure.self) {
      try await discard(transfer, at: peer, after: reports)
    }

    #expect(
      failure?.message == "The old scan.pdf was not found on 127.0.0.1:\(peer.port), not even as .a1b2c3.old.upload, "
        + "so the new one was kept as .a1b2c3.new.upload; rename it there if the old one is gone.")
    #expect(peer.held == [Self.new: Self.bytes])
  }

  // MARK: Final failures

  @Test(arguments: [401, 507])
  func `the message of a final failure names the old file that stays hidden`(status: Int) async throws {
    let fixture = try await QueueFixture()
    let peer = try await DAVPeer(["/in/1/scan.pdf": [1, 2, 3]]) { behavior in
      behavior.refusesOverwriting = true
      behavior.interruption = { request in
        guard request.method == "MOVE" else { return nil }
        // The old file cannot be moved back for now.
        if request.path.hasSuffix(".old.upload") { return .answer(503) }
        return request.path.hasSuffix(".new.upload") ? .answer(status) : nil
      }
    }
    try await withTransport { transport in
      let engine = WebDAVEngine(base: address(peer.url()), transport: transport)
      let scheduler = fixture.scheduler(engines: { _ in engine })
      try await scheduler.enqueue(
        [try fixture.file("scan.pdf")], car: 1, destination: fixture.destination, onDuplicate: .replace)

      let snapshot = await scheduler.snapshot { $0.uploads.first?.failure != nil }
      await scheduler.stop(.keep)

      let failure = try #require(snapshot.uploads.first?.failure)
      let path = try #require(peer.held.keys.first { $0.hasSuffix(".old.upload") })
      let name = try #require(path.split(separator: "/").last)
      #expect(failure.status == status && peer.held[path] == [1, 2, 3])
      #expect(failure.message.hasSuffix(" The old scan.pdf may be on 127.0.0.1:\(peer.port) as \(name)."))
    }
  }
}
