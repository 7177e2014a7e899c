@testable import ShowroomUploads

/// The plan of a simulated run: what is uploaded where, and what goes wrong. Equal plans produce equal runs, because
/// the seed determines which request is processed next when each upload that is running waits for one. Only the
/// concurrent parts of an S3 object, and the commits between two requests of several uploads, may be in a different
/// order.
struct SimulationPlan: Sendable, Hashable {
  /// The kind of server, which determines the engine. A local folder cannot be simulated, because its engine calls the
  /// file system directly, and a program that has crashed could still change it.
  enum Server: String, Sendable, Hashable, CaseIterable {
    /// WebDAV with `MOVE`, which keeps the received part of an interrupted `PUT`, as Apache does.
    case webDAV
    /// `PUT` without `MOVE`. An interrupted `PUT` changes nothing, as with nginx.
    case put
    /// `PUT` without `MOVE`, which keeps the received part of an interrupted `PUT` under the final name.
    case roughPut
    case tus
    /// S3 with one request for each file.
    case s3
    /// S3 with parts of 8 kB.
    case s3Parts
    /// S3 over https with parts of 8 kB, and their checksums.
    case s3Checksums
    /// WebDAV that does not move a file over another one and responds with 403, so that the old file is moved first.
    case webDAV403
    /// The same with 409, which is worth retrying.
    case webDAV409
    /// The same with 412, as if the request did not allow it to replace the file.
    case webDAV412
    /// The same with 501, as if it could not move files, so that the file is sent under its final name.
    case webDAV501
    /// WebDAV that moves files to hidden names only and otherwise responds with 403. The old file is moved in vain and
    /// cannot be moved back, and the new one is sent under its final name.
    case webDAVHidden

    /// The servers with which most tests run. The others differ from them only if a file is moved to its final name.
    static let usual = allCases.filter { $0.refusal == nil }
    /// The WebDAV servers that refuse some moves.
    static let refusing = allCases.filter { $0.refusal != nil }

    /// The moves that the server refuses, if any.
    var refusal: SimulatedDAV.Refusal? {
      switch self {
      case .webDAV403: .replacing(status: 403)
      case .webDAV409: .replacing(status: 409)
      case .webDAV412: .replacing(status: 412)
      case .webDAV501: .replacing(status: 501)
      case .webDAVHidden: .publishing(status: 403)
      case .webDAV, .put, .roughPut, .tus, .s3, .s3Parts, .s3Checksums: nil
      }
    }

    var isDAV: Bool { self == .webDAV || refusal != nil }
    /// Whether the old file is deleted or loses its name before the new one is recorded.
    var removesOld: Bool { [.tus, .webDAV403, .webDAVHidden].contains(self) }
    /// Whether no file is replaced: after 409 the move is only repeated, and 412 means that a file has taken the name.
    var neverReplaces: Bool { [.webDAV409, .webDAV412].contains(self) }
  }

  /// A file to upload. Its contents depend on its position in the plan.
  struct File: Sendable, Hashable {
    /// The name or, for a file of an uploaded folder, the path beginning with that folder.
    var name: String
    var size: Int
    /// The program that uploads it. Programs with different numbers run concurrently.
    var program = 1
  }

  /// The file that already exists at the destination under the name of the first file.
  enum Old: String, Sendable, Hashable, CaseIterable {
    case none
    /// A file of the same size with different contents.
    case different
    case same
  }

  /// The action of a crashed program's successor for the uploads that it finds.
  enum Successor: String, Sendable, Hashable, CaseIterable {
    case resumes
    case discards
    /// Resumes them. In the end, with everything working, it retries those that have failed.
    case retries
    /// Uploads another file with the name and size of the first one, replacing the existing file, and then resumes.
    case replacesFirst
  }

