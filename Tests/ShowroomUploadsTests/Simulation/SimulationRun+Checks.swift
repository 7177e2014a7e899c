import Foundation
import ShowroomFiles
import ShowroomTestSupport

@testable import ShowroomCatalog
@testable import ShowroomUploads

/// The checks that compare the server and the database with what the design promises.
///
/// They allow exceptions where a protocol leaves no alternative:
///
/// - tus: a server assigns the address of an upload in its response and cannot list uploads. If the response is lost
///   or comes from a proxy, or if the program ends before the address is on disk, an upload without data stays until
///   the server removes it. The same applies to an upload that cannot be terminated after the disk had no space for its
///   address. There is at most one for each such fault. For an empty file, it is a second complete upload.
/// - A file is replaced before the new one is recorded. Until an interrupted upload resumes, the record of the old file
///   refers to the new one or, with tus, which has an address for each upload, to nothing. If the upload is discarded
///   instead, the old file is not restored, and the new one is not removed; with tus, it is recorded. The new file may
///   be incomplete if the server cannot move files and either keeps parts of an interrupted `PUT` or stores less than
///   it reports.
/// - An upload that may replace a file is not removed once it is complete under its name, even if there was no such
///   file.
/// - WebDAV and `PUT`: the part of an upload that was sent under its final name is recognized by the file. If that has
///   changed, the part stays, with a warning.
/// - WebDAV: an empty hidden file may stay if the program ends while it tests whether a server can move files, or if a
///   request of that test fails.
/// - WebDAV servers that refuse to move a file over another one: the old file is moved to a hidden name before the new
///   one takes its name, because only one file can have it. Until then, a record of the old file refers to nothing. If
///   the upload is discarded and the server refuses to move the old file back, that file stays hidden. A message names
///   it and asks the user to rename it, as the simulated user does; then nothing else may be left. If the new file is
///   sent under its final name instead, the exceptions are those of servers that cannot move files, and a hidden copy
///   that cannot be deleted stays, with a warning that names it.
/// - Requests that a server processes only after a proxy has given up on them and after the next request: an attempt to
///   repeat them must find what they have done, with every protocol. But no protocol can withdraw a request, and nobody
///   looks for its effect after an upload has been removed, or its data because the file has changed. So for each such
///   request, one file may be left or, if the request was to delete the old one on a tus server, missing. If a changed
///   file replaces a small S3 object, such a request may also restore its earlier contents. A multipart upload that is
///   created so late stays, even if nothing is removed, if another fault prevents the next attempt from finding it.
extension SimulationRun {
  /// Checks that every completed or reported upload is recorded, and that everything recorded is on the server with the
  /// contents of its file.
  mutating func checkRecords(_ moment: String) throws {
    let rows = try rows()
    let done = rows.filter { $0.state == .done }
    let attachments = try AttachmentStore(store: store).attachments(of: 1)
    for row in done where !attachments.contains(where: { $0.file.name == row.transfer.path }) {
      note("\(row.transfer.path) is done without a record \(moment)")
    }
    for id in reported where !done.contains(where: { $0.id == id }) {
      note("upload \(id) was reported and is not done \(moment)")
    }
    for file in attachments.map(\.file) {
      let uploads = done.filter { $0.transfer.path == file.name }
      let isBeingReplaced = rows.contains {
        $0.transfer.path == file.name && $0.state != .done && $0.transfer.onDuplicate == .replace
      }
      let isStale = isBeingReplaced || replacing.contains(file.name) || plan.mayRestoreOlder && lateChanges > 0
      guard let stored = world.server.contents(of: file) else {
        let mayBeAbsent = plan.server.removesOld && (isBeingReplaced || isStale && lateDeletions > 0)
        if !mayBeAbsent { note("\(file.name) is recorded and not at the server \(moment)") }
        continue
      }
      if isStale, plan.mayKeepParts { continue }
      var allowed = uploads.compactMap { contents(of: $0) }
      // Of several uploads of the same name, one that may replace the others stays, or all are the same.
      if uploads.contains(where: { $0.transfer.onDuplicate == .replace }) {
        allowed = uploads.filter { $0.transfer.onDuplicate == .replace }.compactMap { contents(of: $0) }
      } else if Set(allowed).count > 1 {
        note("\(file.name) is done for files with different contents \(moment)")
      }
      if isStale { allowed += contents(named: file.name) }
      if plan.old != .none, file.name == plan.files.first?.name { allowed.append(plan.oldBytes) }
      if !allowed.contains(stored) { note("\(file.name) is recorded and has other contents \(moment)") }
      if !isStale, let sha256 = file.sha256, sha256 != Self.sha256(of: stored) {
        note("\(file.name) has another checksum than recorded \(moment)")
      }
    }
  }

