import GRDB

/// Access for modules that keep tables of their own in the database: Uploads has `attachment` and `upload`.
extension CatalogStore {
  /// Reads from a consistent snapshot, without waiting for a write.
  package func read<Value>(_ body: (Database) throws -> Value) throws(CatalogError) -> Value {
    do { return try reader.read(body) } catch { throw CatalogError(error, path: path) }
  }

  /// Writes in one transaction that is on the disk, not only in the system's cache, when this returns: a record of what
  /// was uploaded must survive a power failure. Waits for a refresh that is writing.
  package func writeDurably<Value>(_ body: (Database) throws -> Value) throws(CatalogError) -> Value {
    guard let pool else { throw .store(.readOnly, path: path) }
    do {
      let value = try pool.writeWithoutTransaction { db in
        try db.execute(sql: "PRAGMA synchronous = FULL")
        defer { try? db.execute(sql: "PRAGMA synchronous = NORMAL") }
        try db.beginTransaction(.immediate)
        do {
          let value = try body(db)
          try db.commit()
          return value
        } catch {
          try? db.rollback()
          throw error
        }
      }
      watcher.ownCommit()
      return value
    } catch {
      throw CatalogError(error, path: path)
    }
  }

  /// Returns the stream of a value in the database: the current one, then each new one after a commit by this or
  /// another program. Commits in quick succession are reported together. Nothing runs while nothing changes.
  package func values<Value: Equatable & Sendable>(
    _ fetch: @escaping @Sendable (Database) throws -> Value
  ) -> AsyncStream<Value> {
    watcher.values(fetch)
  }
}
