import GRDB

/// Access for modules that keep tables of their own in the database: Uploads has `attachment` and `upload`.
extension CatalogStore {
  /// Reads from a consistent snapshot, without waiting for a write.
  package func read<Value>(_ body: (Database) throws -> Value) throws(CatalogError) -> Value {
    do { return try reader.read(body) } catch { throw CatalogError(error, path: path) }
  }

  /// Writes in one transaction that is on the disk, not only in the system's cache, when this returns. Waits for a
  /// refresh that is writing.
  package func writeDurably<Value>(_ body: (Database) throws -> Value) throws(CatalogError) -> Value {
    try write(body)
  }

  /// Returns the stream of a value in the database: the current one, then each new one after a commit by this or
  /// another program. Commits in quick succession are reported together. Nothing runs while nothing changes.
  package func values<Value: Equatable & Sendable>(
    _ fetch: @escaping @Sendable (Database) throws -> Value
  ) -> AsyncStream<Value> {
    watcher.values(fetch)
  }
}
