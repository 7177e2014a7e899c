import Foundation
import ReactorFiles
import ShowroomCatalog
import ShowroomFormatting
import ShowroomText

/// The command `showroom changes`, which writes the changes made by refreshes.
package struct ChangesCommand: Sendable {
  /// The error if the text is not a time. The program exits with status 2.
  package struct DateError: InvalidArgumentError, Sendable, Hashable {
    let text: String

    /// A message with the valid forms.
    package var description: String {
      "--since cannot be \"\(text)\". Use a date such as 2026-05-01 or a time such as 2026-05-01T14:03."
    }
  }

  private let argument: QueryArgument
  private let isFiltered: Bool
  private let since: Date?
  private let format: SheetFormat

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - words: The words of the query, which are joined by spaces.
  ///   - since: The time from which refreshes are included; `nil` for the latest refresh that changed anything.
  /// - Throws: ``DateError`` or ``InvalidQueryError``.
  package init(words: [String] = [], since: String? = nil, format: SheetFormat = .text) throws {
    argument = try QueryArgument(words)
    isFiltered = !words.isEmpty
    self.since = try since.map { text in
      guard let seconds = TimestampFormatting.seconds(parsing: text) else { throw DateError(text: text) }
      return Date(timeIntervalSince1970: seconds)
    }
    self.format = format
  }

  /// Writes the changes.
  ///
  /// - Parameter marked: A closure that reads the cars marked on the screen.
  /// - Returns: Whether any car is new, changed or gone.
  /// - Throws: ``InvalidQueryError``, `SavedViewError`, `CatalogError`, or ``OutputError``.
  package func write(
    _ store: CatalogStore, to output: TextOutput, formatting: CarFormatting, marked: () -> [Car.ID] = { [] }
  ) throws -> Bool {
    var changes = try store.carChanges(since: since)
    if isFiltered {
      let query = try argument.resolved(in: store).query
      changes = changes.matching(query, in: try store.loadIndex(for: Set(query.filters.map(\.field)), marked: marked))
    }
    switch format {
    case .text: try writeText(changes, output, formatting)
    case .json: try writeJSON(changes, output)
    }
    // Throws if the reader has closed the output, because the status is then 0.
    try output.flush()
    return !changes.cars.isEmpty
  }

  private func writeText(_ changes: CatalogChanges, _ output: TextOutput, _ formatting: CarFormatting) throws {
    guard let period = changes.period else {
      try output.write("No changes\n")
      return
    }
    let times = [period.lowerBound, period.upperBound].map { TimestampFormatting().minute($0.timeIntervalSince1970) }
    let when = times[0] == times[1] ? times[0] : "\(times[0]) to \(times[1])"
    try output.write("\(changes.summary ?? "No changes") (\(when))\n")
    var make: String?
    for change in changes.cars {
      let car = change.car
      if car.make != make { try output.write("\n\(sanitized(car.make))\n") }
      make = car.make
      let fields = formatting.changedFields(of: change).joined(separator: ", ")
      let kind = change.kind.rawValue.padding(toLength: 7, withPad: " ", startingAt: 0)
      try output.write(sanitized("  \(kind)  \(car.year) \(car.model)\(fields.isEmpty ? "" : ": \(fields)")") + "\n")
    }
  }

  private func writeJSON(_ changes: CatalogChanges, _ output: TextOutput) throws {
    var object = JSONText()
    object.add("from", changes.period?.lowerBound.formatted(.iso8601))
    object.add("to", changes.period?.upperBound.formatted(.iso8601))
    for kind in CarChange.Kind.allCases { object.add(kind.rawValue, changes.count(kind)) }
    // Repriced cars are only counted, so it is unknown which of them match.
    if !isFiltered { object.add("repriced", changes.repriced) }
    try output.write("\(object.text), \"cars\": [")
    var separator = "\n"
    for change in changes.cars {
      try output.write("\(separator)  \(Self.json(of: change))")
      separator = ",\n"
    }
    try output.write(changes.cars.isEmpty ? "]}\n" : "\n]}\n")
  }

  private static func json(of change: CarChange) -> String {
    var object = JSONText()
    object.add("change", change.kind.rawValue)
    object.add("id", Int(change.car.id))
    object.add("make", change.car.make)
    object.add("model", change.car.model)
    object.add("year", change.car.year)
    if let old = change.old, change.kind == .changed {
      let fields = change.fields.map { field in
        var object = JSONText()
        object.add("field", field.definition.exportName)
        object.add("old", field.value(of: old))
        object.add("new", field.value(of: change.car))
        return object.closed()
      }
      object.add("fields", raw: "[\(fields.joined(separator: ", "))]")
    }
    return object.closed()
  }
}
