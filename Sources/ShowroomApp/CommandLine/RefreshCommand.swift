import Catalogue
import ReactorTerminal

/// `showroom refresh`: brings the catalogue up to date with its source.
public struct RefreshCommand: Sendable {
  private let settings: Settings
  private let allowsShrink: Bool

  /// A refresh from the source of the settings, or else the one that was loaded last.
  /// - Parameter allowsShrink: whether it may take many cars away, or any that the user has something on.
  public init(_ settings: Settings, allowsShrink: Bool = false) {
    self.settings = settings
    self.allowsShrink = allowsShrink
  }

  /// The source lacks much of what is there.
  struct Refusal: Error, Sendable, Hashable, CustomStringConvertible {
    let loss: CatalogueError

    /// A sentence that says what to do.
    var description: String { "\(loss) To remove them all the same, add --allow-shrink." }
  }

  /// Refreshes, and writes what changed in one line. Progress goes to `progress` when it is a terminal. SIGINT and
  /// cancelling the task stop it and leave everything as it was.
  /// - Throws: `CatalogueError`, ``OutputError``; ``ResourceError`` when the source is the bundled catalogue, and it is
  ///   missing; ``ChosenSource/Failure`` when the source cannot be remembered.
  public func run(_ store: CatalogueStore, to output: TextOutput, progress: TextOutput) async throws {
    let line = ProgressLine(progress)
    let source = try settings.refreshSource(stored: try store.currentSource())
    let shrinking: ShrinkPolicy = allowsShrink ? .allowed : .refused
    let outcome: RefreshOutcome
    do {
      outcome = try await cancelling { try await store.refresh(from: source, shrinking: shrinking) { line.show($0) } }
    } catch {
      line.clear()
      if case CatalogueError.shrinks = error, let loss = error as? CatalogueError { throw Refusal(loss: loss) }
      throw error is CancellationError ? CatalogueError.cancelled : error
    }
    line.clear()
    try settings.remember(source)
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
