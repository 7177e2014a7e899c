import Foundation
import ReactorCore
import ReactorTerminal
import ShowroomCatalog
import ShowroomFormatting
import ShowroomSettings
import ShowroomText

/// A writer of car sheets, in the format of the screen.
@MainActor
package struct SheetWriter {
  private let store: CatalogStore
  private let destinations: Destinations
  private let fileTime: (@Sendable () -> Date)?
  private let formatting: @MainActor () -> CarFormatting
  private let citation: @Sendable (CatalogStore) -> String?

  /// Creates a writer.
  ///
  /// - Parameters:
  ///   - uploads: The uploads, to whose folders paths are relative.
  ///   - formatting: A closure that returns the format of numbers on the screen.
  ///   - citation: A closure that returns the source of a catalog's cars, as text.
  package init(
    _ catalog: LiveCatalog, _ uploads: LiveUploads, formatting: @escaping @MainActor () -> CarFormatting,
    citation: @escaping @Sendable (CatalogStore) -> String? = { _ in nil }
  ) {
    store = catalog.store
    destinations = uploads.destinations
    fileTime = uploads.fileTime
    self.formatting = formatting
    self.citation = citation
  }

  /// The formats, by file extension.
  private static let formats: KeyValuePairs<String, CarSheetFormat> = ["md": .markdown, "html": .html, "svg": .svg]

  /// Returns a message if no sheet can be written at a typed path.
  func problem(ofTyped text: String) -> String? {
    ExportFile.problem(ofTyped: text, formats: Self.formats, in: destinations)
  }

  /// The outcome of writing a sheet.
  enum Outcome: Sendable {
    /// The sheet was written. The text reports it.
    case written(String)
    /// A file already exists, so nothing was written.
    case wouldReplace
  }

  /// Writes a sheet of cars.
  ///
  /// - Parameters:
  ///   - text: The path as typed. Its extension determines the format.
  ///   - replacing: Whether a file at the path may be replaced.
  /// - Throws: ``ExportError`` or `CatalogError`.
  func write(_ ids: [Car.ID], to text: String, replacing: Bool) async throws -> Outcome {
    let file = try ExportFile(text, formats: Self.formats, in: destinations)
    if !replacing, file.exists { return .wouldReplace }
    let sheet = try await Self.sheet(of: ids, store, formatting(), citation)
    if sheet.count == 0 { throw ExportError.noCars }
    try await file.write(isPrivate: sheet.containsNotes, modified: fileTime?()) { sheet.text(as: $0) }
    return .written("Saved a sheet of \(counted(sheet.count, "car")) to \(file.place)")
  }

  @concurrent
  private static func sheet(
    of ids: [Car.ID], _ store: CatalogStore, _ formatting: CarFormatting,
    _ citation: @Sendable (CatalogStore) -> String?
  ) async throws -> CarSheet {
    try CarSheet(ids, in: store, formatting, source: citation(store))
  }
}

extension Reactor where Base.Output: MessageOutput<Action> {
  /// Writes a sheet of cars to a file whose path was typed. Asks for confirmation before replacing a file.
  ///
  /// - Parameters:
  ///   - writer: The writer of the sheet. If `nil`, nothing happens.
  ///   - replacingAction: The action that writes the sheet and replaces the file.
  func writeSheet(
    of ids: [Car.ID], to text: String, with writer: SheetWriter?, replacing: Bool, _ replacingAction: Action
  ) -> Observable<Mutation> {
    guard let writer, !ids.isEmpty else { return .empty }
    return run { emit in
      switch try await writer.write(ids, to: text, replacing: replacing) {
      case .written(let message): emit.toast(message, kind: .success)
      case .wouldReplace: emit.confirmReplacement(of: text, replacingAction)
      }
    }
    .catch(alerting("Could not write the sheet"))
  }
}

extension ReactorEmitter where R.Output: MessageOutput<R.Action> {
  /// Asks the user to confirm an action that replaces a file.
  func confirmReplacement(of path: String, _ action: R.Action) {
    confirm(
      "Replace the file?", "\(path) already exists. Its contents will be replaced.", confirm: "Replace", action)
  }
}

extension Window {
  /// Asks for the path of a sheet of cars, at which the writer can write.
  func askSheetPath(of count: Int, for writer: SheetWriter?) async -> String? {
    await prompt(
      "Sheet of \(counted(count, "car")): .md, .html or .svg", text: count == 1 ? "car.html" : "cars.html",
      placeholder: "A path that ends in .md, .html or .svg", confirm: "Write",
      validate: { writer?.problem(ofTyped: $0) })
  }
}
