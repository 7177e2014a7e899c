import ShowroomCatalog
import ShowroomFiles

/// The checkpoint of a local copy: the temporary file and, once the copy is complete, its identity.
struct LocalCopyState: Hashable {
  /// A complete file that is about to be published.
  struct Whole: Hashable {
    var entry: OpenFolder.Entry
    var sha256: String
  }

  var car: Car.ID
  /// The folders of the file in the folder of the car.
  var folders: [String]
  var temporary: String
  /// Whether the file may take its name only if that is free. Otherwise discarding the upload does not delete it once
  /// it is published, because the old file is gone. `false` in checkpoints of earlier versions, which did not store it.
  var isNew: Bool
  var whole: Whole?

  init(transfer: Transfer) {
    car = transfer.car
    folders = transfer.folders
    temporary = transfer.hiddenName
    isNew = transfer.onDuplicate != .replace
  }

  init?(_ checkpoint: Checkpoint) {
    let values = checkpoint.values
    guard let car = values["car"].flatMap(Car.ID.init), let temporary = values["temporary"],
      Transfer.isHidden(temporary), !temporary.utf8.contains(UInt8(ascii: "/"))
    else { return nil }
    self.car = car
    self.temporary = temporary
    isNew = values["new"] == "yes"
    folders = StoredPath.components(of: values["folders"] ?? "").map { StoredName(received: $0).text }
    if let sha256 = values["sha256"], let size = values["size"].flatMap(Int64.init),
      let modified = values["modified"].flatMap(Int64.init), let device = values["device"].flatMap(UInt64.init),
      let inode = values["inode"].flatMap(UInt64.init)
    {
      let identity = FileIdentity(device: device, inode: inode)
      let entry = OpenFolder.Entry(size: size, modified: modified, identity: identity, isFile: true)
      whole = Whole(entry: entry, sha256: sha256)
    }
  }

  /// The checkpoint that ``init(_:)`` reads.
  var checkpoint: Checkpoint {
    var values = ["car": "\(car)", "temporary": temporary]
    if isNew { values["new"] = "yes" }
    if !folders.isEmpty { values["folders"] = folders.joined(separator: "/") }
    if let whole {
      values["sha256"] = whole.sha256
      values["size"] = "\(whole.entry.size)"
      values["modified"] = "\(whole.entry.modified)"
      values["device"] = "\(whole.entry.identity.device)"
      values["inode"] = "\(whole.entry.identity.inode)"
    }
    return Checkpoint(values: values, confirmed: whole?.entry.size ?? 0)
  }

  /// Returns the name under which the complete file was published, or `nil` if it was not. The file is identified by
  /// its inode, size and modification time, because inode numbers can be reused.
  func publishedName(in folder: OpenFolder) throws(UploadFailure) -> String? {
    guard let whole else { return nil }
    for name in try folder.names() where try folder.entry(name) == whole.entry { return name }
    return nil
  }
}
