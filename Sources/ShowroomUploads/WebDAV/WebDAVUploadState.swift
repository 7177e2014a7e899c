import ShowroomFiles
import ShowroomNetwork

/// The checkpoint of a WebDAV upload.
struct WebDAVUploadState: Sendable, Hashable {
  /// The progress of the upload.
  enum Stage: String, Sendable {
    /// The file is being sent under its hidden name.
    case sending
    /// The complete file is stored under its hidden name, and may have been moved to its final one.
    case stored
    /// Because the server cannot move files, the file is being sent under its final name, which was free or belonged to
    /// an old file that may have been removed.
    case direct
    /// The file is being sent over an existing one, which may still be there.
    case overwriting

    /// Whether the file is sent under its final name.
    var isUnderFinalName: Bool { [.direct, .overwriting].contains(self) }
  }

  var stage: Stage
  /// The folder of the file.
  let folder: WebAddress
  /// The final name.
  var name: String
  /// The hidden name.
  let temporary: String
  /// The test name, if one was needed.
  var staged: String?
  /// The checksum, which is known when all bytes have been sent.
  var sha256: String?
  /// Whether the folder may contain the files with which the server's moves are tested.
  var isProbing = false
  /// Whether the file may take its final name only if that name is free.
  var isNew: Bool
  /// Whether another file has the final name, so that this one cannot have been moved there.
  var isNameTaken = false
  /// Whether the old file may have been moved to ``oldName`` or deleted, because the server does not replace it.
  var mayHaveRemovedOld = false
  private let source: String

  init(stage: Stage, folder: WebAddress, name: String, temporary: String, source: UploadSource, isNew: Bool) {
    self.stage = stage
    self.folder = folder
    self.name = name
    self.temporary = temporary
    self.source = source.fingerprint
    self.isNew = isNew
  }

  /// Reads a checkpoint. Returns `nil` if it is not valid.
  init?(_ checkpoint: Checkpoint?) {
    guard let values = checkpoint?.values, let stage = values["stage"].flatMap(Stage.init),
      let folder = try? values["folder"].map(WebAddress.init(parsing:)), let name = values["name"],
      let temporary = values["temporary"], let source = values["source"]
    else { return nil }
    self.stage = stage
    self.folder = folder
    // The database may have been received from a stranger.
    let hidden = [temporary, values["staged"]].compactMap(\.self)
    guard hidden.allSatisfy({ Transfer.isHidden($0) && !$0.utf8.contains(UInt8(ascii: "/")) }) else { return nil }
    self.name = StoredName(received: name).text
    self.temporary = temporary
    staged = values["staged"]
    sha256 = values["sha256"]
    isProbing = values["probing"] == "yes"
    isNew = values["new"] == "yes"
    isNameTaken = values["taken"] == "yes"
    mayHaveRemovedOld = values["deletedOld"] == "yes"
    self.source = source
  }

  /// The hidden names that the file may have, most recent first.
  var hiddenNames: [String] { [staged, temporary].compactMap(\.self) }

  /// The hidden name of an old file that the server does not replace, until the new one has the final name.
  var oldName: String { Transfer.oldName(of: id ?? "") }

  /// The size of the file, with which its fingerprint begins.
  var size: Int64? { Int64(source.prefix { $0 != "-" }) }

  /// The ID of the upload, which all of its hidden names contain.
  var id: String? {
    let parts = temporary.split(separator: ".")
    return parts.count >= 2 ? String(parts[parts.count - 2]) : nil
  }

  /// Whether the checkpoint belongs to the current state of the file and to the folder.
  func belongs(to source: UploadSource, in folder: WebAddress) -> Bool {
    self.source == source.fingerprint && self.folder == folder
  }

  /// Returns whether another upload may have recorded the same contents under the final name.
  func isRecorded(in files: [StoredFile]) -> Bool {
    files.contains { file in
      file.name == name && file.size == size && (file.sha256 ?? sha256) == (sha256 ?? file.sha256)
    }
  }

  /// Returns the failure to move the old file back from its hidden name.
  /// - Parameter isTaken: Whether the server reports a file with the final name.
  func oldFileKept(isTaken: Bool) -> UploadFailure {
    let name = name.singleLine(limit: 80)
    let action =
      isTaken
      ? ", because there is a file named \(name); check both, and rename or delete one of them."
      : "; rename it there in that case."
    return UploadFailure(
      .protocol,
      "The old \(name) may still be hidden on \(folder.origin.name), where it was kept as "
        + "\(oldName.singleLine(limit: 160))\(action)")
  }

  /// Returns the failure to discard a hidden new file that may be the only one.
  func newFileKept(as hidden: String) -> UploadFailure {
    UploadFailure(
      .protocol,
      "The old \(name.singleLine(limit: 80)) was not found on \(folder.origin.name), not even as "
        + "\(oldName.singleLine(limit: 160)), so the new one was kept as \(hidden.singleLine(limit: 160)); rename it "
        + "there if the old one is gone.")
  }

  /// Returns a failure whose message also names the old file, which may be hidden.
  func naming(_ failure: UploadFailure) -> UploadFailure {
    guard failure.cause != .canceled, !failure.message.contains(oldName) else { return failure }
    var failure = failure
    failure.message += " " + oldFileNote
    return failure
  }

  /// The message that the old file may be hidden.
  var oldFileNote: String {
    "The old \(name.singleLine(limit: 80)) may be on \(folder.origin.name) as \(oldName.singleLine(limit: 160))."
  }

  func checkpoint(confirmed: Int64) -> Checkpoint {
    var values = [
      "stage": stage.rawValue, "folder": folder.text, "name": name, "temporary": temporary,
      "source": source,
    ]
    values["staged"] = staged
    values["sha256"] = sha256
    if isProbing { values["probing"] = "yes" }
    if isNew { values["new"] = "yes" }
    if isNameTaken { values["taken"] = "yes" }
    if mayHaveRemovedOld { values["deletedOld"] = "yes" }
    let heldName = stage == .direct || mayHaveRemovedOld ? name : nil
    return Checkpoint(values: values, confirmed: confirmed, heldName: heldName)
  }
}

extension UploadFailure {
  /// Returns the failure, whose message also names the old file if the upload with this checkpoint may have hidden it.
  func namingOldFile(of checkpoint: Checkpoint?) -> UploadFailure {
    guard let state = WebDAVUploadState(checkpoint), state.mayHaveRemovedOld else { return self }
    return state.naming(self)
  }
}
