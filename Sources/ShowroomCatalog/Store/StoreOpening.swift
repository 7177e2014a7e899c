import Foundation
import GRDB
import ReactorFiles
import ShowroomNetwork

/// The opened database file. Opening takes as few steps as are safe, because the first frame waits for it.
struct StoreOpening {
  let reader: StoreReader
  /// The connection for writing; `nil` if the database is read-only.
  let writer: DatabaseQueue?
  /// The reason why the database is read-only, if it is.
  private(set) var obstacle = StoreError.readOnly

  /// The number of seconds for which a statement waits for another process's lock.
  static let busyTimeout: TimeInterval = 5

  init(directory: URL, path: String, busyTimeout: TimeInterval, readOnly: Bool) throws(CatalogError) {
    try Self.makeDirectory(directory)
    try Self.checkHeader(path: path)
    do {
      let exists = access(path, F_OK) == 0
      let writable = access(directory.path, W_OK) == 0 && (!exists || access(path, W_OK) == 0)
      if readOnly || !writable {
        guard exists else { throw CatalogError.store(.readOnly, path: path) }
        (reader, writer) = (try Self.openReadOnly(path: path, busyTimeout: busyTimeout), nil)
        return
      }
      Self.makePrivate(path)
      do {
        writer = try Self.openForWriting(path: path, busyTimeout: busyTimeout)
        reader = StoreReader { try Self.connectionForReading(path, busyTimeout: busyTimeout) }
      } catch let error as DatabaseError where exists && StoreError(error, path: path) == .diskFull {
        // Even opening the database for writing takes space.
        guard let reader = try? Self.openReadOnly(path: path, busyTimeout: busyTimeout) else { throw error }
        (self.reader, writer, obstacle) = (reader, nil, .diskFull)
      }
    } catch {
      throw CatalogError(error, path: path)
    }
  }

  private static func openForWriting(path: String, busyTimeout: TimeInterval) throws -> DatabaseQueue {
    var configuration = configuration(busyTimeout: busyTimeout)
    configuration.journalMode = .wal
    let writer = try DatabaseQueue(path: path, configuration: configuration)
    let version = try writer.writeWithoutTransaction { db in
      // A commit is on disk when it returns, so that a power failure loses no acknowledged data.
      try db.execute(sql: "PRAGMA synchronous = FULL")
      return try Self.version(of: db, path: path)
    }
    if version < Schema.version { try migrate(writer, path: path) }
    try writer.writeWithoutTransaction { try hideSecrets($0) }
    return writer
  }

  /// Makes the database readable only by its owner. SQLite gives its other files the same permissions.
  private static func makePrivate(_ path: String) {
    let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_uid == geteuid(), status.st_mode & 0o077 != 0 else { return }
    fchmod(descriptor, status.st_mode & 0o700 & ~0o100)
    for suffix in ["-wal", "-shm"] { chmod(path + suffix, 0o600) }
  }

  /// Opens a connection for reading. It waits while another process recovers or removes the log.
  private static func connectionForReading(_ path: String, busyTimeout: TimeInterval) throws -> DatabaseQueue {
    var configuration = configuration(busyTimeout: busyTimeout)
    configuration.readonly = true
    return try DatabaseQueue(path: path, configuration: configuration)
  }

  private static func configuration(busyTimeout: TimeInterval) -> Configuration {
    var configuration = Configuration()
    configuration.busyMode = .timeout(busyTimeout)
    configuration.label = "catalog"
    return configuration
  }

  /// Migrates an older format.
  ///
  /// Every step is a separate transaction, and the migrator determines the completed steps before the first one. When
  /// two programs start at the same time, the other program may complete a step in between. In that case, the remaining
  /// steps are tried again.
  static func migrate(_ writer: DatabaseQueue, path: String) throws {
    func version() throws -> Int { try writer.writeWithoutTransaction { try Self.version(of: $0, path: path) } }
    var reached = try version()
    while true {
      do {
        return try Schema.migrator.migrate(writer)
      } catch {
        let found = try version()
        guard found > reached else { throw error }
        reached = found
      }
    }
  }

  private static func makeDirectory(_ directory: URL) throws(CatalogError) {
    var isDirectory: ObjCBool = false
    if FileManager.default.fileExists(atPath: directory.path, isDirectory: &isDirectory) {
      if isDirectory.boolValue { return }
      throw .store(.directoryUnusable(reason: "it is not a directory"), path: directory.path)
    }
    var code = FileWriting.makeFolder(directory.path, permissions: 0o700)
    // Restricted to the owner regardless of the umask, because it contains notes and paths.
    if code == 0, chmod(directory.path, 0o700) != 0 { code = errno }
    if code != 0 { throw .store(.directoryUnusable(reason: systemReason(code)), path: directory.path) }
  }

  /// Checks the first 100 bytes before SQLite opens the file. Opening a database in WAL mode may write to it, and a
  /// file from a newer version or another program must not be changed.
  private static func checkHeader(path: String) throws(CatalogError) {
    for ending in ["", "-wal", "-shm", "-journal"] {
      var status = stat()
      // Opening or reading a FIFO would block until another program uses it.
      guard stat(path + ending, &status) == 0, status.st_mode & S_IFMT != S_IFREG else { continue }
      throw .store(.notADatabase, path: path + ending)
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

  /// Returns up to 100 bytes from the beginning of a file, or `nil` if it cannot be read.
  private static func header(path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var header = [UInt8](repeating: 0, count: 100)
    let count = read(descriptor, &header, header.count)
    return Array(header.prefix(max(count, 0)))
  }

  /// Returns the version of the tables, or `nil` if the header is not that of an SQLite file.
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

  /// Opens the database for reading. In WAL mode, this requires a shared-memory file. If that file cannot be created,
  /// no program can write, and the database is opened as immutable. This mode ignores the log, so it is used only if
  /// there is none.
  private static func openReadOnly(path: String, busyTimeout: TimeInterval) throws -> StoreReader {
    func open(_ path: String) throws -> StoreReader {
      let first = try connectionForReading(path, busyTimeout: busyTimeout)
      try first.read { db in
        let version = try Self.version(of: db, path: path)
        guard version == Schema.version else { throw CatalogError.store(.olderVersion(found: version), path: path) }
        _ = try Int.fetchOne(db, sql: "SELECT carCount FROM catalogState")
      }
      return StoreReader([first]) { try connectionForReading(path, busyTimeout: busyTimeout) }
    }
    do {
      return try open(path)
    } catch let error as DatabaseError
      where [.cannotOpen, .readOnly, .diskFull].contains(StoreError(error, path: path)) && !hasLog(path: path)
    {
      let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
      return try open("file:\(escaped)?immutable=1")
    }
  }

  private static func hasLog(path: String) -> Bool {
    var status = stat()
    return stat(path + "-wal", &status) == 0 && status.st_size > 0
  }

  /// Removes the secrets of the source's address, which version 0.1 stored in full.
  private static func hideSecrets(_ db: Database) throws {
    guard let key = try SourceState.fetchKey(db), key.contains("://") else {
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
