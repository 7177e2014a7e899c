import Foundation
import ShowroomCatalog

extension CatalogStore {
  /// Refreshes the catalog and saves the secrets of its source for the next refresh.
  ///
  /// - Throws: `CatalogError`, or ``ChosenSource/Failure`` if the refresh succeeded but the secrets could not be saved.
  package func refreshAndRemember(
    from source: CatalogSource, progress: @escaping @Sendable (RefreshProgress) -> Void = { _ in },
    approval: @escaping RefreshApproval
  ) async throws -> RefreshOutcome {
    let outcome = try await refresh(from: source, progress: progress, approval: approval)
    if case .declined = outcome { return outcome }
    try rememberSecrets(of: source)
    return outcome
  }

  /// The source saved next to the database.
  package var chosenSource: ChosenSource { ChosenSource(in: URL(fileURLWithPath: path).deletingLastPathComponent()) }

  /// Saves the secrets of the source, which are not in the database, replacing those of an earlier source.
  func rememberSecrets(of source: CatalogSource) throws(ChosenSource.Failure) {
    let chosen = chosenSource
    let kept = chosen.source
    guard kept != source else { return }
    let hasSecrets = source.privateText != source.name
    if hasSecrets || kept != nil { try chosen.remember(hasSecrets ? source : nil) }
  }
}

/// Opens a catalog that always contains cars.
package enum CatalogBootstrap {
  /// Opens the catalog in the data directory. A new catalog is first loaded from the configured source or from the
  /// bundled catalog; the latter takes about a second and requires no network. A read-only catalog is opened unchanged.
  ///
  /// - Throws: `CatalogError`, or ``ResourceError`` if the bundled catalog is needed but missing.
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
