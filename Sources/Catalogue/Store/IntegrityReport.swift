import Foundation
import GRDB

/// What the database holds and whether it is sound: for a person who asks the doctor.
public struct IntegrityReport: Sendable, Hashable {
  /// The database file.
  public var path: String
  /// The size of the file in bytes, without the log beside it.
  public var bytes: Int64
  /// The version of the tables.
  public var schemaVersion: Int
  /// SQLite's version.
  public var sqliteVersion: String
  /// True when nothing can be saved.
  public var isReadOnly: Bool
  /// Cars, withdrawn ones included.
  public var cars: Int
  /// Cars that the source no longer has.
  public var withdrawn: Int
  /// Cars that the user follows.
  public var favourites: Int
  /// Cars with a note.
  public var notes: Int
  /// The source that the cars are from.
  public var source: String?
  /// When the source was last read.
  public var refreshedAt: Date?
  /// What is wrong, a sentence each; empty when the database is sound.
  public var problems: [String]
}

extension CatalogueStore {
  /// Reads the whole database and checks it, which takes a tenth of a second or more: not on the way to the first frame.
  public func integrityCheck() throws(CatalogueError) -> IntegrityReport {
    let (path, isReadOnly) = (path, isReadOnly)
    return try read { db in
      func number(_ sql: String) throws -> Int { try Int.fetchOne(db, sql: sql) ?? 0 }
      var problems = try String.fetchAll(db, sql: "PRAGMA integrity_check(20)").filter { $0 != "ok" }
      let orphans = try Row.fetchAll(db, sql: "PRAGMA foreign_key_check").count
      if orphans > 0 { problems.append("\(orphans) rows belong to cars that are not there") }
      let state = try Row.fetchOne(db, sql: "SELECT carCount, source, refreshedAt FROM catalogueState")
      let cars = try number("SELECT COUNT(*) FROM car")
      if let counted: Int = state?["carCount"], counted != cars {
        problems.append("the catalogue says \(counted) cars but holds \(cars)")
      }
      let refreshed: Double? = state?["refreshedAt"]
      let pages = try number("PRAGMA page_count") * number("PRAGMA page_size")
      return IntegrityReport(
        path: path, bytes: Int64(pages), schemaVersion: try number("PRAGMA user_version"),
        sqliteVersion: try String.fetchOne(db, sql: "SELECT sqlite_version()") ?? "", isReadOnly: isReadOnly,
        cars: cars,
        withdrawn: try number("SELECT COUNT(*) FROM car WHERE isWithdrawn"),
        favourites: try number("SELECT COUNT(*) FROM userData WHERE isFavourite"),
        notes: try number("SELECT COUNT(*) FROM userData WHERE note IS NOT NULL"), source: state?["source"],
        refreshedAt: refreshed.map(Date.init(timeIntervalSince1970:)), problems: problems)
    }
  }
}
