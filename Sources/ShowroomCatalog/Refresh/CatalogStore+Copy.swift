import Foundation
import GRDB
import ShowroomFiles

extension CatalogStore {
  /// Copies the database into a single file, consistently even while others are writing. The copy contains neither
  /// deleted data nor secrets from the source's address.
  ///
  /// - Parameter path: A file that is empty or does not exist.
  package func copy(to path: String) throws(CatalogError) {
    do {
      try reader.copy(to: path)
      let copy = try DatabaseQueue(path: path)
      try copy.write { db in
        guard let key = try SourceState.fetchKey(db) else { return }
        let plain = CatalogSource(key: key)?.withoutSecrets.key
        if plain != key { try db.execute(sql: "UPDATE catalogState SET source = ?", arguments: [plain]) }
      }
      try copy.close()
    } catch {
      throw CatalogError(error, path: path)
    }
  }

  /// Returns whether the database contains exactly the cars of a file: no other cars, no user data and no changes.
  package func holdsOnly(carsOf file: URL) throws(CatalogError) -> Bool {
    let source = CatalogSource.file(file)
    let digest = try SourceFile(path: file.path, name: source.name).digest(isCanceled: { false })
    let state = SourceState(
      source: source.key, validators: Validators(), size: digest.size, digest: digest.value,
      importer: CatalogImporter.version)
    return try read { db in
      guard let known = try SourceState.fetch(db), known.hasSameContent(as: state) else { return false }
      return try Bool.fetchOne(
        db,
        sql: """
          SELECT NOT EXISTS (SELECT * FROM keptCar) AND NOT EXISTS (SELECT * FROM car WHERE isWithdrawn)
            AND NOT EXISTS (SELECT * FROM savedView) AND NOT EXISTS (SELECT * FROM catalogRefresh)
            AND NOT EXISTS (SELECT * FROM costAssumption)
          """) ?? false
    }
  }

  /// Migrates a copy in a directory to the current format and checks its integrity, which takes a tenth of a second or
  /// more.
  ///
  /// - Parameter directory: The directory that contains ``fileName``, which no other program uses.
  /// - Throws: ``CatalogError/store(_:path:)`` if the file is not a catalog, is damaged, or has a newer version.
  package static func check(copyIn directory: URL) throws(CatalogError) {
    let path = directory.appendingPathComponent(fileName).path
    // Opening the file would create our tables in an empty file or in another program's database.
    guard StoreOpening.hasCatalog(path: path) else { throw .store(.notADatabase, path: path) }
    let store = try CatalogStore(directory: directory, followsOthers: false)
    if let problem = try store.integrityCheck().problems.first {
      throw .store(.corrupt(detail: problem.shortened(to: 200)), path: path)
    }
  }
}

extension CatalogSource {
  fileprivate var withoutSecrets: CatalogSource {
    guard case .remote(let address, _) = self else { return self }
    return .remote(address.withoutQuery)
  }
}
