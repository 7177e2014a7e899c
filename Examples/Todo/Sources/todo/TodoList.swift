import Foundation
import ReactorCore

/// Something to do.
struct Todo: Codable, Identifiable, Equatable {
  let id: Int
  var title: String
  var notes = ""
  var isDone = false
}

/// The to-dos in their order, which all screens share, and the file that contains them.
@MainActor
final class TodoList {
  /// The to-dos. They change only together with the file.
  let todos: StateRelay<[Todo]>
  private let file: URL
  private var lastID: Int

  /// Creates a list with the to-dos in a file, or an empty list if the file does not exist.
  init(file: URL) throws {
    self.file = file
    let todos =
      FileManager.default.fileExists(atPath: file.path)
      ? try JSONDecoder().decode([Todo].self, from: Data(contentsOf: file)) : []
    self.todos = StateRelay(todos)
    lastID = todos.map(\.id).max() ?? 0
  }

  /// Changes the to-dos and replaces the file atomically. If that fails, nothing changes.
  func change(_ body: (inout [Todo]) -> Void) throws {
    var todos = todos.value
    body(&todos)
    guard todos != self.todos.value else { return }
    try JSONEncoder().encode(todos).write(to: file, options: .atomic)
    self.todos.accept(todos)
  }

  /// Returns an ID that no to-do has or had since the program was started.
  func makeID() -> Todo.ID {
    lastID += 1
    return lastID
  }
}
