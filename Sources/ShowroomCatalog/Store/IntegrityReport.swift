import Foundation
import GRDB
import ReactorFiles
import ShowroomFiles

/// The contents of the database and the result of its integrity check.
package struct IntegrityReport: Sendable, Hashable {
  /// The path of the database.
  package var path: String
  /// The size of the database in bytes, without its log.
  package var bytes: Int64
  /// The version of the tables.
  var schemaVersion: Int
  /// The version of SQLite.
  package var sqliteVersion: String
  /// The number of cars, including withdrawn ones.
  package var cars: Int
  /// The number of withdrawn cars.
  package var withdrawn: Int
  /// The number of favorites.
  package var favorites: Int
  /// The number of cars with notes.
  package var notes: Int
  /// The source of the cars.
  package var source: String?
  /// The time of the last refresh.
  package var refreshedAt: Date?
  /// Whether an earlier version of the program read the cars.
  package var isOutdated: Bool
  /// Descriptions of the problems found; empty if the database is intact.
  package var problems: [String]
}

extension CatalogStore {
  /// Returns the error that opening or writing the database in a directory would throw because of the permissions or a
  /// full disk; otherwise, `nil`. Changes nothing.
  package static func obstacle(toWritingIn directory: URL) -> CatalogError? {
    let path = directory.appendingPathComponent(fileName).path
    if access(path, F_OK) == 0 {
      if access(directory.path, W_OK) != 0 || access(path, W_OK) != 0 { return .store(.readOnly, path: path) }
      return StoreError.isDiskFull(path) ? .store(.diskFull, path: path) : nil
    }
    // The database is created in the directory, and the directory in its nearest existing ancestor.
    var folder = directory
    while access(folder.path, F_OK) != 0, folder.path != "/" { folder.deleteLastPathComponent() }
    if access(folder.path + "/", W_OK | X_OK) == 0 { return nil }
    return .store(.directoryUnusable(reason: systemReason(errno)), path: directory.path)
  }

  /// Reads and checks the whole database, which takes a tenth of a second or more.
  package func integrityCheck() throws(CatalogError) -> IntegrityReport {
    try read { db in
      func number(_ sql: String) throws -> Int { try Int.fetchOne(db, sql: sql) ?? 0 }
      var problems = try String.fetchAll(db, sql: "PRAGMA integrity_check(20)").filter { $0 != "ok" }
      let orphans = try StoredRow.fetchAll(db, of: "car", sql: "PRAGMA foreign_key_check") { _ in }.count
      if orphans > 0 { problems.append("\(quantity(orphans, "row")) of cars that do not exist") }
      problems += try ColumnTypes.problems(in: db)
      let cars = try number("SELECT COUNT(*) FROM car")
      let counted = try? CatalogRevision.carCount(in: db)
      if let counted, counted != cars {
        problems.append("the catalog should have \(quantity(counted, "car")) but has \(cars)")
      }
      let source = try? SourceState.fetchKey(db)
      let refreshed = try? SourceState.refreshTime(in: db)
      let pages = try number("PRAGMA page_count") * number("PRAGMA page_size")
      return IntegrityReport(
        path: path, bytes: Int64(pages), schemaVersion: try number("PRAGMA user_version"),
        sqliteVersion: try String.fetchOne(db, sql: "SELECT sqlite_version()") ?? "", cars: cars,
        withdrawn: try number("SELECT COUNT(*) FROM car WHERE isWithdrawn"),
        favorites: try number("SELECT COUNT(*) FROM userData WHERE isFavorite"),
        notes: try number("SELECT COUNT(*) FROM userData WHERE note IS NOT NULL"), source: source,
        refreshedAt: refreshed.map(Date.init(timeIntervalSince1970:)),
        isOutdated: try CatalogImporter.isOutdated(in: db), problems: problems)
    }
  }
}
