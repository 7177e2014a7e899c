import Catalog
import Foundation
import GRDB
import SystemPackage

/// A row of the table `upload`.
struct QueueRow: Sendable, Hashable, Identifiable {
  /// The stored state. A running program has a more detailed state for its own uploads.
  enum State: String, Sendable, Hashable {
    /// The upload is queued, running or interrupted.
    case pending
    /// The upload is complete.
    case done
    /// The upload failed, and the user must do something.
    case failed
    /// The user canceled the upload. The constraint of the table keeps the first spelling.
    case canceled = "cancelled"
  }

  /// The program that owns a row.
  enum Ownership: Sendable, Hashable {
    case ours
    /// Another running program.
    case others
    /// No program, or one that is gone.
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

  /// The name that a file will have at its destination.
  struct Target: Hashable {
    let destination: String
    let car: Car.ID
    let name: String
  }

  var target: Target { Target(destination: destination, car: transfer.car, name: transfer.name) }

  /// The item for screens, if this program is not uploading the row.
  var item: UploadItem {
    let shown: UploadItem.State =
      switch (state, ownership) {
      case (.done, _): .done
      case (.failed, _): .failed(failure ?? UploadFailure(.store, "The upload failed; retry it."))
      case (.canceled, _): .canceled
      case (.pending, .ours): .queued
      case (.pending, .others): .elsewhere
      case (.pending, .nobody): .interrupted
      }
    return UploadItem(
      id: id, car: transfer.car, name: transfer.name, path: transfer.source.path.string,
      destination: destination.hasPrefix("/") ? destination : SecretValues.hidden(in: destination), state: shown,
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
      path: FilePath(bytes: path), size: row["size"], modified: row["modified"],
      identity: FileIdentity(device: UInt64(bitPattern: device), inode: UInt64(bitPattern: inode)))
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

  /// Decodes a JSON value. Returns `nil` if it is invalid, so that the upload starts over.
  private static func decoded<Value: Decodable>(_ text: String?) -> Value? {
    text.flatMap { try? JSONDecoder().decode(Value.self, from: Data($0.utf8)) }
  }

  static func encoded(_ value: (some Encodable)?) throws -> String? {
    try value.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
  }
}

extension FilePath {
  /// Creates a path from bytes, up to the first zero.
  init(bytes: Data) {
    self.init(platformString: (bytes + [0]).map(CChar.init(bitPattern:)))
  }

  /// The path byte for byte.
  var bytes: Data {
    withPlatformString { Data(bytes: $0, count: strlen($0)) }
  }
}
