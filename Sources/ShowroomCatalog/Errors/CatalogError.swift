import Foundation

/// An error of the catalog, described by one message that names the cause and, if there is one, the next step.
///
/// Text from outside (a path, a cell, a server's message) is shortened but otherwise unchanged. Code that displays it
/// must neutralize control characters.
package enum CatalogError: Error, Sendable, Hashable {
  /// The database at the path failed.
  case store(StoreError, path: String)
  /// The source cannot be imported. The stored catalog is unchanged.
  case source(SourceError, source: String)
  /// The operation was canceled. The stored catalog is unchanged.
  case canceled
}

extension CatalogError: CustomStringConvertible, LocalizedError {
  /// The message for the user.
  package var description: String {
    switch self {
    case .store(let error, let path): error.message(path: path.shortened(to: 300))
    case .source(let error, let source): error.message(source: source.shortened(to: 300))
    case .canceled: "Canceled. The catalog is unchanged."
    }
  }

  package var errorDescription: String? { description }
}
