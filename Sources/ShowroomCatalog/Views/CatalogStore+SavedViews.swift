import GRDB
import ReactorSpelling
import ShowroomFiles

/// The views saved by the user. They are user data: a refresh keeps them, and copies of the database contain them.
extension CatalogStore {
  /// Returns the saved views and the built-in ones, unless a saved view has the same name.
  package func views() throws(CatalogError) -> [SavedView] {
    let saved = try savedViews()
    return saved + SavedView.builtIn.filter { view in !saved.contains { $0.id == view.id } }
  }

  /// Returns all saved views, ordered by name.
  package func savedViews() throws(CatalogError) -> [SavedView] { try read { try SavedView.all(in: $0) } }

  /// Returns the view with a name.
  ///
  /// - Throws: ``SavedViewError/unknown(_:suggestion:)`` or `CatalogError`.
  package func savedView(named name: String) throws -> SavedView {
    let views = try self.views()
    if let view = views.first(where: { $0.id == SavedView.key(of: name) }) { return view }
    throw SavedViewError.unknown(name.shortened(to: 40), suggestion: NearestName.of(name, among: views.map(\.name)))
  }

  /// Saves a view.
  ///
  /// - Parameter replaces: Whether to replace a view with the same name.
  /// - Throws: ``SavedViewError/nameTaken(_:)``, ``SavedViewError/queryTooLong`` or `CatalogError`.
  package func save(_ view: SavedView, replacing replaces: Bool = false) throws {
    // A longer query could not be read again.
    guard view.query.utf8.count <= StoredRow.textBytes else { throw SavedViewError.queryTooLong }
    let taken: String? = try write { db in
      if !replaces, let taken = try SavedView.name(equalTo: view.name, in: db) { return taken }
      try db.execute(
        sql: """
          INSERT OR REPLACE INTO savedView (nameKey, name, query, sort, columns, foldsModels)
          VALUES (:key, :name, :query, :sort, :columns, :foldsModels)
          """,
        arguments: [
          "key": view.id, "name": view.name, "query": view.query, "sort": view.sort.description,
          "columns": CarField.text(of: view.columns), "foldsModels": view.foldsModels,
        ])
      return nil
    }
    if let taken { throw SavedViewError.nameTaken(taken) }
  }

  /// Deletes the view with a name, if there is one.
  package func deleteSavedView(named name: String) throws(CatalogError) {
    try write { db in
      try db.execute(sql: "DELETE FROM savedView WHERE nameKey = ?", arguments: [SavedView.key(of: name)])
    }
  }
}

extension SavedView {
  static func all(in db: Database) throws -> [SavedView] {
    let sql = "SELECT name, query, sort, columns, foldsModels FROM savedView ORDER BY nameKey"
    return try StoredRow.fetchAll(db, of: "savedView", sql: sql) { row in
      // A later version may support more orders and columns.
      let columns = try row.text("columns").split(separator: ",").compactMap { CarField(columnNamed: String($0)) }
      let sort = Sort(parsing: try row.text("sort")) ?? .standard
      let (name, query) = (try row.text("name"), try row.text("query"))
      let foldsModels = try row.flagIfPresent("foldsModels")
      return try? SavedView(name: name, query: query, sort: sort, columns: columns, foldsModels: foldsModels)
    }.compactMap(\.self)
  }

  /// Returns the name of the saved view that is equal to `name`, ignoring case and diacritics, or `nil` if there is
  /// none.
  fileprivate static func name(equalTo name: String, in db: Database) throws -> String? {
    try String.fetchOne(db, sql: "SELECT name FROM savedView WHERE nameKey = ?", arguments: [key(of: name)])
  }
}