  /// Checks that every upload has ended, and is done unless something prevents it.
  mutating func checkEnd() throws {
    for row in try rows() {
      if row.state == .pending || row.cleanup != nil { note("\(row.transfer.path) has not ended: \(row.state)") }
      // The user decides which file stays if another upload has taken the name while the old file was hidden, or if the
      // file has changed, so that a part of it cannot be recognized.
      let isUsersChoice =
        (plan.successor == .replacesFirst || plan.changesFiles)
        && world.server.published.contains { $0.name == row.transfer.path }
        && row.failure?.message.contains("check both, and rename or delete one of them") == true
      if plan.mustSucceed, row.state != .done, !isUsersChoice {
        note("\(row.transfer.path) is \(row.state): \(row.failure?.message ?? "no failure")")
      }
      let isRefused = plan.server.neverReplaces && row.transfer.onDuplicate == .replace
      if plan.successor == .retries, row.state == .failed, let failure = row.failure, !failure.isDuplicate, !isRefused,
        !isUsersChoice
      {
        note("\(row.transfer.path) failed although everything works: \(failure.message)")
      }
    }
  }

  /// Checks that the server has every file once, and nothing that is unknown to all rows.
  mutating func checkServer() throws {
    let rows = try rows()
    for row in rows where row.state != .done { note("\(row.transfer.path) could not be removed") }
    let server = world.server
    let hasRetry = plan.faults.values.contains(where: \.isRetry)
    var orphans = world.operations.allowedOrphans(
      parallel: hasRetry ? max(plan.parallel, plan.files.count) : plan.parallel)
    var late = lateChanges
    // With one fault, the next attempt finds a multipart upload that is created late.
    let mayForget = plan.server != .tus && plan.faults.count > 1
    var lateCreations = mayForget ? world.operations.count { $0.isCreation && $0.fault == .processedLate } : 0
    for leftover in server.unpublished where !isLostProbe(leftover) && !isMentioned(leftover) {
      if plan.server == .tus, leftover.contains(" with 0 of "), orphans > 0 {
        orphans -= 1
      } else if lateCreations > 0 {
        lateCreations -= 1
      } else if late > 0 {
        late -= 1
      } else {
        note("\(leftover) is left at the server")
      }
    }
    var expected = Set(rows.map(\.transfer.path))
    let published = publishedFiles(of: rows)
    if plan.old != .none, let first = plan.files.first { expected.insert(first.name) }
    for (name, files) in Dictionary(grouping: published, by: \.name) where !isKept(name) {
      var contents = files.map(\.bytes)
      var extra = contents.count - (expected.contains(name) || replacing.contains(name) ? 1 : 0)
      while plan.server == .tus, extra > 0, orphans > 0, let empty = contents.firstIndex(of: []) {
        contents.remove(at: empty)
        (extra, orphans) = (extra - 1, orphans - 1)
      }
      if extra > 0, late >= extra {
        late -= extra
        continue
      }
      if extra > 0 {
        note("\(name) is at the server \(files.count) times, and \(extra) of them for no upload that is done")
      }
      if !rows.contains(where: { $0.transfer.path == name }) { checkUnrecorded(name, contents) }
    }
    var deletions = lateDeletions
    for name in expected where !published.contains(where: { $0.name == name }) && !isKeptHidden(name) {
      // Only on tus servers, the old file is deleted without moving the new one over it.
      if deletions > 0, plan.server == .tus { deletions -= 1 } else { note("\(name) is not at the server") }
    }
  }

