import Catalogue
import Foundation
import GRDB
import SystemPackage

/// A row of the table `upload`, as the database has it.
struct QueueRow: Sendable, Hashable, Identifiable {
  /// How far it is, apart from what a running program knows better.
  enum State: String, Sendable, Hashable {
    /// It is to be sent, or is being sent, or was when its owner ended.
    case pending
    /// It is there.
    case done
    /// A person has to do something.
    case failed
    /// A person stopped it.
    case cancelled
  }

  /// Who has it in hand.
  enum Ownership: Sendable, Hashable {
    case ours
    /// Another program that runs.
    case others
    /// Nobody, or a program that is gone.
    case nobody
  }

  let id: Int64
  var transfer: Transfer
  var destination: String
  var state: State
  var failure: UploadFailure?
  var confirmed: Int64
  var attempt: Int
  var position: Int64
  var ownership: Ownership

  /// The name that a file is to have at its destination.
  struct Target: Hashable {
    let destination: String
    let car: Car.ID
    let name: String
  }

  var target: Target { Target(destination: destination, car: transfer.car, name: transfer.name) }

  /// What screens are shown of a row that is not in hand here.
  var item: UploadItem {
    let shown: UploadItem.State =
      switch (state, ownership) {
      case (.done, _): .done
      case (.failed, _): .failed(failure ?? UploadFailure(.store, "The upload failed; retry it."))
      case (.cancelled, _): .cancelled
      case (.pending, .ours): .waiting
      case (.pending, .others): .elsewhere
      case (.pending, .nobody): .interrupted
      }
    return UploadItem(
      id: id, car: transfer.car, name: transfer.name, path: transfer.source.path.string, destination: destination,
      state: shown,
      progress: UploadProgress(size: transfer.source.size, confirmed: confirmed, isComplete: state == .done),
      isRecent: false)
  }
}

extension QueueRow {
  /// Reads a row of `SELECT * FROM upload`.
  init(row: Row, ownership: Ownership) {
    let path: Data = row["path"]
    let device: Int64 = row["device"]
    let inode: Int64 = row["inode"]
    let source = UploadSource(
      path: FilePath(bytes: path), size: row["size"], modified: row["modified"], device: UInt64(bitPattern: device),
      inode: UInt64(bitPattern: inode))
    let policy: String = row["onDuplicate"]
    let state: String = row["state"]
    id = row["id"]
    transfer = Transfer(
      id: row["token"], car: row["carID"], source: source, name: row["name"],
      onDuplicate: DuplicatePolicy(rawValue: policy) ?? .fail, checkpoint: Self.decoded(row["checkpoint"]))
    destination = row["destination"]
    self.state = State(rawValue: state) ?? .failed
    failure = Self.decoded(row["failure"])
    confirmed = row["confirmed"]
    attempt = row["attempt"]
    position = row["position"]
    self.ownership = ownership
  }

  /// A value as the database keeps it: JSON. What cannot be read is as good as absent: the upload starts over.
  private static func decoded<Value: Decodable>(_ text: String?) -> Value? {
    text.flatMap { try? JSONDecoder().decode(Value.self, from: Data($0.utf8)) }
  }

  static func encoded(_ value: (some Encodable)?) throws -> String? {
    try value.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
  }
}

extension FilePath {
  /// A path of the bytes, up to the first zero.
  init(bytes: Data) {
    self.init(platformString: (bytes + [0]).map(CChar.init(bitPattern:)))
  }

  /// The path byte for byte.
  var bytes: Data {
    withPlatformString { Data(bytes: $0, count: strlen($0)) }
  }
}
