import GRDB
import Synchronization

@testable import ShowroomNetwork
@testable import ShowroomUploads

/// The state shared by the programs of a simulated run: the server, and the numbers of all operations, at each of which
/// the plan may have a fault.
///
/// Requests wait at a gate before they are processed and before they are answered, until ``release(_:)`` lets one of
/// them pass. A program that has crashed changes nothing more: its requests fail before they reach the server, and its
/// transactions are rolled back.
final class SimulationWorld: Sendable {
  /// A request waiting at the gate.
  struct Waiting: Sendable {
    let id: Int
    let program: Int
    fileprivate let continuation: CheckedContinuation<Void, Never>
  }

  /// An operation of a run.
  struct Operation: Sendable, Hashable {
    /// The number of the program and its action: `1 PUT /in/1/a.txt`, `2 commit`.
    var text: String
    /// The faults that can happen to it: none once faults have ended.
    var possibleFaults: [SimulationPlan.Fault]
    /// The fault that occurred.
    var fault: SimulationPlan.Fault?
    /// Whether the server may now have something whose name is unknown to the program.
    var isCreation = false
  }

  private struct State {
    var server: any SimulatedServer
    var faults: [Int: SimulationPlan.Fault]
    var hasEndedFaults = false
    /// The request that the server processes after the next one.
    var late: SimulatedRequest?
    var operations: [Operation] = []
    var crashed: Set<Int> = []
    var hasRefused = false
    var steps: [(program: Int, step: SimulationPlan.Fault)] = []
    var waiting: [Waiting] = []
    var nextWaiting = 0

    /// Processes a request, and then the one that has been waiting for it.
    mutating func process(_ request: SimulatedRequest) -> SimulatedAnswer {
      defer { processLate() }
      return server.answer(request)
    }

    /// Makes a request wait for the next one.
    /// - Returns: the response of the proxy.
    mutating func delay(_ request: SimulatedRequest) -> SimulatedAnswer {
      processLate()
      late = request
      return SimulatedAnswer(504)
    }

    mutating func processLate() {
      guard let request = late else { return }
      late = nil
      _ = server.answer(request)
    }
  }

  private let state: Mutex<State>
  /// Yields after anything that may allow the run to continue.
  let changes: AsyncStream<Void>
  private let change: AsyncStream<Void>.Continuation

  init(server: any SimulatedServer, faults: [Int: SimulationPlan.Fault]) {
    state = Mutex(State(server: server, faults: faults))
    (changes, change) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  var server: any SimulatedServer { state.withLock { $0.server } }
  var operations: [Operation] { state.withLock { $0.operations } }
  var waiting: [Waiting] { state.withLock { $0.waiting } }
  func hasCrashed(_ program: Int) -> Bool { state.withLock { $0.crashed.contains(program) } }
  /// Whether the server has refused a request because it was busy.
  var hasRefused: Bool { state.withLock { $0.hasRefused } }
  func noteChange() { change.yield() }

  /// Prevents any more faults. The server now processes the request on which a proxy has given up.
  func endFaults() {
    state.withLock { state in
      state.faults = [:]
      state.hasEndedFaults = true
      state.processLate()
    }
  }

  /// Renames a file on a WebDAV server as a user can who has access to it.
  /// - Returns: whether it existed, and no other file had the new name.
  func rename(_ name: String, to newName: String, in folder: WebAddress) -> Bool {
    byUser { $0.rename(folder.inside(name).path, to: folder.inside(newName).path) }
  }

  /// Deletes a file on a WebDAV server as a user can who has access to it.
  /// - Returns: whether it existed.
  func delete(_ name: String, in folder: WebAddress) -> Bool { byUser { $0.delete(folder.inside(name).path) } }

  private func byUser(_ change: (inout SimulatedDAV) -> Bool) -> Bool {
    state.withLock { state in
      guard var server = state.server as? SimulatedDAV else { return false }
      defer { state.server = server }
      return change(&server)
    }
  }

  /// Returns what the user now does, with the numbers of the programs, and forgets it.
  func takeSteps() -> [(program: Int, step: SimulationPlan.Fault)] {
    state.withLock { state in
      defer { state.steps = [] }
      return state.steps
    }
  }

  // MARK: The gate

  /// Waits until the run lets the program continue.
  private func pass(_ program: Int) async throws {
    let id = state.withLock { state in
      state.nextWaiting += 1
      return state.nextWaiting
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let mayPass = state.withLock { state in
          if Task.isCancelled || state.crashed.contains(program) { return true }
          state.waiting.append(Waiting(id: id, program: program, continuation: continuation))
          return false
        }
        if mayPass { continuation.resume() } else { change.yield() }
      }
    } onCancel: {
      release(id)
    }
    if Task.isCancelled || hasCrashed(program) { throw WebError.canceled }
  }

