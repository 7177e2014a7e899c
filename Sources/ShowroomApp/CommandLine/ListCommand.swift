import Catalogue
import ReactorTerminal

/// How a list of cars is written.
public enum ListFormat: String, Sendable, Hashable, CaseIterable {
  /// Lines for a person.
  case table
  /// An array of objects (RFC 8259).
  case json
  /// Records with a header (RFC 4180).
  case csv
}

/// `showroom list`: the cars that answer a query, written out.
public struct ListCommand: Sendable {
  /// What is wanted of the list cannot be understood; the program ends with status 2.
  public enum Problem: Error, Sendable, Hashable, CustomStringConvertible {
    /// The part of the query, and why it is no filter.
    case query(token: String, reason: String)
    /// There is no such order.
    case sort(String)
    /// Not a number of cars.
    case limit(Int)

    /// A sentence that says what to write instead.
    public var description: String {
      switch self {
      case .query(let token, let reason): "The query has \"\(token)\": \(reason)"
      case .sort(let text):
        "--sort cannot be \"\(text)\": write \(SettingsError.list(Sort.fieldNames)), and :asc or :desc after it for the "
          + "direction."
      case .limit(let number): "--limit cannot be \(number): write a number of cars from 1 on."
      }
    }
  }

  let query: CarQuery
  let sort: Sort
  let limit: Int?
  let favouritesOnly: Bool
  let format: ListFormat

  /// A list.
  ///
  /// - Parameters:
  ///   - words: the query as typed into the search field; several are joined by spaces.
  ///   - sort: `FIELD`, for the order that the screen gives when the field is chosen, or `FIELD:asc` or `FIELD:desc`; nil
  ///     for the order that the screen begins with.
  /// - Throws: ``Problem`` when the list cannot be understood. The screen leaves out a mistyped filter and says so; a
  ///   script is better stopped.
  public init(
    words: [String], sort: String?, limit: Int?, favouritesOnly: Bool, format: ListFormat
  ) throws(Problem) {
    query = CarQuery.parse(words.joined(separator: " "))
    if let problem = query.problems.first { throw .query(token: problem.token, reason: problem.description) }
    if let sort {
      guard let parsed = Sort(parsing: sort) else { throw .sort(sort) }
      self.sort = parsed
    } else {
      self.sort = .standard
    }
    if let limit, limit < 1 { throw .limit(limit) }
    self.limit = limit
    self.favouritesOnly = favouritesOnly
    self.format = format
  }

  /// Writes the list, car by car: also a long one needs no memory to speak of.
  /// - Parameter remarks: takes what there is to say of a list without a car.
  /// - Throws: ``CatalogueError``, ``OutputError``.
  public func write(
    _ store: CatalogueStore, to output: TextOutput, remarks: TextOutput, formatting: CarFormatting
  ) throws {
    let index = try store.loadIndex()
    let found = index.search(query, sort: sort, favouritesOnly: favouritesOnly)?.ordinals ?? []
    let ordinals = found.prefix(limit ?? found.count)
    switch format {
    case .table: try writeTable(index, ordinals, output, formatting)
    case .json: try writeJSON(store, index, ordinals, output)
    case .csv: try writeCSV(store, index, ordinals, output)
    }
    guard ordinals.isEmpty else { return }
    let suggestion = index.suggestion(for: query, favouritesOnly: favouritesOnly).map { " Did you mean \($0)?" }
    try remarks.write(neutralised("No matching cars." + (suggestion ?? "")) + "\n")
  }

  private func writeTable(
    _ index: CatalogueIndex, _ ordinals: ArraySlice<Int32>, _ output: TextOutput, _ formatting: CarFormatting
  ) throws(OutputError) {
    guard !ordinals.isEmpty else { return }
    let list = ListTable(formatting: formatting, sort: sort)
    func cells(_ row: Int) -> [String] { list.cells(index.row(at: Int(ordinals[ordinals.startIndex + row]))) }
    let table = TextTable(
      list.columns, count: ordinals.count, available: output.columns, isASCII: formatting.isASCII,
      row: cells)
    try output.write(table.header + "\n")
    for row in 0..<ordinals.count { try output.write(table.line(cells(row)) + "\n") }
  }

  private func writeJSON(
    _ store: CatalogueStore, _ index: CatalogueIndex, _ ordinals: ArraySlice<Int32>, _ output: TextOutput
  ) throws {
    try output.write("[")
    var separator = "\n"
    try forEachCar(store, index, ordinals) { car in
      try output.write("\(separator)  \(car.json)")
      separator = ",\n"
    }
    try output.write(ordinals.isEmpty ? "]\n" : "\n]\n")
  }

  private func writeCSV(
    _ store: CatalogueStore, _ index: CatalogueIndex, _ ordinals: ArraySlice<Int32>, _ output: TextOutput
  ) throws {
    try output.write(csv(CarExport.csvHeader, for: output))
    try forEachCar(store, index, ordinals) { car in try output.write(csv(car.csv, for: output)) }
  }

  /// A file gets the text as it is. On a terminal the end of a record is enough of a control character.
  private func csv(_ record: String, for output: TextOutput) -> String {
    output.isTerminal ? neutralised(String(record.dropLast())) + "\n" : record
  }

  /// A car that a refresh takes away meanwhile is left out.
  private func forEachCar(
    _ store: CatalogueStore, _ index: CatalogueIndex, _ ordinals: ArraySlice<Int32>, _ body: (CarExport) throws -> Void
  ) throws {
    for ordinal in ordinals {
      let row = index.row(at: Int(ordinal))
      guard let car = try store.car(id: row.id) else { continue }
      let user = row.hasNote ? try store.userData(id: row.id) : UserData(isFavourite: row.isFavourite)
      try body(CarExport(car, user))
    }
  }
}
