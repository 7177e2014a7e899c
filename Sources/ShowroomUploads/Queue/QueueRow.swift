import Foundation
import ShowroomCatalog
import ShowroomFiles
import ShowroomNetwork
import SystemPackage

/// A row of the table `upload`.
struct QueueRow: Sendable, Hashable, Identifiable {
  /// The stored state. A running program has more detailed states for its own uploads.
  enum State: String, Sendable, Hashable {
    /// The upload is queued, running or interrupted.
    case pending
    /// The upload is complete.
    case done
    /// The upload failed, and the user must do something.
    case failed
    /// The user canceled the upload. The raw value is spelled as the table's constraint requires.
    case canceled = "cancelled"
  }

  /// The fate of a discarded upload's row once the destination has removed the data.
  enum Cleanup: String, Sendable, Hashable {
    /// The row stays as a canceled upload.
    case cancel
    /// The row is deleted.
    case remove
  }

  /// The program that owns a row.
  enum Ownership: Sendable, Hashable {
    case ours
    /// Another running program owns the row.
    case others
    /// No program, or one that has ended, owns the row.
    case nobody
  }

  let id: Int64
  var transfer: Transfer
  var destination: String
  var state: State
  /// The cleanup to perform, from the time the user discards the upload until the destination has removed the data.
  /// Such an upload never starts.
  var cleanup: Cleanup?
  var failure: UploadFailure?
  var confirmed: Int64
  var attempt: Int
  var position: Int64
  var ownership: Ownership

  /// The path that a file will have at its destination.
  struct Target: Hashable {
    let destination: String
    let car: Car.ID
    let name: String
  }

  var target: Target { Target(destination: destination, car: transfer.car, name: transfer.path) }

  /// Whether the row only reserves the name of an attachment that is being deleted. No file has the inode 0.
  var isReservation: Bool { cleanup == .remove && transfer.source.identity.inode == 0 }

  /// Returns whether the upload is for a car, or `true` if `car` is `nil`.
  func isFor(_ car: Car.ID?) -> Bool { car == nil || car == transfer.car }

  /// The upload as shown on screens, if this program is not currently uploading it.
  var upload: Upload {
    let shown: Upload.State =
      switch (state, ownership) {
      case (_, .others) where cleanup != nil: .elsewhere
      case _ where cleanup != nil: .discarding(failure)
      case (.done, _): .done
      case (.failed, _): .failed(failure ?? UploadFailure(.store, "The upload failed; retry it."))
      case (.canceled, _): .canceled
      case (.pending, .ours): .queued
      case (.pending, .others): .elsewhere
      case (.pending, .nobody): .interrupted
      }
    return Upload(
      id: id, car: transfer.car, name: transfer.path, path: transfer.source.path.string,
      destination: destination.hasPrefix("/") ? destination : SecretValues.hidden(in: destination), state: shown,
      progress: UploadProgress(size: transfer.source.size, confirmed: confirmed, isComplete: state == .done),
      isRecent: false, onDuplicate: transfer.onDuplicate)
  }
}

extension QueueRow {
  /// Reads a row of `SELECT * FROM upload`.
  init(row: StoredRow, ownership: Ownership) throws {
    let identity = FileIdentity(
      device: UInt64(bitPattern: try row.integer("device")), inode: UInt64(bitPattern: try row.integer("inode")))
    let source = UploadSource(
      path: FilePath(bytes: try row.bytes("path")), size: try row.integer("size", in: StoredRow.sizes),
      modified: try row.integer("modified"), identity: identity)
    id = try row.integer("id")
    let path = StoredPath(received: try row.text("name"))
    transfer = Transfer(
      id: try row.text("token"), car: try row.integer("carID"), source: source, folders: path.folders, name: path.name,
      onDuplicate: DuplicatePolicy(rawValue: try row.text("onDuplicate")) ?? .fail,
      checkpoint: Self.decoded(try row.textIfPresent("checkpoint", limit: StoredRow.longTextBytes)))
    destination = try row.text("destination")
    state = State(rawValue: try row.text("state")) ?? .failed
    cleanup = try row.textIfPresent("cleanup").flatMap(Cleanup.init)
    failure = Self.decoded(try row.textIfPresent("failure", limit: StoredRow.longTextBytes))
    confirmed = try row.integer("confirmed", in: StoredRow.sizes)
    attempt = try row.integer("attempt", in: 0...1_000_000)
    position = try row.integer("position", in: Self.positions)
    self.ownership = ownership
  }

  /// The valid positions. The limits leave space to compute others.
  static let positions: ClosedRange<Int64> = (-1 << 50)...(1 << 50)

  /// Decodes a JSON value. Returns `nil` if it is invalid, so that the upload starts over.
  private static func decoded<Value: Decodable>(_ text: String?) -> Value? {
    text.flatMap { try? JSONDecoder().decode(Value.self, from: Data($0.utf8)) }
  }

  static func encoded(_ value: (some Encodable)?) throws -> String? {
    try value.map { String(decoding: try JSONEncoder().encode($0), as: UTF8.self) }
  }
}

extension FilePath {
  /// Creates a path from bytes, up to the first zero byte.
  init(bytes: Data) {
    self.init(platformString: (bytes + [0]).map(CChar.init(bitPattern:)))
  }

  /// The bytes of the path.
  var bytes: Data {
    withPlatformString { Data(bytes: $0, count: strlen($0)) }
  }
}
