import Catalogue
import ReactorTerminal

/// `showroom refresh`: brings the catalogue up to date with its source.
public struct RefreshCommand: Sendable {
  let source: CatalogueSource

  /// A refresh from the source of the settings.
  /// - Throws: ``ResourceError`` when that is the bundled catalogue, and it is missing.
  public init(_ settings: Settings) throws(ResourceError) {
    source = try settings.refreshSource()
  }

  /// Refreshes, and writes what changed in one line. Progress goes to `progress` when it is a terminal. SIGINT and
  /// cancelling the task stop it and leave everything as it was.
  /// - Throws: `CatalogueError`, ``OutputError``.
  public func run(_ store: CatalogueStore, to output: TextOutput, progress: TextOutput) async throws {
    let line = ProgressLine(progress)
    let source = source
    let outcome: RefreshOutcome
    do {
      outcome = try await cancelling { try await store.refresh(from: source) { line.show($0) } }
    } catch {
      line.clear()
      throw error is CancellationError ? CatalogueError.cancelled : error
    }
    line.clear()
    try output.write(Self.sentence(outcome) + "\n")
  }

  static func sentence(_ outcome: RefreshOutcome) -> String {
    guard case .applied(let counts) = outcome,
      counts.added + counts.changed + counts.removed + counts.repriced > 0
    else { return "Nothing has changed" }
    let kept = counts.withdrawn > 0 ? " (\(grouped(counts.withdrawn)) kept for a star or a note)" : ""
    let repriced = counts.repriced > 0 ? ", \(grouped(counts.repriced)) repriced" : ""
    return "\(grouped(counts.added)) added, \(grouped(counts.changed)) changed, \(grouped(counts.removed)) removed"
      + kept + repriced
  }
}
