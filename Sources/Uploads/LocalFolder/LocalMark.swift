import Catalogue

/// What the checkpoint of a local copy says: where the unfinished file lies, and once it is whole, by what to know it under
/// whichever name.
struct LocalMark: Hashable {
  /// A whole file on its way to its name.
  struct Whole: Hashable {
    var entry: OpenFolder.Entry
    var sha256: String
  }

  var car: Car.ID
  var temporary: String
  var whole: Whole?

  init(transfer: Transfer) {
    car = transfer.car
    temporary = transfer.hiddenName
  }

  init?(_ checkpoint: Checkpoint) {
    let values = checkpoint.values
    guard let car = values["car"].flatMap(Car.ID.init), let temporary = values["temporary"],
      Transfer.isHidden(temporary), !temporary.contains("/")
    else { return nil }
    self.car = car
    self.temporary = temporary
    if let sha256 = values["sha256"], let size = values["size"].flatMap(Int64.init),
      let modified = values["modified"].flatMap(Int64.init), let device = values["device"].flatMap(UInt64.init),
      let inode = values["inode"].flatMap(UInt64.init)
    {
      let entry = OpenFolder.Entry(size: size, modified: modified, device: device, inode: inode, isFile: true)
      whole = Whole(entry: entry, sha256: sha256)
    }
  }

  /// What ``init(_:)`` takes.
  var checkpoint: Checkpoint {
    var values = ["car": "\(car)", "temporary": temporary]
    if let whole {
      values["sha256"] = whole.sha256
      values["size"] = "\(whole.entry.size)"
      values["modified"] = "\(whole.entry.modified)"
      values["device"] = "\(whole.entry.device)"
      values["inode"] = "\(whole.entry.inode)"
    }
    return Checkpoint(values: values, confirmed: whole?.entry.size ?? 0)
  }

  /// The name under which the whole file is published; nil when it is not. A file is known by its inode, and because
  /// another may get that number later, by its size and time too.
  func publishedName(in folder: OpenFolder) throws(UploadFailure) -> String? {
    guard let whole else { return nil }
    for name in try folder.names() where try folder.entry(name) == whole.entry { return name }
    return nil
  }
}
