import Foundation
import GRDB

/// The opened database file. Opening takes as few steps as are safe, because the first frame waits for it.
struct StoreOpening {
  let reader: any DatabaseReader
  /// The pool for writing; `nil` when the database is read-only.
  let pool: DatabasePool?

  /// The seconds for which a statement waits for the lock of another process.
  static let busyTimeout: TimeInterval = 5

  init(directory: URL, path: String, busyTimeout: TimeInterval, readOnly: Bool) throws(CatalogError) {
    try Self.makeDirectory(directory)
    try Self.checkHeader(path: path)
    do {
      let exists = access(path, F_OK) == 0
      let writable = access(directory.path, W_OK) == 0 && (!exists || access(path, W_OK) == 0)
      if readOnly || !writable {
        guard exists else { throw CatalogError.store(.readOnly, path: path) }
        (reader, pool) = (try Self.openReadOnly(path: path, busyTimeout: busyTimeout), nil)
        return
      }
      Self.makePrivate(path)
      let pool = try DatabasePool(path: path, configuration: Self.configuration(busyTimeout: busyTimeout))
      let version = try pool.writeWithoutTransaction { try Self.version(of: $0, path: path) }
      if version < Schema.version { try Self.migrate(pool, path: path) }
      try pool.writeWithoutTransaction { try Self.hideSecrets($0) }
      (reader, self.pool) = (pool, pool)
    } catch {
      throw CatalogError(error, path: path)
    }
  }

  /// Makes the database readable for its owner only. SQLite gives its other files the permissions of the database.
  private static func makePrivate(_ path: String) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o077 != 0 else { return }
    fchmod(descriptor, status.st_mode & 0o700 & ~0o100)
    for suffix in ["-wal", "-shm"] { chmod(path + suffix, 0o600) }
  }

  private static func configuration(busyTimeout: TimeInterval) -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(busyTimeout)
    configuration.maximumReaderCount = 4
    configuration.label = "catalog"
    return configuration
  }

  /// Migrates an older format. When two programs start at the same time, the second one accepts the result of the
  /// first.
  private static func migrate(_ pool: DatabasePool, path: String) throws {
    do {
      try Schema.migrator.migrate(pool)
    } catch {
      guard try pool.writeWithoutTransaction({ try version(of: $0, path: path) }) == Schema.version else { throw error }
    }
  }

  private static func makeDirectory(_ directory: URL) throws(CatalogError) {
    var isDirectory: ObjCBool = false
    if FileManager.default.fileExists(atPath: directory.path, isDirectory: &isDirectory) {
      if isDirectory.boolValue { return }
      throw .store(.directoryUnusable(reason: "it is not a directory"), path: directory.path)
    }
    do {
      // For its owner only, regardless of the umask, because it contains notes and paths.
      try FileManager.default.createDirectory(
        at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .store(.directoryUnusable(reason: String(cString: strerror(errno))), path: directory.path)
    }
  }

  /// Checks the first 100 bytes before SQLite opens the file, because opening a database in WAL mode may write to it,
  /// and a file of a newer version or of another program must not be changed.
  private static func checkHeader(path: String) throws(CatalogError) {
    var isDirectory: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isDirectory), isDirectory.boolValue {
      throw .store(.notADatabase, path: path)
    }
    guard let header = header(path: path), !header.isEmpty else { return }
    guard let version = version(in: header) else { throw .store(.notADatabase, path: path) }
    if version > Schema.version {
      throw .store(.newerVersion(found: version, supported: Schema.version), path: path)
    }
  }

  /// Returns whether a file is a catalog database, judging by its first bytes.
  static func hasCatalog(path: String) -> Bool {
    header(path: path).flatMap(version(in:)).map { $0 > 0 } ?? false
  }

  /// Returns up to 100 bytes of the beginning of a file, or `nil` when it cannot be read.
  private static func header(path: String) -> [UInt8]? {
    guard let file = fopen(path, "rbe") else { return nil }
    defer { fclose(file) }
    var header = [UInt8](repeating: 0, count: 100)
    let count = fread(&header, 1, header.count, file)
    return Array(header.prefix(count))
  }

  /// Returns the version of the tables, or `nil` when this is not the header of an SQLite file.
  private static func version(in header: [UInt8]) -> Int? {
    guard header.count == 100, header.starts(with: "SQLite format 3\0".utf8) else { return nil }
    return header[60..<64].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func version(of db: Database, path: String) throws -> Int {
    let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    if version > Schema.version {
      throw CatalogError.store(.newerVersion(found: version, supported: Schema.version), path: path)
    }
    return version
  }

  /// Opens the database for reading. In WAL mode that requires a shared-memory file. If it cannot be created, no
  /// program can write either, and the file is opened as immutable.
  private static func openReadOnly(path: String, busyTimeout: TimeInterval) throws -> any DatabaseReader {
    var configuration = configuration(busyTimeout: busyTimeout)
    configuration.readonly = true
    func open(_ path: String) throws -> DatabaseQueue {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      let version = try queue.read { db in
        _ = try Int.fetchOne(db, sql: "SELECT carCount FROM catalogState")
        return try Self.version(of: db, path: path)
      }
      guard version == Schema.version else { throw CatalogError.store(.readOnly, path: path) }
      return queue
    }
    do {
      return try open(path)
    } catch let error as DatabaseError
      where error.resultCode == .SQLITE_CANTOPEN || error.resultCode == .SQLITE_READONLY
    {
      let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
      return try open("file:\(escaped)?immutable=1")
    }
  }

  /// Removes the secrets of the source's address, which version 0.1 stored in full.
  private static func hideSecrets(_ db: Database) throws {
    guard let key = try String.fetchOne(db, sql: "SELECT source FROM catalogState"), key.contains("://") else {
      return
    }
    let plain = CatalogSource(key: key)?.key ?? SecretValues.hidden(in: key)
    guard plain != key else { return }
    // The overwritten text must not remain readable in the file.
    try db.execute(sql: "PRAGMA secure_delete = ON")
    defer { try? db.execute(sql: "PRAGMA secure_delete = OFF") }
    try db.execute(sql: "UPDATE catalogState SET source = ?", arguments: [plain])
    try db.execute(sql: "PRAGMA wal_checkpoint(TRUNCATE)")
  }
}
