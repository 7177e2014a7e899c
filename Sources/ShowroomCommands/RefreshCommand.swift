import ReactorTerminalCore
import ShowroomCatalog
import ShowroomFormatting
import ShowroomSettings

/// The command `showroom refresh`, which updates the catalog from its source.
package struct RefreshCommand: Sendable {
  let settings: Settings
  let allowsShrinking: Bool

  /// Creates a refresh from the source in the settings.
  ///
  /// - Parameter allowsShrinking: Whether to accept a source that no longer lists many cars, or cars with user data.
  package init(_ settings: Settings, allowsShrinking: Bool = false) {
    self.settings = settings
    self.allowsShrinking = allowsShrinking
  }

  /// Refreshes the catalog and writes a one-line summary of the changes. SIGINT and task cancellation stop the refresh
  /// without changing anything.
  ///
  /// - Parameter progress: The output for progress, which is used only if it is a terminal.
  /// - Throws: `ResourceError` if the bundled catalog is needed but missing; `CatalogError`; ``ShrinkError``; or
  ///   ``OutputError``.
  package func run(_ store: CatalogStore, to output: TextOutput, progress: TextOutput) async throws {
    let line = ProgressLine(progress)
    let source = try settings.refreshSource(of: store)
    let allowsShrinking = allowsShrinking
    let outcome: RefreshOutcome
    do {
      outcome = try await canceling {
        try await store.refreshAndRemember(
          from: source, progress: { line.show($0) }, approval: { _ in allowsShrinking })
      }
    } catch {
      line.clear()
      throw error is CancellationError ? CatalogError.canceled : error
    }
    line.clear()
    if case .declined(let loss) = outcome { throw ShrinkError(loss: loss, source: source.name) }
    try output.write(outcome.summary + "\n")
  }

  /// The error if the source lacks more cars than allowed, or has others in their place.
  package struct ShrinkError: Error, Sendable, Hashable, CustomStringConvertible {
    let loss: RefreshLoss
    let source: String

    /// A message with the cause and what to do.
    package var description: String {
      "The refresh would \(loss.action), so nothing was changed. \(loss.message(source: source)) "
        + "Set the right source with --source, or accept this one with --allow-shrink."
    }
  }
}
