import Foundation
import GRDB
import Glibc
import ShowroomFiles

/// A failure of the database.
package enum StoreError: Sendable, Hashable {
  /// The directory cannot be created, or is not a directory.
  case directoryUnusable(reason: String)
  /// SQLite cannot open the file.
  case cannotOpen
  /// The file is not an SQLite database.
  case notADatabase
  /// SQLite reports that the file is damaged.
  case corrupt(detail: String)
  /// Another process holds the lock for longer than the busy timeout.
  case locked
  /// The database can be read but not written.
  case readOnly
  /// An earlier version of the program wrote the database, which can be read only after it has been migrated.
  case olderVersion(found: Int)
  /// A later version of the program wrote the database.
  case newerVersion(found: Int, supported: Int)
  /// No space is left on the disk.
  case diskFull
  /// No car has this ID.
  case unknownCar(Car.ID)
  /// A refresh has assigned this ID to another car than the one that the user sees.
  case otherCar(Car.ID)
  /// The note is longer than the longest text that is read.
  case noteTooLong
  /// Any other failure, in SQLite's words.
  case failed(detail: String)

  func message(path: String) -> String {
    switch self {
    case .directoryUnusable(let reason):
      "Cannot use the data directory \(path): \(reason). Choose another one with --data-dir."
    case .cannotOpen:
      "The catalog database \(path) cannot be opened. Check the permissions of the file and of its folder, or choose "
        + "another folder with --data-dir."
    case .notADatabase:
      "\(path) is not a catalog database. Move it aside and start again."
    case .corrupt(let detail):
      "The catalog database \(path) is corrupted (\(detail)). Move it aside, start again and refresh."
    case .locked:
      "The catalog database \(path) is locked by another program. Close that program, or try again."
    case .readOnly:
      "The catalog database \(path) is read-only, so nothing can be saved. Check its permissions."
    case .olderVersion:
      "The catalog database \(path) was written by an earlier version and must be migrated, but it is read-only. Check "
        + "its permissions."
    case .newerVersion(let found, let supported):
      "The catalog database \(path) was written by a newer version (format \(found), this program supports "
        + "\(supported)). Update the program or choose another --data-dir."
    case .diskFull:
      "The disk that contains \(path) is full. Free some space and try again."
    case .unknownCar(let id):
      "There is no car \(id) in the catalog \(path). The last refresh may have removed it."
    case .otherCar(let id):
      "The last refresh of the catalog \(path) assigned the ID \(id) to another car, so nothing was saved. Search for "
        + "the car again."
    case .noteTooLong:
      "The note is larger than \(StoredRow.longTextBytes >> 20) MB, so it was not saved. Shorten it."
    case .failed(let detail):
      "The catalog database \(path) failed: \(detail). Run showroom doctor to check it, and try again."
    }
  }
}

extension CatalogError {
  /// Translates an error thrown by GRDB. A `CatalogError` is not changed.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as CatalogError: self = error
    case is CancellationError: self = .canceled
    case let error as DatabaseError: self = .store(StoreError(error, path: path), path: path)
    case let error as DamagedValue: self = .store(.corrupt(detail: error.description), path: path)
    case is RowDecodingError: self = .store(.corrupt(detail: "a value of an unexpected type"), path: path)
    default: self = .store(.failed(detail: "\(error)".shortened(to: 200)), path: path)
    }
  }
}

extension StoreError {
  init(_ error: DatabaseError, path: String) {
    let detail = (error.message ?? error.resultCode.description).shortened(to: 200)
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked
    case .SQLITE_READONLY, .SQLITE_PERM: self = .readOnly
    case .SQLITE_CANTOPEN: self = .cannotOpen
    case .SQLITE_FULL: self = .diskFull
    // SQLite reports a full disk as such only when it writes to a file. Growing its shared memory fails with an I/O
    // error.
    case .SQLITE_IOERR where Self.isDiskFull(path): self = .diskFull
    case .SQLITE_NOTADB: self = .notADatabase
    case .SQLITE_CORRUPT: self = .corrupt(detail: detail)
    // A syntax error cannot occur, because the statements are correct for every intact database.
    case .SQLITE_ERROR where Self.isIncomplete(detail): self = .corrupt(detail: detail)
    default: self = .failed(detail: detail)
    }
  }

  /// Returns whether SQLite reports that a table or a column does not exist.
  private static func isIncomplete(_ detail: String) -> Bool {
    ["no such table", "no such column", "no column named"].contains { detail.contains($0) }
  }

  /// Returns whether the file system of a file has less free space than a database page takes.
  package static func isDiskFull(_ path: String) -> Bool { !hasRoom(for: 32 << 10, on: path) }

  /// Returns whether the file system of a file has space for a number of bytes, as far as is known.
  static func hasRoom(for bytes: Int64, on path: String) -> Bool {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return true }
    return Int64(clamping: UInt64(status.f_bavail) * UInt64(status.f_frsize)) >= bytes
  }
}

/// An error of the catalog, described by a message that states the cause and, if there is one, the next step.
///
/// External text (a path, a cell, a server's message) is shortened but otherwise unchanged. Code that displays it must
/// neutralize control characters.
package enum CatalogError: Error, Sendable, Hashable {
  /// The database at the path failed.
  case store(StoreError, path: String)
  /// The source cannot be imported. The stored catalog is unchanged.
  case source(SourceError, source: String)
  /// The operation was canceled. The stored catalog is unchanged.
  case canceled
}

extension CatalogError: CustomStringConvertible, LocalizedError {
  /// The message for the user.
  package var description: String {
    switch self {
    case .store(let error, let path): error.message(path: path.shortened(to: 300))
    case .source(let error, let source): error.message(source: source.shortened(to: 300))
    case .canceled: "Canceled. The catalog is unchanged."
    }
  }

  package var errorDescription: String? { description }
}
