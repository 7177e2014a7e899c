import Catalogue

/// What a WebDAV upload leaves in its checkpoint.
struct WebDAVMark: Sendable, Hashable {
  /// How far it got.
  enum Stage: String, Sendable {
    /// The file is on its way to its temporary name.
    case sending
    /// It is whole under its temporary name, and may have been given its final one.
    case stored
    /// It is on its way to its final name, where nothing was, because the server cannot move files.
    case direct
    /// The same, in the place of another file, which may still be there.
    case overwriting
  }

  var stage: Stage
  /// The folder of the car.
  let folder: WebAddress
  /// The name that it is to have.
  var name: String
  /// The hidden name that the file is sent under.
  let temporary: String
  /// A second hidden name, which it may have been given by now; nil as long as none is needed.
  var staged: String?
  /// Known when everything has been sent.
  var sha256: String?
  private let source: String

  init(stage: Stage, folder: WebAddress, name: String, temporary: String, source: UploadSource) {
    self.stage = stage
    self.folder = folder
    self.name = name
    self.temporary = temporary
    self.source = source.fingerprint
  }

  /// The mark in a checkpoint; nil when there is none that can be read.
  init?(_ checkpoint: Checkpoint?) {
    guard let values = checkpoint?.values, let stage = values["stage"].flatMap(Stage.init),
      let folder = try? values["folder"].map(WebAddress.init(parsing:)), let name = values["name"],
      let temporary = values["temporary"], let source = values["source"]
    else { return nil }
    self.stage = stage
    self.folder = folder
    self.name = name
    self.temporary = temporary
    staged = values["staged"]
    sha256 = values["sha256"]
    self.source = source
  }

  /// The hidden names that the file may have, the last one first.
  var hiddenNames: [String] { [staged, temporary].compactMap(\.self) }

  /// Whether it is of this very file, on its way to this very folder.
  func belongs(to source: UploadSource, in folder: WebAddress) -> Bool {
    self.source == source.fingerprint && self.folder == folder
  }

  func checkpoint(confirmed: Int64) -> Checkpoint {
    var values = [
      "stage": stage.rawValue, "folder": folder.text, "name": name, "temporary": temporary,
      "source": source,
    ]
    values["staged"] = staged
    values["sha256"] = sha256
    return Checkpoint(values: values, confirmed: confirmed)
  }
}
