import ReactorCore
import ReactorTerminal

/// An epoch in the list.
struct EpochRow: Identifiable, Sendable {
  let id: Int
  let time: String
  /// The cause of the epoch.
  let trigger: String
  /// The first command, action or step, or the first mutation; at most 200 characters.
  let summary: String
  let mutationCount: Int
  let frame: ProgramEvent.FrameCost?
  /// The values of the epoch for each facet of the filter.
  fileprivate(set) var facets: [EpochFacet: Set<String>]
  /// The text to search, in lowercase: the words of the details. It is created by the first search.
  fileprivate(set) var searchText: String?

  @MainActor
  init(_ epoch: Epoch, _ text: EpochText) {
    id = epoch.number
    time = EpochText.seconds(epoch.time)
    trigger = text.trigger(epoch.trigger)
    frame = epoch.frame
    facets = EpochFacet.values(of: epoch, text)
    var mutationCount = 0
    var first: String?
    var fallback: String?
    for item in epoch.items {
      switch item.kind {
      case .command(let name): first = first ?? name
      case .action(let value), .step(let value): first = first ?? text.inline(value)
      case .mutation(let value):
        mutationCount += 1
        fallback = fallback ?? text.inline(value)
      case .output(let value): fallback = fallback ?? text.inline(value)
      default: break
      }
    }
    self.mutationCount = mutationCount
    summary = String((first ?? fallback ?? "").prefix(200))
  }
}

/// The epochs as rows. Each row is created once, because an epoch no longer changes once it has a successor.
@MainActor
struct EpochRows {
  private(set) var rows: [EpochRow] = []
  /// The facet values shared by rows, because most rows have the same values.
  private var facets: [[EpochFacet: Set<String>]: [EpochFacet: Set<String>]] = [:]

  /// Creates the rows of new epochs, and removes the rows of epochs that are no longer kept.
  mutating func update(from log: InspectorLog, _ text: EpochText) {
    let kept = log.firstNumber
    if let last = rows.last?.id, last > log.epochCount { reset() }
    // The last epoch may have changed since.
    if !rows.isEmpty { rows.removeLast() }
    if let first = rows.first?.id, first < kept { rows.removeFirst(min(rows.count, kept - first)) }
    var number = max(kept, (rows.last?.id ?? 0) + 1)
    while let epoch = log.epoch(number) {
      var row = EpochRow(epoch, text)
      row.facets = facets[row.facets] ?? row.facets
      facets[row.facets] = row.facets
      rows.append(row)
      number += 1
    }
  }

  /// Discards all rows, so that they are created again with other characters.
  mutating func reset() { (rows, facets) = ([], [:]) }

  /// Returns the rows that satisfy a filter.
  func table(_ filter: EpochFilter) -> TableRows<EpochRow> {
    let rows = filter.filtered(rows)
    return TableRows(
      count: rows.count, stamp: Stamp.next(), row: { rows[$0] }, id: { rows[$0].id },
      index: { id in Self.index(of: id, in: rows) })
  }

  // MARK: Searching

  /// The maximum number of characters per epoch that are searched, because the text of all epochs takes memory.
  private static let mostSearchedCharacters = 2_000

  /// Creates text to search, starting with the newest epochs, while `isInTime` returns `true`.
  ///
  /// - Returns: Whether the text of all epochs has been created.
  mutating func makeSearchTexts(
    from log: InspectorLog, _ text: EpochText, while isInTime: @MainActor () -> Bool
  ) -> Bool {
    for index in rows.indices.reversed() where rows[index].searchText == nil {
      guard isInTime() else { return false }
      guard let epoch = log.epoch(rows[index].id) else { continue }
      let words = EpochDetails.lines(of: epoch, text).flatMap { $0 }.flatMap { $0.text.split(separator: " ") }
      rows[index].searchText = String(words.joined(separator: " ").lowercased().prefix(Self.mostSearchedCharacters))
    }
    return true
  }

  /// Discards the text to search.
  mutating func forgetSearchTexts() {
    for index in rows.indices { rows[index].searchText = nil }
  }

  // MARK: Identity

  /// Returns the index of an epoch. The rows are in the order of the epoch numbers.
  private nonisolated static func index(of id: Int, in rows: [EpochRow]) -> Int? {
    var range = 0..<rows.count
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if rows[middle].id == id { return middle }
      range = rows[middle].id < id ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return nil
  }

  private struct Stamp: Hashable, Sendable {
    let number: Int
    @MainActor private static var count = 0

    @MainActor static func next() -> Stamp {
      count += 1
      return Stamp(number: count)
    }
  }
}
