import Catalogue

/// Opens the catalogue so that there is always something in it.
public enum CatalogueBootstrap {
  /// The catalogue in the data directory. A new one is filled first: from the source that the settings name, or from the
  /// bundled catalogue, which takes some milliseconds and needs no network. One that could not be filled, because it can
  /// only be read, is opened as it is.
  /// - Throws: ``CatalogueError``, or ``ResourceError`` when the bundled catalogue is needed and missing.
  public static func open(settings: Settings) async throws -> CatalogueStore {
    let store = try CatalogueStore(directory: settings.dataDirectory)
    guard try isEmpty(store) else { return store }
    _ = try await store.refreshAndRemember(from: try settings.refreshSource(of: store)) { _ in true }
    return store
  }

  /// Whether cars have yet to come into a catalogue that can take them.
  static func isEmpty(_ store: CatalogueStore) throws(CatalogueError) -> Bool {
    if store.isReadOnly { return false }
    return try store.currentSource() == nil
  }
}
