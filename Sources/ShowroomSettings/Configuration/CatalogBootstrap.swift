import ShowroomCatalog

/// Opens a catalog that always contains cars.
package enum CatalogBootstrap {
  /// Opens the catalog in the data directory. A new catalog is first loaded from the configured source or from the
  /// bundled catalog, which takes about a second and no network. A read-only catalog is opened as it is.
  ///
  /// - Throws: `CatalogError`, or ``ResourceError`` if the bundled catalog is needed and missing.
  package static func open(settings: Settings) async throws -> CatalogStore {
    let store = try CatalogStore(directory: settings.dataDirectory)
    guard try isEmpty(store) else { return store }
    _ = try await store.refreshAndRemember(from: try settings.firstSource(of: store)) { _ in true }
    return store
  }

  /// Returns whether a writable catalog has never been loaded.
  package static func isEmpty(_ store: CatalogStore) throws(CatalogError) -> Bool {
    if store.isReadOnly { return false }
    return try store.currentSource() == nil
  }
}
