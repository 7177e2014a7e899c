import ReactorFiles
import ReactorSpelling
import ShowroomCatalog
import ShowroomFormatting
import ShowroomSettings
import ShowroomText

/// The command `showroom facets`, which writes the values of a field and the number of cars with each value.
package struct FacetsCommand: Sendable {
  /// An invalid argument.
  package enum UsageError: InvalidArgumentError, Sendable, Hashable {
    /// The field has no facets.
    case field(String)
    /// The number of buckets is out of range.
    case buckets(Int)
    /// The limit is not positive.
    case limit(Int)

    /// A message with the valid values.
    package var description: String {
      switch self {
      case .field(let name):
        if let field = NearestName.of(name, among: FacetsCommand.fieldNames) {
          "There is no field \"\(name)\" to count. Did you mean \"\(field)\"?"
        } else {
          "There is no field \"\(name)\" to count. Use \(SettingsError.list(FacetsCommand.fieldNames))."
        }
      case .buckets(let number): "--buckets cannot be \(number). Use a number from 1 to 1000."
      case .limit(let number): ListCommand.UsageError.limit(number).description
      }
    }
  }

  /// The names of the fields.
  package static let fieldNames = (CarField.listed + CarField.measured + CarField.flags).map(\.id)

  private let field: CarField
  private let argument: QueryArgument
  private let favoritesOnly: Bool
  private let limit: Int?
  private let buckets: Int
  private let format: ListFormat

  /// Creates the command.
  ///
  /// - Parameters:
  ///   - field: The name of the field in the search language.
  ///   - words: The words of the query, which are joined by spaces.
  ///   - limit: The maximum number of values or ranges, the most frequent first; `nil` for all, in their usual order.
  ///   - buckets: The maximum number of ranges for a numeric field.
  /// - Throws: ``UsageError`` or ``InvalidQueryError``.
  package init(
    field name: String, words: [String], favoritesOnly: Bool = false, limit: Int? = nil, buckets: Int? = nil,
    format: ListFormat = .table
  ) throws {
    guard let field = CarField(named: name), Self.fieldNames.contains(field.id) else { throw UsageError.field(name) }
    if let limit, limit < 1 { throw UsageError.limit(limit) }
    if let buckets, !(1...1000).contains(buckets) { throw UsageError.buckets(buckets) }
    self.field = field
    argument = try QueryArgument(words)
    self.favoritesOnly = favoritesOnly
    self.limit = limit
    self.buckets = buckets ?? 20
    self.format = format
  }

  /// A value or a range, and the number of cars.
  private struct Line {
    /// The members of the JSON object and the cells of the CSV record, before the count.
    var values: [(name: String, value: Value)]
    var label: String
    var count: Int
  }

  private enum Value {
    case text(String?)
    case number(Double?)
  }

  /// Writes the values.
  ///
  /// - Parameters:
  ///   - remarks: The output for a message if no cars match.
  ///   - marked: A closure that reads the cars marked on the screen.
  /// - Throws: ``InvalidQueryError``, `SavedViewError`, `CatalogError`, or ``OutputError``.
  package func write(
    _ store: CatalogStore, to output: TextOutput, remarks: TextOutput, formatting: CarFormatting,
    marked: () -> [Car.ID] = { [] }
  ) throws {
    let query = try argument.resolved(in: store).query
    let index = try store.loadIndex(for: Set(query.filters.map(\.field) + [field]), marked: marked)
    guard let facets = index.facets(for: query, favoritesOnly: favoritesOnly) else { return }
    let lines = lines(facets, formatting)
    switch format {
    case .table: try writeTable(lines, output, formatting)
    case .json: try writeJSON(lines, output)
    case .csv: try writeCSV(lines, output)
    }
    if lines.isEmpty { try remarks.write(index.noMatches(of: query, favoritesOnly: favoritesOnly)) }
  }

  private func lines(_ facets: Facets, _ formatting: CarFormatting) -> [Line] {
    var lines: [Line]
    if CarField.flags.contains(field) {
      let flag = facets.flag(field)
      let counts = flag.yes + flag.no == 0 ? [] : [("yes", flag.yes), ("no", flag.no)]
      lines = counts.map { text, count in Line(values: [("value", .text(text))], label: text, count: count) }
    } else if CarField.listed.contains(field) {
      lines = facets.values(of: field).filter { $0.count > 0 }.map { value in
        Line(values: [("value", .text(value.text))], label: value.text, count: value.count)
      }
    } else {
      let histogram = facets.histogram(of: field, buckets: buckets)
      lines =
        histogram.count == 0
        ? []
        : histogram.buckets.map { bucket in
          Line(
            values: [("from", .number(bucket.lower)), ("to", .number(bucket.upper))], label: label(bucket, formatting),
            count: bucket.count)
        }
    }
    if let limit {
      let sorted = lines.enumerated().sorted { ($1.element.count, $0.offset) < ($0.element.count, $1.offset) }
      lines = sorted.prefix(limit).map(\.element)
    }
    let unknown = facets.unknownCount(of: field)
    if unknown > 0 {
      let values: [(String, Value)] =
        CarField.measured.contains(field) ? [("from", .number(nil)), ("to", .number(nil))] : [("value", .text(nil))]
      lines.append(Line(values: values, label: formatting.unknown, count: unknown))
    }
    return lines
  }

  /// Returns the label of a bucket, limited to the values in the catalog, with at most one decimal.
  private func label(_ bucket: NumberHistogram.Bucket, _ formatting: CarFormatting) -> String {
    func text(_ value: Double) -> String { JSONText.number((value * 10).rounded() / 10) ?? "" }
    let (first, last) = (text(bucket.first), text(bucket.last))
    return first == last ? first : first + (formatting.isASCII ? "-" : "–") + last
  }

  private func writeTable(_ lines: [Line], _ output: TextOutput, _ formatting: CarFormatting) throws {
    // The ranges are in the catalog's units, regardless of the user's units.
    let heading = CarFormatting(units: .us, ascii: formatting.isASCII)
    let title = heading.name(of: field) + (heading.unit(of: field).map { " (\($0))" } ?? "")
    let most = lines.map(\.count).max() ?? 0
    let columns: [TextTable.Column] = [
      .init(title: title, isRight: CarField.measured.contains(field), minimum: 8),
      .init(title: "Cars", isRight: true), .init(title: "", rank: 1),
    ]
    try output.write(columns, count: lines.count, isASCII: formatting.isASCII) { row in
      let line = lines[row]
      return [line.label, decimal(Double(line.count), digits: 0), bar(line.count, of: most, formatting)]
    }
  }

  /// Returns a bar of at most 24 cells, in eighths of a cell.
  private func bar(_ count: Int, of most: Int, _ formatting: CarFormatting) -> String {
    guard most > 0 else { return "" }
    let eighths = Int((Double(count) / Double(most) * 24 * 8).rounded())
    if formatting.isASCII { return String(repeating: "#", count: (eighths + 4) / 8) }
    let rest = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    return String(repeating: "█", count: eighths / 8) + rest
  }

  private func writeJSON(_ lines: [Line], _ output: TextOutput) throws(OutputError) {
    let objects = lines.map { line in
      var object = JSONText()
      for (name, value) in line.values {
        switch value {
        case .text(let text): object.add(name, text)
        case .number(let number): object.add(name, number)
        }
      }
      object.add("count", line.count)
      return object.closed()
    }
    try output.write(objects: objects)
  }

  private func writeCSV(_ lines: [Line], _ output: TextOutput) throws(OutputError) {
    let names = CarField.measured.contains(field) ? ["from", "to"] : ["value"]
    try output.write(output.csv(CSVText.record(names + ["count"])))
    for line in lines {
      let cells = line.values.map { _, value in
        switch value {
        case .text(let text): CSVText.guarded(text ?? "")
        case .number(let number): number.flatMap(JSONText.number) ?? ""
        }
      }
      try output.write(output.csv(CSVText.record(cells + ["\(line.count)"])))
    }
  }
}
