import ShowroomCatalog

/// The changes that commands made to data of the user and that can be undone, the latest first.
///
/// What a toast offers to undo for a limited time, the deletion of a file and an approved refresh, is not here, because it
/// cannot be undone later.
@MainActor
package final class UndoStack {
  /// A change that can be undone.
  struct Entry {
    let number: Int
    /// What was changed: `note on Kia K5 2021`.
    let title: String
    /// Changes of one topic in a row, such as those by a key that is held down, are undone together.
    let topic: String?
    let undo: @MainActor () async throws -> Void
  }

  private var entries: [Entry] = []
  private var count = 0

  /// The largest number of changes. The oldest ones are forgotten.
  static let limit = 100

  /// What is undone next; `nil` if there is nothing to undo.
  package var next: String? { entries.last?.title }

  /// Adds a change, and returns its number.
  @discardableResult
  func push(_ title: String, topic: String? = nil, undo: @escaping @MainActor () async throws -> Void) -> Int {
    if let topic, let last = entries.last, last.topic == topic { return last.number }
    count += 1
    entries.append(Entry(number: count, title: title, topic: topic, undo: undo))
    if entries.count > Self.limit { entries.removeFirst() }
    return count
  }

  /// Removes a change that could not be made.
  func remove(_ number: Int) { entries.removeAll { $0.number == number } }

  /// Undoes the latest change.
  ///
  /// - Returns: What was undone; `nil` if there was nothing.
  /// - Throws: An error of the change, which then stays, unless its car is no longer in the catalog.
  package func undo() async throws -> String? {
    guard let entry = entries.popLast() else { return nil }
    do {
      try await entry.undo()
    } catch {
      if case .store(.unknownCar, _) = error as? CatalogError {} else { entries.append(entry) }
      throw error
    }
    return entry.title
  }
}
