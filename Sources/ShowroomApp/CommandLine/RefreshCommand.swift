import Catalogue
import ReactorTerminal

/// `showroom refresh`: brings the catalogue up to date with its source.
public struct RefreshCommand: Sendable {
  let settings: Settings
  let allowsShrinking: Bool

  /// A refresh from the source of the settings.
  /// - Parameter allowsShrinking: whether many cars, and any that the user has something on, may be removed.
  public init(_ settings: Settings, allowsShrinking: Bool = false) {
    self.settings = settings
    self.allowsShrinking = allowsShrinking
  }

  /// Refreshes, and writes what changed in one line. Progress goes to `progress` when it is a terminal. SIGINT and
  /// cancelling the task stop it and leave everything as it was.
  /// - Throws: ``ResourceError`` when the source is the bundled catalogue and that is missing; `CatalogueError`;
  ///   ``Refusal``; ``OutputError``.
  public func run(_ store: CatalogueStore, to output: TextOutput, progress: TextOutput) async throws {
    let line = ProgressLine(progress)
    let source = try settings.refreshSource(of: store)
    let allowsShrinking = allowsShrinking
    let outcome: RefreshOutcome
    do {
      outcome = try await cancelling {
        try await store.refreshAndRemember(
          from: source, progress: { line.show($0) }, approval: { _ in allowsShrinking })
      }
    } catch {
      line.clear()
      throw error is CancellationError ? CatalogueError.cancelled : error
    }
    line.clear()
    if case .declined(let loss) = outcome { throw Refusal(loss: loss, source: source.name) }
    try output.write(Self.sentence(outcome) + "\n")
  }

  /// The refresh would remove more than it may.
  public struct Refusal: Error, Sendable, Hashable, CustomStringConvertible {
    let loss: RefreshLoss
    let source: String

    /// A sentence that says what to do.
    public var description: String {
      let kept = loss.kept > 0 ? ", \(grouped(loss.kept)) of them with a star, a note or files" : ""
      let lost = "\(grouped(loss.removed)) of the \(grouped(loss.cars)) cars\(kept)"
      return "\(source) lacks \(lost), so nothing was changed; "
        + "name the right source with --source, or remove them with --allow-shrink."
    }
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
