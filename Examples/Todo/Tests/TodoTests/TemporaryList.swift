import Foundation

@testable import todo

/// A list in a temporary folder, which is removed with the object.
@MainActor
final class TemporaryList {
  let folder: URL
  let list: TodoList

  init(_ titles: String...) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    list = try TodoList(file: folder.appending(path: "todo.json"))
    try list.change { $0 = titles.map { Todo(id: list.makeID(), title: $0) } }
  }

  /// The to-dos in the file.
  var savedTodos: [Todo] {
    get throws { try TodoList(file: folder.appending(path: "todo.json")).todos.value }
  }

  isolated deinit {
    try? FileManager.default.removeItem(at: folder)
  }
}
