import Foundation
import ShowroomCatalog

/// The edition of the bundled catalog, as recorded in a file next to it.
package struct CatalogEdition: Sendable, Hashable, Decodable {
  /// The publisher of the catalog.
  package let publisher: String
  /// The address of the current edition.
  package let address: String
  /// The year and month in which the bundled edition was published: `2025-10`.
  package let date: String
  /// The number of cars in the bundled edition.
  package let cars: Int

  /// Returns the source of the current edition.
  ///
  /// - Throws: `CatalogError` if ``address`` is not the address of a source.
  package func source() throws(CatalogError) -> CatalogSource { try CatalogSource(parsing: address) }
}

extension ResourceLocator {
  /// Returns the edition of the bundled catalog.
  ///
  /// - Throws: ``ResourceError``.
  package func edition() throws(ResourceError) -> CatalogEdition {
    let file = try file("edition.json")
    guard let data = FileManager.default.contents(atPath: file.path),
      let edition = try? JSONDecoder().decode(CatalogEdition.self, from: data)
    else { throw .damaged(path: file.path) }
    return edition
  }
}

extension ResourceLocator {
  /// Returns the source of a catalog's cars as text for other readers: the publisher and the edition of the bundled
  /// catalog, the name of a file without its folder, or an address. Returns `nil` if it is unknown.
  package func citation(of store: CatalogStore) -> String? {
    guard let source = try? store.currentSource() else { return nil }
    let edition = try? edition()
    if let edition, isCatalog(source) { return "\(edition.publisher), edition \(edition.date)" }
    switch source {
    case .file(let url): return url.lastPathComponent
    case .remote:
      let publisher = edition.flatMap { $0.address == source.name ? $0.publisher : nil }
      return [publisher, source.name].compactMap(\.self).joined(separator: ", ")
    }
  }
}
