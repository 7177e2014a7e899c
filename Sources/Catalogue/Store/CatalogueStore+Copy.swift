import Foundation
import GRDB

extension CatalogueStore {
  /// Writes all that the database holds now into one file: a copy that is whole whoever else is writing. What was
  /// deleted is not in it, and of a source's address neither user, password nor query.
  ///
  /// - Parameter path: a file that is empty or not there.
  public func copy(to path: String) throws(CatalogueError) {
    do {
      guard let database = reader as? any DatabaseWriter else { throw CatalogueError.store(.readOnly, path: path) }
      try database.vacuum(into: path)
      let copy = try DatabaseQueue(path: path)
      try copy.write { db in
        guard let key = try String.fetchOne(db, sql: "SELECT source FROM catalogueState") else { return }
        let plain = CatalogueSource(key: key)?.withoutSecrets.key
        if plain != key { try db.execute(sql: "UPDATE catalogueState SET source = ?", arguments: [plain]) }
      }
      try copy.close()
    } catch {
      throw CatalogueError(error, path: path)
    }
  }

  /// Whether the database holds the cars that are in a file now and nothing else: no car that is gone from there, and
  /// nothing that the user has on one.
  public func holdsOnly(carsOf file: URL) throws(CatalogueError) -> Bool {
    let source = CatalogueSource.file(file)
    let digest = try SourceFile(path: file.path, name: source.name).digest(isCancelled: { false })
    let state = SourceState(
      source: source.key, validators: Validators(), size: digest.size, digest: digest.value,
      importer: CatalogueImporter.version)
    return try read { db in
      guard let known = try SourceState.fetch(db), known.hasSameContent(as: state) else { return false }
      return try Bool.fetchOne(
        db,
        sql: """
          SELECT NOT EXISTS (SELECT * FROM userData WHERE isFavourite OR note IS NOT NULL)
            AND NOT EXISTS (SELECT * FROM attachment) AND NOT EXISTS (SELECT * FROM upload)
            AND NOT EXISTS (SELECT * FROM car WHERE isWithdrawn)
          """) ?? false
    }
  }

  /// Brings a copy in a directory to the present format and looks for damage, which takes a tenth of a second or more.
  ///
  /// - Parameter directory: holds `catalogue.sqlite`, which nobody else uses.
  /// - Throws: ``CatalogueError/store(_:path:)`` for what is no catalogue, a damaged one, or one of a newer version.
  public static func check(copyIn directory: URL) throws(CatalogueError) {
    let path = directory.appendingPathComponent("catalogue.sqlite").path
    // Opening would make a catalogue of an empty file, and tables for us in somebody else's database.
    guard StoreOpening.hasCatalogue(path: path) else { throw .store(.notADatabase, path: path) }
    let store = try CatalogueStore(directory: directory, followsOthers: false)
    if let problem = try store.integrityCheck().problems.first {
      throw .store(.corrupt(detail: problem.shortened(to: 200)), path: path)
    }
  }
}

extension CatalogueSource {
  /// The same place, without what opens it.
  fileprivate var withoutSecrets: CatalogueSource {
    guard case .remote(let address, _) = self else { return self }
    return .remote(address.withoutQuery)
  }
}
