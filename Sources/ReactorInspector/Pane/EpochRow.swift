import ReactorCore
import ReactorTerminal

/// An epoch in the list.
struct EpochRow: Identifiable, Sendable {
  let id: Int
  let time: String
  /// The cause of the epoch.
  let trigger: String
  /// The first command, action or step, or the first mutation.
  let summary: String
  let mutationCount: Int
  let frame: ProgramEvent.FrameCost?
  /// The text to search, in lowercase.
  let searchText: String

  @MainActor
  init(_ epoch: Epoch, _ text: EpochText) {
    id = epoch.number
    time = EpochText.seconds(epoch.time)
    trigger = text.trigger(epoch.trigger)
    frame = epoch.frame
    var mutationCount = 0
    var first: String?
    var fallback: String?
    var words = [trigger]
    for item in epoch.items {
      switch item.kind {
      case .command(let name):
        words.append(name)
        first = first ?? name
      case .action(let value), .step(let value):
        let value = text.inline(value)
        words += [text.name(item.lane), value]
        first = first ?? value
      case .mutation(let value):
        mutationCount += 1
        let value = text.inline(value)
        words += [text.name(item.lane), value]
        fallback = fallback ?? value
      case .effectFailed(_, let error): words.append(error)
      case .state, .effectStarted, .effectEmitted, .effectFinished, .effectCanceled, .redraw: break
      }
    }
    self.mutationCount = mutationCount
    summary = first ?? fallback ?? ""
    searchText = words.joined(separator: " ").lowercased()
  }

  /// Returns whether the epoch contains a text, given in lowercase.
  func contains(_ needle: String) -> Bool {
    var (text, needle) = (searchText, needle)
    return text.withUTF8 { text in
      needle.withUTF8 { needle in
        guard let first = needle.first else { return true }
        guard text.count >= needle.count else { return false }
        return (0...(text.count - needle.count)).contains { start in
          text[start] == first && text[start..<start + needle.count].elementsEqual(needle)
        }
      }
    }
  }
}

/// The epochs as rows, which are made once: an epoch that has a successor does not change.
@MainActor
struct EpochRows {
  private var rows: [EpochRow] = []

  /// Makes the rows of new epochs, and forgets those of epochs that are forgotten.
  mutating func update(from log: InspectorLog, _ text: EpochText) {
    let kept = log.firstNumber
    if let last = rows.last?.id, last > log.epochCount { rows = [] }
    // The last one may have got more since.
    if !rows.isEmpty { rows.removeLast() }
    if let first = rows.first?.id, first < kept { rows.removeFirst(min(rows.count, kept - first)) }
    var number = max(kept, (rows.last?.id ?? 0) + 1)
    while let epoch = log.epoch(number) {
      rows.append(EpochRow(epoch, text))
      number += 1
    }
  }

  /// Makes all rows again, in other characters.
  mutating func reset() { rows = [] }

  /// Returns the rows that contain a text; all if it is empty.
  func table(containing text: String) -> TableRows<EpochRow> {
    let needle = text.lowercased()
    let rows = needle.isEmpty ? rows : rows.filter { $0.contains(needle) }
    return TableRows(
      count: rows.count, stamp: Stamp.next(), row: { rows[$0] }, id: { rows[$0].id },
      index: { id in Self.index(of: id, in: rows) })
  }

  /// Returns the index of an epoch; the rows are in the order of the numbers.
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

extension InspectorLog {
  /// The number of the oldest epoch that is kept; 1 more than there are if none is.
  var firstNumber: Int { epochCount - epochs.count + 1 }
}