  /// The numbers of requests that may have stored or moved a file, or deleted one, when nobody looked for that any
  /// more, because an upload had been removed or its file had changed.
  private var lateChanges: Int { lateEffects(of: ["PUT", "POST", "PATCH", "MOVE"]) }
  private var lateDeletions: Int { lateEffects(of: ["DELETE"]) }

  private func lateEffects(of methods: Set<Substring>) -> Int {
    guard hasRemoved || plan.isDiscarded || plan.changesFiles else { return 0 }
    return world.operations.count { operation in
      operation.fault == .processedLate && methods.contains(operation.text.split(separator: " ")[1])
    }
  }

  /// Returns the files that visitors see, by their paths. A tus server has no folders.
  private func publishedFiles(of rows: [QueueRow]) -> [(name: String, bytes: [UInt8])] {
    let paths = replacing.union(rows.map(\.transfer.path)).union(plan.files.map(\.name))
    return world.server.published.map { name, bytes in
      (plan.server == .tus ? paths.first { StoredPath(received: $0).flattened == name } ?? name : name, bytes)
    }
  }

  /// Whether a program has warned that it did not delete a file of this name, because it may be somebody else's.
  private func isKept(_ name: String) -> Bool {
    let start = "\(StoredPath(received: name).name) on "
    return warnings.contains { $0.hasPrefix(start) && $0.contains("was not deleted") }
  }

  /// Whether a program has warned that it kept the old file of this name under a hidden one before the new file
  /// changed, so that another version was uploaded and discarded, and the old file is still there.
  private func isKeptHidden(_ name: String) -> Bool {
    guard plan.changesFiles, plan.old != .none, name == plan.files.first?.name,
      world.server.unpublished.contains(where: { $0.hasSuffix(".old\(Transfer.hiddenSuffix)") })
    else { return false }
    let old = "old \(StoredPath(received: name).name)"
    return warnings.contains { $0.contains(old) && $0.contains(" was kept as ") }
  }

  /// Whether a program has warned that a hidden file may be left, and has named it.
  private func isMentioned(_ leftover: String) -> Bool {
    guard plan.server.refusal != nil, let name = leftover.split(separator: "/").last?.removingPercentEncoding else {
      return false
    }
    let texts = ["Could not delete \(name)", "was kept as \(name)"]
    return warnings.contains { warning in texts.contains { warning.contains($0) } }
  }

  /// Whether a hidden file is an empty one of an interrupted test of a server.
  private func isLostProbe(_ leftover: String) -> Bool {
    plan.server.isDAV && Self.isProbe(leftover) && world.operations.haveLostProbe(parallel: plan.parallel)
  }

  /// Whether a name is that of an empty file used to test a server.
  fileprivate static func isProbe(_ text: String) -> Bool {
    text.contains(".probe.upload") || text.contains(".moved.upload")
  }

  /// Checks the contents of a file that no upload in the queue has stored.
  private mutating func checkUnrecorded(_ name: String, _ contents: [[UInt8]]) {
    var allowed = name == plan.files.first?.name && plan.old != .none ? [plan.oldBytes] : []
    let keepsOld = plan.server.neverReplaces && !allowed.isEmpty
    if replacing.contains(name), !keepsOld {
      if plan.mayKeepParts { return }
      allowed += self.contents(named: name)
    }
    // Duplicates have been reported above.
    if contents.count == 1, !contents.allSatisfy(allowed.contains) {
      note("\(name) was there before and has other contents")
    }
  }

  /// Returns the version of the file that an upload has sent, or `nil` if the file has never been in its state.
  private func contents(of row: QueueRow) -> [UInt8]? {
    sources[row.transfer.source.path]?.versions[row.transfer.source.modified]
  }

  /// The contents that the files of this name have had, including that of a successor.
  private func contents(named name: String) -> [[UInt8]] {
    sources.values.filter { $0.name == name }.flatMap(\.versions.values)
  }

  private static func sha256(of bytes: [UInt8]) -> String { Digests.hexadecimal("SHA256", of: bytes) }
}

extension UploadFailure {
  fileprivate var isDuplicate: Bool { if case .duplicate = cause { true } else { false } }
}

