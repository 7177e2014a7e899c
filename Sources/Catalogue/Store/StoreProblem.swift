import GRDB
import Glibc

/// What can be wrong with the database.
public enum StoreProblem: Sendable, Hashable {
  /// The directory cannot be made or is not one.
  case directoryUnusable(reason: String)
  /// The file is not an SQLite database.
  case notADatabase
  /// SQLite finds the file damaged.
  case corrupt(detail: String)
  /// Another process holds the lock longer than the busy timeout.
  case locked
  /// The database can be read but not written.
  case readOnly
  /// A later version of the program wrote it.
  case newerVersion(found: Int, supported: Int)
  /// No space is left.
  case diskFull
  /// There is no car with this number.
  case unknownCar(Car.ID)
  /// Anything else, in SQLite's words.
  case failed(detail: String)

  func sentence(path: String) -> String {
    switch self {
    case .directoryUnusable(let reason):
      "Cannot use the data directory \(path): \(reason); choose another with --data-dir."
    case .notADatabase:
      "\(path) is not a catalogue database; move it away and start again."
    case .corrupt(let detail):
      "The catalogue database \(path) is damaged (\(detail)); move it away and start again, then refresh."
    case .locked:
      "The catalogue database \(path) is locked by another program; close that one, or try again."
    case .readOnly:
      "The catalogue database \(path) is read-only, so nothing can be saved; check its permissions."
    case .newerVersion(let found, let supported):
      "The catalogue database \(path) was written by a newer version (format \(found), this program knows "
        + "\(supported)); update the program or choose another --data-dir."
    case .diskFull:
      "The disk that holds \(path) is full; free some space and try again."
    case .unknownCar(let id):
      "There is no car \(id) in the catalogue \(path); it may be gone since the last refresh."
    case .failed(let detail):
      "The catalogue database \(path) failed: \(detail)."
    }
  }
}

extension CatalogueError {
  /// Translates what GRDB threw; errors of ours pass through.
  init(_ error: any Error, path: String) {
    switch error {
    case let error as CatalogueError: self = error
    case is CancellationError: self = .cancelled
    case let error as DatabaseError: self = .store(StoreProblem(error, path: path), path: path)
    default: self = .store(.failed(detail: "\(error)".shortened(to: 200)), path: path)
    }
  }
}

extension StoreProblem {
  init(_ error: DatabaseError, path: String) {
    let detail = (error.message ?? error.resultCode.description).shortened(to: 200)
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .locked
    case .SQLITE_READONLY, .SQLITE_PERM: self = .readOnly
    case .SQLITE_FULL: self = .diskFull
    // SQLite reports a full disk as such only where it writes to a file; its shared memory fails otherwise.
    case .SQLITE_IOERR where Self.isDiskFull(path): self = .diskFull
    case .SQLITE_NOTADB: self = .notADatabase
    case .SQLITE_CORRUPT: self = .corrupt(detail: detail)
    default: self = .failed(detail: detail)
    }
  }

  /// Whether the file system of a file has less room than a page of a database needs.
  private static func isDiskFull(_ path: String) -> Bool {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return false }
    return UInt64(status.f_bavail) * UInt64(status.f_frsize) < 32 << 10
  }
}
