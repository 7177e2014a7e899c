import ShowroomCatalog

/// The changes to user data that can be undone, latest first.
///
/// Changes that a toast offers to undo only for a limited time, such as deleting a file or approving a refresh, are not
/// included, because they cannot be undone later.
@MainActor
package final class UndoStack {
  /// A change that can be undone.
  struct Entry {
    let number: Int
    /// A description of the change: `note on Kia K5 2021`.
    let title: String
    /// The topic. Successive changes with the same topic, such as those made while a key is held down, are undone
    /// together.
    let topic: String?
    let undo: @MainActor () async throws -> Void
  }

  private var entries: [Entry] = []
  private var count = 0

  /// The maximum number of changes. The oldest ones are dropped.
  static let limit = 100

  /// A description of the change that is undone next; `nil` if there is none.
  package var next: String? { entries.last?.title }

  /// The number of the change that the next undo reverts; `nil` if nothing can be undone.
  var latest: Int? { entries.last?.number }

  /// Adds a change and returns its number, or that of the latest change if it has the same topic.
  @discardableResult
  func push(_ title: String, topic: String? = nil, undo: @escaping @MainActor () async throws -> Void) -> Int {
    if let topic, let last = entries.last, last.topic == topic { return last.number }
    count += 1
    entries.append(Entry(number: count, title: title, topic: topic, undo: undo))
    if entries.count > Self.limit { entries.removeFirst() }
    return count
  }

  /// Removes a change that could not be performed.
  func remove(_ number: Int) { entries.removeAll { $0.number == number } }

  /// Undoes the latest change.
  ///
  /// - Returns: A description of the undone change; `nil` if there was none.
  /// - Throws: An error if the change could not be undone. It returns to its place on the stack, unless its car is no
  ///   longer in the catalog, or the value has been changed again since.
  package func undo() async throws -> String? {
    guard let entry = entries.popLast() else { return nil }
    do {
      try await entry.undo()
    } catch {
      switch error {
      case CatalogError.store(.unknownCar, _), CatalogError.store(.otherCar, _), is ChangedSinceError: break
      default: entries.insert(entry, at: entries.firstIndex { $0.number > entry.number } ?? entries.endIndex)
      }
      throw error
    }
    return entry.title
  }
}

/// The error for a change that is not undone, because the same value has been changed again since.
struct ChangedSinceError: Error, CustomStringConvertible {
  let description = "The value has changed again since then. The newer value was kept."
}