  /// Lets a request pass the gate.
  func release(_ id: Int) {
    let waiting = state.withLock { state in
      state.waiting.firstIndex { $0.id == id }.map { state.waiting.remove(at: $0) }
    }
    waiting?.continuation.resume()
  }

  /// Assigns a number to an operation.
  /// - Returns: its fault, or `nil` if the program has crashed.
  private func begin(_ operation: Operation, of program: Int) -> SimulationPlan.Fault?? {
    state.withLock { state in
      guard !state.crashed.contains(program) else { return nil }
      var operation = operation
      if state.hasEndedFaults { operation.possibleFaults = [] }
      let fault = state.faults[state.operations.count + 1].flatMap {
        operation.possibleFaults.contains($0) ? $0 : nil
      }
      operation.fault = fault
      state.operations.append(operation)
      return .some(fault)
    }
  }

  /// Ends a program as `kill -9` does, as far as others can observe.
  func crash(_ program: Int) {
    let stopped = state.withLock { state in
      state.crashed.insert(program)
      defer { state.waiting.removeAll { $0.program == program } }
      return state.waiting.filter { $0.program == program }
    }
    for waiting in stopped { waiting.continuation.resume() }
    change.yield()
  }

  // MARK: Requests

  /// Exchanges a program's request for the server's response or a fault.
  func exchange(_ request: WebRequest, of program: Int) async throws -> WebResponse {
    try await pass(program)
    guard let fault = begin(operation(request, program), of: program) else { throw WebError.canceled }
    if fault == .busy || fault == .slowDown { state.withLock { $0.hasRefused = true } }
    switch fault {
    case .crashBefore:
      crash(program)
      throw WebError.canceled
    case .reset: throw WebError.reset
    case .busy: return Self.response(SimulatedAnswer(503), to: request, sent: 0)
    case .slowDown: return Self.response(SimulatedAnswer(429, ["Retry-After": "7"]), to: request, sent: 0)
    case let step? where step.isStep:
      state.withLock { $0.steps.append((program, step)) }
      try await pass(program)
    default: break
    }
    let body = try await Self.bytes(of: request.body)
    let isCut = fault == .cutBody || fault == .crashInBody
    let isHalf = isCut || fault == .shortened
    let received = SimulatedRequest(
      method: request.method, url: request.url, headers: request.headers,
      body: isHalf ? Array(body.prefix(body.count / 2)) : body, isCut: isCut)
    let answer: SimulatedAnswer? = state.withLock { state in
      guard !state.crashed.contains(program) else { return nil }
      return fault == .processedLate ? state.delay(received) : state.process(received)
    }
    guard let answer else { throw WebError.canceled }
    switch fault {
    case .crashAfter, .crashInBody:
      crash(program)
      throw WebError.canceled
    case .lostAnswer, .cutBody: throw WebError.closed
    default: break
    }
    try await pass(program)
    let response = fault == .gatewayTimeout ? SimulatedAnswer(504) : answer
    return Self.response(response, to: request, sent: request.body.length, isCut: fault == .cutAnswer)
  }