extension [SimulationWorld.Operation] {
  /// Whether a request to move or remove an empty test file failed, or the program ended right after it.
  fileprivate func haveLostProbe(parallel: Int) -> Bool {
    indices.contains { index in
      guard let fault = self[index].fault else { return false }
      let isProbe = SimulationRun.isProbe(self[index].text)
      // Of several uploads, others may have continued in the meantime.
      let recent = self[..<index].suffix(2 * parallel - 1)
      return isProbe || fault.isCrash && recent.contains { SimulationRun.isProbe($0.text) }
    }
  }

  /// The number of uploads that a tus server may have created without any program knowing.
  fileprivate func allowedOrphans(parallel: Int) -> Int {
    indices.count { index in
      guard self[index].isCreation else { return false }
      let lost: [SimulationPlan.Fault] = [.crashAfter, .lostAnswer, .cutAnswer, .gatewayTimeout, .processedLate]
      if let fault = self[index].fault, lost.contains(fault) { return true }
      let program = self[index].text.prefix { $0 != " " }
      let later = self[(index + 1)...].filter { $0.text.hasPrefix("\(program) ") }.map(\.fault)
      // Of several uploads, others may continue before the address is stored.
      if parallel > 1 {
        return later.prefix(4 * parallel).contains { $0?.isCrash == true || $0 == .diskFull || $0 == .discard }
      }
      let next = later.prefix(2)
      // A command to discard the upload is stored before its address.
      if self[index].fault == .discard, next.last == .crashBefore { return true }
      return next.first == .crashBefore || next.first == .diskFull && next.last != .some(nil)
    }
  }
}

extension SimulationPlan {
  /// The contents of the file that already existed.
  var oldBytes: [UInt8] {
    SimulationFolder.bytes(files.first?.size ?? 0, place: old == .same ? 0 : SimulationFolder.oldPlace)
  }

  /// Returns the server before the run.
  /// - Parameter recorded: receives the existing file if it must be in the database because the server cannot list
  ///   files.
  func startingServer(recorded: inout StoredFile?) -> any SimulatedServer {
    let name = old == .none ? nil : files.first?.name
    switch server {
    case .webDAV, .put, .roughPut, .webDAV403, .webDAV409, .webDAV412, .webDAV501, .webDAVHidden:
      var dav = SimulatedDAV(isDAV: server.isDAV, keepsParts: server != .put, refusal: server.refusal)
      if let name { dav.put(oldBytes, as: name) }
      return dav
    case .tus:
      var tus = SimulatedTus()
      if let name {
        let location = tus.put(oldBytes, as: StoredPath(received: name).flattened)
        recorded = StoredFile(name: name, location: location, size: Int64(oldBytes.count))
      }
      return tus
    case .s3, .s3Parts, .s3Checksums:
      let s3 = SimulatedS3(isSecure: server == .s3Checksums)
      if let name { s3.put(oldBytes, as: name) }
      return s3
    }
  }

  /// Whether a file that is being replaced may be incomplete.
  fileprivate var mayKeepParts: Bool {
    [.roughPut, .webDAV501].contains(server) || server == .webDAVHidden && changesFiles
      || server == .put && faults.values.contains(.shortened)
  }

  /// Whether a request that is processed late may restore earlier contents of a file: one without a condition, and
  /// without data that is removed before the changed file is sent.
  fileprivate var mayRestoreOlder: Bool { server == .s3 && changesFiles }

  /// Whether the user discards uploads.
  fileprivate var isDiscarded: Bool { successor == .discards || faults.values.contains(.discard) }

  /// Whether every upload must be done in the end.
  fileprivate var mustSucceed: Bool {
    let isRefused = server.neverReplaces && (onDuplicate == .replace || successor == .replacesFirst)
    let areNamesFree = Set(files.map(\.name)).count == files.count && successor != .replacesFirst
    let mayTakeName =
      switch onDuplicate {
      case .fail: areNamesFree && old == .none
      case .replace, .keepBoth: true
      case .skip: areNamesFree && old != .different
      }
    let areFaultsPassing = !faults.values.contains { $0 == .diskFull || $0 == .shortened }
    return !isDiscarded && !isRefused && mayTakeName && faults.count <= 3 && areFaultsPassing && !changesFiles
  }
}
