import Foundation
import ShowroomFiles
import ShowroomTestSupport

@testable import ShowroomCatalog
@testable import ShowroomUploads

/// What the design promises, compared with the server and the database.
///
/// It allows exceptions where a protocol leaves no other way:
///
/// - tus: a server assigns the address of an upload in its answer and lists no uploads. If the answer is lost, or if the
///   program ends before the address is on the disk, an upload without data stays until the server removes it. There is
///   at most one for each such fault. Of an empty file, it is a second complete upload.
/// - tus: a replaced file is deleted before the new one is recorded, because its address would be lost otherwise. Until
///   an interrupted upload resumes, the record of the old file leads nowhere, and it stays so if the upload is discarded.
/// - A replaced file does not come back: an upload that is discarded after it has replaced a file, which no row records,
///   leaves its own contents, whole. A server without `MOVE` that keeps parts of an interrupted `PUT` may have a part.
extension SimulationRun {
  /// Checks that every upload that is done or was reported is recorded, and that everything recorded is at the server, with
  /// the contents of its file.
  mutating func checkRecords(_ moment: String) throws {
    let rows = try rows()
    let done = rows.filter { $0.state == .done }
    let attachments = try AttachmentStore(store: store).attachments(of: 1)
    for row in done where !attachments.contains(where: { $0.file.name == row.transfer.name }) {
      note("\(row.transfer.name) is done without a record \(moment)")
    }
    for id in reported where !done.contains(where: { $0.id == id }) {
      note("upload \(id) was reported and is not done \(moment)")
    }
    for file in attachments.map(\.file) {
      let sources = try done.filter { $0.transfer.name == file.name }.map { try contents(of: $0) }
      guard let stored = world.server.contents(of: file) else {
        let isReplaced = rows.contains { $0.state != .done && $0.transfer.onDuplicate == .replace }
        if plan.server == .tus, isReplaced || plan.onDuplicate == .replace && plan.successor == .discards { continue }
        note("\(file.name) is recorded and not at the server \(moment)")
        continue
      }
      let isOld = plan.old != .none && file.name == plan.files.first?.name && stored == plan.oldBytes
      if !isOld, !sources.contains(stored) { note("\(file.name) is recorded and has other contents \(moment)") }
      if let sha256 = file.sha256, sha256 != Self.sha256(of: stored) {
        note("\(file.name) has another checksum than recorded \(moment)")
      }
    }
  }

  /// Checks that every upload has ended, and is done if nothing stands against it.
  mutating func checkEnd() throws {
    for row in try rows() {
      if row.state == .pending || row.cleanup != nil { note("\(row.transfer.name) has not ended: \(row.state)") }
      if plan.mustSucceed, row.state != .done {
        note("\(row.transfer.name) is \(row.state): \(row.failure?.message ?? "no failure")")
      }
    }
  }

  /// Checks that the server has every file once, and nothing that no row knows of.
  mutating func checkServer() throws {
    let rows = try rows()
    for row in rows where row.state != .done { note("\(row.transfer.name) could not be removed") }
    let server = world.server
    var orphans = world.operations.allowedOrphans
    for leftover in server.unpublished {
      let isOrphan = plan.server == .tus && leftover.contains(" with 0 of ") && orphans > 0
      if isOrphan { orphans -= 1 } else { note("\(leftover) is left at the server") }
    }
    var expected = Set(rows.map(\.transfer.name))
    if plan.old != .none, let first = plan.files.first { expected.insert(first.name) }
    let attachments = Set(try AttachmentStore(store: store).attachments(of: 1).map(\.file.name))
    for (name, files) in Dictionary(grouping: server.published, by: \.name) {
      let contents = files.map(\.bytes)
      if !expected.contains(name) {
        if plan.server == .tus, orphans >= contents.count, contents.allSatisfy(\.isEmpty) {
          orphans -= contents.count
        } else {
          note("\(name) is at the server, but no upload is done")
        }
      } else if contents.count > 1 {
        let extra = contents.count - 1
        if plan.server == .tus, extra <= orphans, contents.allSatisfy(\.isEmpty) {
          orphans -= extra
        } else {
          note("\(name) is at the server \(contents.count) times")
        }
      }
      if !attachments.contains(name), expected.contains(name) { checkOld(name, contents) }
    }
    for name in expected where !server.published.contains(where: { $0.name == name }) {
      note("\(name) is not at the server")
    }
  }

  /// Checks the contents of a file that was there before and that no upload is recorded to have replaced.
  private mutating func checkOld(_ name: String, _ contents: [[UInt8]]) {
    var allowed = [plan.oldBytes]
    if plan.onDuplicate == .replace || plan.successor == .replacesFirst {
      for (place, file) in plan.files.enumerated() where file.name == name {
        allowed.append(SimulationFolder.bytes(file.size, place: place))
      }
      if plan.server == .roughPut { return }
    }
    if !contents.allSatisfy(allowed.contains) { note("\(name) was there before and has other contents") }
  }

  private func contents(of row: QueueRow) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: row.transfer.source.path.string)))
  }

  private static func sha256(of bytes: [UInt8]) -> String { Digests.hexadecimal("SHA256", of: bytes) }
}

extension [SimulationWorld.Operation] {
  /// The number of uploads that a tus server may have created without anybody knowing.
  fileprivate var allowedOrphans: Int {
    indices.count { index in
      guard self[index].isCreation else { return false }
      if let fault = self[index].fault, [.crashAfter, .lostAnswer, .cutAnswer].contains(fault) { return true }
      let program = self[index].text.prefix { $0 != " " }
      let next = self[(index + 1)...].first { $0.text.hasPrefix("\(program) ") }
      return next?.fault == .crashBefore
    }
  }
}

extension SimulationPlan {
  /// The contents of the file that was there before.
  var oldBytes: [UInt8] {
    SimulationFolder.bytes(files.first?.size ?? 0, place: old == .same ? 0 : SimulationFolder.oldPlace)
  }

  /// The server before the run.
  /// - Parameter recorded: receives the old file if the database has to know it, because the server lists no files.
  func startingServer(recorded: inout StoredFile?) -> any SimulatedServer {
    let name = old == .none ? nil : files.first?.name
    switch server {
    case .webDAV, .put, .roughPut:
      var dav = SimulatedDAV(isDAV: server == .webDAV, keepsParts: server != .put)
      if let name { dav.put(oldBytes, as: name) }
      return dav
    case .tus:
      var tus = SimulatedTus()
      if let name {
        let location = tus.put(oldBytes, as: name)
        recorded = StoredFile(name: name, location: location, size: Int64(oldBytes.count))
      }
      return tus
    case .s3, .s3Parts:
      let s3 = SimulatedS3()
      if let name { s3.put(oldBytes, as: name) }
      return s3
    }
  }

  /// Whether every upload has to be done in the end.
  fileprivate var mustSucceed: Bool {
    let isDiscarded = successor == .discards || faults.values.contains(.discard)
    let areNamesFree = Set(files.map(\.name)).count == files.count && successor != .replacesFirst
    let mayTakeName =
      switch onDuplicate {
      case .fail: areNamesFree && old == .none
      case .replace, .keepBoth: true
      // A server that cannot list files cannot tell either that a file is the same.
      case .skip: areNamesFree && (old == .none || old == .same && ![.put, .roughPut].contains(server))
      }
    return !isDiscarded && mayTakeName && faults.count <= 3 && !faults.values.contains(.diskFull)
  }
}
