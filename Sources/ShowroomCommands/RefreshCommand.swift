import ReactorTerminalCore
import ShowroomCatalog
import ShowroomFormatting
import ShowroomSettings
import ShowroomText

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
      "\(source) \(losses.joined(separator: ", and ")), so nothing was changed. "
        + "Set the right source with --source, or accept this one with --allow-shrink."
    }

    private var losses: [String] {
      let isEmpty = loss.removed == 0 && loss.reassigned > 0
      return (isEmpty ? [] : ["\(lacks) \(cars)\(kept)"]) + (loss.reassigned > 0 ? [reassigned] : [])
    }

    private var reassigned: String {
      loss.reassigned == 1
        ? "has another car under the ID of one of yours, which is a favorite or has a note, a price or files"
        : "has other cars under the IDs of \(grouped(loss.reassigned)) of yours, which are favorites or have notes, prices "
          + "or files"
    }

    private var lacks: String {
      loss.isOlder ? "seems to be older than the catalog and does not contain" : "no longer contains"
    }

    private var cars: String {
      switch (loss.removed, loss.cars) {
      case (1, 1): "the only car"
      case (loss.cars, _): "any of the \(counted(loss.cars, "car"))"
      default: "\(grouped(loss.removed)) of the \(counted(loss.cars, "car"))"
      }
    }

    /// The part of the message about those of the cars that have user data.
    private var kept: String {
      switch (loss.kept, loss.removed) {
      case (0, _): ""
      case (1, 1): ", which is a favorite or has a note, a price or files"
      case (1, _): ", one of which is a favorite or has a note, a price or files"
      default: ", \(grouped(loss.kept)) of which are favorites or have notes, prices or files"
      }
    }
  }
}