  private func operation(_ request: WebRequest, _ program: Int) -> Operation {
    let query = request.url.query.map { "?" + $0 } ?? ""
    let target = request.headers["Destination"].map { " to " + $0 } ?? ""
    var faults = SimulationPlan.Fault.ofRequests
    if request.body.length == 0 { faults.removeAll { [.cutBody, .crashInBody, .shortened].contains($0) } }
    // The responses to these have no body.
    if !["GET", "PROPFIND", "POST"].contains(request.method) { faults.removeAll { $0 == .cutAnswer } }
    // These change nothing, so it does not matter when they are processed.
    if ["GET", "HEAD", "OPTIONS", "PROPFIND"].contains(request.method) { faults.removeAll { $0 == .processedLate } }
    // A tus server assigns an address, and an S3 store an ID.
    let isCreation =
      request.method == "POST"
      && (request.headers["Upload-Length"] != nil || request.url.query?.hasPrefix("uploads") == true)
    return Operation(
      text: "\(program) \(request.method) \(request.url.path)\(query)\(target)", possibleFaults: faults,
      isCreation: isCreation)
  }

  static func bytes(of body: WebBody) async throws -> [UInt8] {
    switch body {
    case .none: return []
    case .bytes(let bytes): return bytes
    // The client does not open an empty stream either.
    case .stream(let stream) where stream.length == 0: return []
    case .stream(let stream):
      let next = try await stream.open()
      var bytes: [UInt8] = []
      while let piece = try await next(Int64(bytes.count)) { bytes += piece }
      return bytes
    }
  }

  /// Returns a response in the form in which the client returns it.
  /// - Parameters:
  ///   - sent: the number of bytes of the request's body that the connection has accepted.
  ///   - isCut: whether the connection is lost in the middle of the response's body.
  static func response(
    _ answer: SimulatedAnswer, to request: WebRequest, sent: Int64, isCut: Bool = false
  ) -> WebResponse {
    let head = Exchange.Head(status: answer.status, headers: answer.headers, sent: sent)
    let exchange = Exchange(request) { _ in }
    let body = isCut ? Array(answer.body.prefix(answer.body.count / 2)) : answer.body
    exchange.deliver(head)
    body.withUnsafeBytes { _ = exchange.deliver($0) }
    exchange.finish(isCut ? .failure(WebError.closed) : .success(()))
    return WebResponse(head, exchange)
  }

  // MARK: Commits

  /// Called before the transaction of a program is committed. An error rolls it back.
  /// - Returns: whether the program ends after the commit.
  fileprivate func willCommit(_ program: Int) throws -> Bool {
    let operation = Operation(text: "\(program) commit", possibleFaults: SimulationPlan.Fault.ofCommits)
    switch begin(operation, of: program) {
    case nil: throw DatabaseError(resultCode: .SQLITE_IOERR, message: "The program has ended.")
    case .some(.crashBefore):
      crash(program)
      throw DatabaseError(resultCode: .SQLITE_IOERR, message: "The program ends.")
    case .some(.diskFull): throw DatabaseError(resultCode: .SQLITE_FULL)
    case .some(let fault): return fault == .crashAfter
    }
  }

  fileprivate func didCommit(_ program: Int, isLast: Bool) { if isLast { crash(program) } }
}

/// Reports the commits of a program to its world. Used by the one connection that writes.
final class CommitObserver: TransactionObserver {
  private let world: SimulationWorld
  private let program: Int
  private var isLast = false

  init(_ world: SimulationWorld, program: Int) { (self.world, self.program) = (world, program) }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }
  func databaseDidChange(with event: DatabaseEvent) {}
  func databaseWillCommit() throws { isLast = try world.willCommit(program) }
  func databaseDidCommit(_ db: Database) { world.didCommit(program, isLast: isLast) }
  func databaseDidRollback(_ db: Database) {}
}
