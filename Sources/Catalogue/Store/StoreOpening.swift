import Foundation
import GRDB

/// Opens the database file with the fewest steps that are safe: this is on the way to the first frame.
struct StoreOpening {
  let reader: any DatabaseReader
  /// Absent when the database can only be read.
  let pool: DatabasePool?

  /// How long a statement waits for a lock that another process holds.
  static let busyTimeout: TimeInterval = 5

  init(directory: URL, path: String, busyTimeout: TimeInterval, readOnly: Bool) throws(CatalogueError) {
    try Self.makeDirectory(directory)
    try Self.checkHeader(path: path)
    do {
      let exists = access(path, F_OK) == 0
      let writable = access(directory.path, W_OK) == 0 && (!exists || access(path, W_OK) == 0)
      if readOnly || !writable {
        guard exists else { throw CatalogueError.store(.readOnly, path: path) }
        (reader, pool) = (try Self.openReadOnly(path: path, busyTimeout: busyTimeout), nil)
        return
      }
      Self.makePrivate(path)
      let pool = try DatabasePool(path: path, configuration: Self.configuration(busyTimeout: busyTimeout))
      let version = try pool.writeWithoutTransaction { try Self.version(of: $0, path: path) }
      if version < Schema.version { try Self.migrate(pool, path: path) }
      try pool.writeWithoutTransaction { try SourceState.hideSecrets($0) }
      (reader, self.pool) = (pool, pool)
    } catch {
      throw CatalogueError(error, path: path)
    }
  }

  /// Notes and addresses are nobody else's business. SQLite gives its other files the permissions of the database.
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
    configuration.label = "catalogue"
    return configuration
  }

  /// Two programs that start at once both find an old format; the second is late, and content with what the first did.
  private static func migrate(_ pool: DatabasePool, path: String) throws {
    do {
      try Schema.migrator.migrate(pool)
    } catch {
      guard try pool.writeWithoutTransaction({ try version(of: $0, path: path) }) == Schema.version else { throw error }
    }
  }

  private static func makeDirectory(_ directory: URL) throws(CatalogueError) {
    var isDirectory: ObjCBool = false
    if FileManager.default.fileExists(atPath: directory.path, isDirectory: &isDirectory) {
      if isDirectory.boolValue { return }
      throw .store(.directoryUnusable(reason: "it is not a directory"), path: directory.path)
    }
    do {
      // For its owner alone, whatever the process's mask: notes and the paths of files are in it.
      try FileManager.default.createDirectory(
        at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      throw .store(.directoryUnusable(reason: String(cString: strerror(errno))), path: directory.path)
    }
  }

  /// Looks at the first 100 bytes before SQLite does, because opening a database in WAL mode may already write to it,
  /// and a file of a newer version, or of someone else, is not ours to touch.
  private static func checkHeader(path: String) throws(CatalogueError) {
    guard let header = header(path: path), !header.isEmpty else { return }
    guard let version = version(in: header) else { throw .store(.notADatabase, path: path) }
    if version > Schema.version {
      throw .store(.newerVersion(found: version, supported: Schema.version), path: path)
    }
  }

  /// Whether a file is a database with tables of ours, as far as its first bytes tell.
  static func hasCatalogue(path: String) -> Bool {
    header(path: path).flatMap(version(in:)).map { $0 > 0 } ?? false
  }

  /// The first 100 bytes of a file, as far as there are any; nil when it cannot be read.
  private static func header(path: String) -> [UInt8]? {
    guard let file = fopen(path, "rbe") else { return nil }
    defer { fclose(file) }
    var header = [UInt8](repeating: 0, count: 100)
    let count = fread(&header, 1, header.count, file)
    return Array(header.prefix(count))
  }

  /// The version of the tables; nil when it is not SQLite's header.
  private static func version(in header: [UInt8]) -> Int? {
    guard header.count == 100, header.starts(with: "SQLite format 3\0".utf8) else { return nil }
    return header[60..<64].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func version(of db: Database, path: String) throws -> Int {
    let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
    if version > Schema.version {
      throw CatalogueError.store(.newerVersion(found: version, supported: Schema.version), path: path)
    }
    return version
  }

  /// A database in WAL mode needs its shared-memory file even to be read. Where that cannot be made, and nobody can
  /// be writing, the file is opened as immutable.
  private static func openReadOnly(path: String, busyTimeout: TimeInterval) throws -> any DatabaseReader {
    var configuration = configuration(busyTimeout: busyTimeout)
    configuration.readonly = true
    func open(_ path: String) throws -> DatabaseQueue {
      let queue = try DatabaseQueue(path: path, configuration: configuration)
      let version = try queue.read { db in
        _ = try Int.fetchOne(db, sql: "SELECT carCount FROM catalogueState")
        return try Self.version(of: db, path: path)
      }
      guard version == Schema.version else { throw CatalogueError.store(.readOnly, path: path) }
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
}
