import GRDB

/// A check that all values have the types of their columns, which SQLite does not enforce.
enum ColumnTypes {
  /// Returns a message for each column of our tables that contains a value of a different type.
  static func problems(in db: Database) throws -> [String] {
    var problems: [String] = []
    for table in [
      "car", "userData", "catalogState", "attachment", "upload", "uploadName", "savedView", "catalogRefresh", "newCar",
      "fieldChange", "goneCar", "costAssumption", "energyPrice",
    ] {
      for column in try db.columns(in: table) {
        guard var types = allowed[column.type] else { continue }
        if !column.isNotNull { types += ", 'null'" }
        let sql = "SELECT EXISTS (SELECT 1 FROM \(table) WHERE typeof(\(column.name)) NOT IN (\(types)))"
        if try Bool.fetchOne(db, sql: sql) == true {
          problems.append("the column \(column.name) of the table \(table) has values of the wrong type")
        }
      }
    }
    return problems
  }

  /// The allowed types of stored values, by column type.
  private static let allowed = [
    "TEXT": "'text'", "INTEGER": "'integer'", "REAL": "'real', 'integer'", "BLOB": "'blob'",
  ]
}
