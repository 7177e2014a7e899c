import Foundation

/// Everything that can go wrong in the catalogue, each described by one sentence that says what to do.
///
/// Texts that come from outside (a path, a cell, a server's words) are kept raw but short: whoever shows them has to
/// neutralise control characters.
public enum CatalogueError: Error, Sendable, Hashable {
  /// The database, at the path, cannot do what was asked.
  case store(StoreProblem, path: String)
  /// The source, by the name the user gave it, cannot be taken; what is stored is as it was.
  case source(SourceProblem, source: String)
  /// The work was cancelled; what is stored is as it was.
  case cancelled
}

extension CatalogueError: CustomStringConvertible, LocalizedError {
  /// One sentence for a person.
  public var description: String {
    switch self {
    case .store(let problem, let path): problem.sentence(path: path.shortened(to: 300))
    case .source(let problem, let source): problem.sentence(source: source.shortened(to: 300))
    case .cancelled: "Cancelled; the catalogue is as it was."
    }
  }

  /// The same sentence.
  public var errorDescription: String? { description }
}

extension String {
  /// The text, or its beginning and an ellipsis: nothing from outside makes a sentence endless.
  func shortened(to limit: Int) -> String {
    count <= limit ? self : prefix(limit - 1) + "…"
  }
}