  /// The fault of an operation, which is a request or a commit of the database.
  enum Fault: String, Sendable, Hashable, CaseIterable {
    /// The program ends before the request is processed or the transaction is committed.
    case crashBefore
    /// The program ends after the request was processed or the transaction was committed.
    case crashAfter
    /// The program ends when half of the request's body has arrived.
    case crashInBody
    /// The connection is reset before the request is processed.
    case reset
    /// The connection is reset when half of the request's body has arrived.
    case cutBody
    /// The request is processed, and the connection is reset before the response.
    case lostAnswer
    /// The request is processed, and half of the response's body arrives.
    case cutAnswer
    /// The server stores half of the request's body and reports success.
    case shortened
    /// The server responds with 503 without processing the request.
    case busy
    /// The server responds with 429 and a pause, without processing the request.
    case slowDown
    /// The request is processed, but a proxy has already responded with 504.
    case gatewayTimeout
    /// A proxy responds with 504, and the server processes the request only after the next one, of any program. If that
    /// were before the next one, it would look like ``gatewayTimeout`` to everybody.
    case processedLate
    /// The disk is full, and the transaction is rolled back.
    case diskFull
    /// The user discards all uploads while the request is in transit. The following steps happen at the same moment.
    case discard
    /// The user pauses the queue immediately, and resumes it later.
    case pause
    /// The user pauses the queue after the current uploads, and resumes it later.
    case pauseAfterCurrent
    /// The user retries each upload.
    case retry
    case retryAllFailed
    case resumeInterrupted
    /// The contents of all files change, but not their sizes.
    case changeContents
    /// All files grow.
    case grow
    /// The modification times of all files change.
    case touch
    /// All files are deleted. The next change creates them again.
    case vanish

    var isCrash: Bool { [.crashBefore, .crashAfter, .crashInBody].contains(self) }
    /// Whether the user, or another program on the user's computer, does something while the request is in transit.
    var isStep: Bool { self == .discard || Self.pauses.contains(self) || isRetry || changesFiles }
    var isRetry: Bool { Self.retries.contains(self) }
    var changesFiles: Bool { Self.changes.contains(self) }

    static let pauses: [Fault] = [.pause, .pauseAfterCurrent]
    static let retries: [Fault] = [.retry, .retryAllFailed, .resumeInterrupted]
    static let changes: [Fault] = [.changeContents, .grow, .touch, .vanish]

    /// The faults of requests. The others are those of commits. The first two apply to both.
    static let ofRequests = allCases.filter { $0 != .diskFull }
    static let ofCommits: [Fault] = [.crashBefore, .crashAfter, .diskFull]
  }

  var server = Server.webDAV
  var files: [File]
  /// The number of files that each program uploads at the same time.
  var parallel = 1
  var onDuplicate = DuplicatePolicy.fail
  var old = Old.none
  /// The faults by the number of the operation. Operations are counted from 1 in the order in which they begin.
  var faults: [Int: Fault] = [:]
  var successor = Successor.resumes
  /// Determines which program continues.
  var seed: UInt64 = 0

  /// The numbers of the programs that upload files.
  var programs: [Int] { Set(files.map(\.program)).sorted() }

  /// Whether files change while they are uploaded.
  var changesFiles: Bool { faults.values.contains(where: \.changesFiles) }
}

extension SimulationPlan: CustomStringConvertible {
  /// The plan as Swift source, which repeats the run.
  var description: String {
    let files = files.map { file in
      ".init(name: \"\(file.name)\", size: \(file.size)\(file.program == 1 ? "" : ", program: \(file.program)"))"
    }
    let faults = faults.sorted { $0.key < $1.key }.map { "\($0): .\($1.rawValue)" }.joined(separator: ", ")
    let parallel = parallel == 1 ? "" : "parallel: \(parallel), "
    return """
      SimulationPlan(server: .\(server), files: [\(files.joined(separator: ", "))], \(parallel)onDuplicate: .\(onDuplicate), \
      old: .\(old), faults: [\(faults.isEmpty ? ":" : faults)], successor: .\(successor), seed: \(seed))
      """
  }
}

extension SimulationPlan {
  /// Smaller plans, simplest first: without a file or a fault, with an earlier fault, or with a simpler setting.
  var reductions: [SimulationPlan] {
    var smaller: [SimulationPlan] = []
    func add(_ change: (inout SimulationPlan) -> Void) {
      var plan = self
      change(&plan)
      if plan != self { smaller.append(plan) }
    }
    if files.count > 1 { for index in files.indices { add { $0.files.remove(at: index) } } }
    for number in faults.keys.sorted(by: >) { add { $0.faults[number] = nil } }
    for (number, fault) in faults.sorted(by: { $0.key > $1.key }) {
      for earlier in [1, number / 2, number - 3, number - 2, number - 1] where earlier > 0 && faults[earlier] == nil {
        add { plan in
          plan.faults[number] = nil
          plan.faults[earlier] = fault
        }
      }
    }
    add { $0.parallel = 1 }
    add { $0.old = .none }
    add { $0.onDuplicate = .fail }
    add { $0.successor = .resumes }
    for index in files.indices { add { $0.files[index].size = min(1, $0.files[index].size) } }
    add { $0.seed = 0 }
    return smaller
  }
}
