import Foundation
import ReactorTesting
import Testing

@testable import todo

@MainActor
@Suite struct ReactorTests {
  @Test func `a new to-do is saved and selected`() async throws {
    let temporary = try TemporaryList("Water the plants")
    let store = TestStore(ListReactor(list: temporary.list))

    store.send(.add("Buy milk")) { expect in
      expect(.setTodos(temporary.list.todos.value)) { $0.todos.append(Todo(id: 2, title: "Buy milk")) }
      expect(output: .select(2))
    }

    await store.finish()
    #expect(try temporary.savedTodos.map(\.title) == ["Water the plants", "Buy milk"])
  }

  @Test func `a deleted to-do returns to its place`() async throws {
    let temporary = try TemporaryList("One", "Two", "Three")
    let store = TestStore(ListReactor(list: temporary.list), exhaustivity: .off)
    let two = temporary.list.todos.value[1]

    store.send(.delete(2)) { expect in
      expect(output: .deleted(ListReactor.Deletion(todo: two, index: 1)))
    }
    #expect(try temporary.savedTodos.map(\.title) == ["One", "Three"])
    store.send(.restore(ListReactor.Deletion(todo: two, index: 1)))

    await store.finish()
    #expect(try temporary.savedTodos.map(\.title) == ["One", "Two", "Three"])
  }

  @Test func `the first to-do cannot be moved up`() async throws {
    let temporary = try TemporaryList("One", "Two")
    let store = TestStore(ListReactor(list: temporary.list))

    store.send(.move(1, by: -1))

    await store.finish()
    #expect(try temporary.savedTodos.map(\.title) == ["One", "Two"])
  }

  @Test func `a file that cannot be written changes nothing and is reported`() async throws {
    let temporary = try TemporaryList("One")
    let store = TestStore(ListReactor(list: temporary.list), exhaustivity: .off)
    try FileManager.default.removeItem(at: temporary.folder)

    let outputs = Recorder(store.reactor.outputs)
    store.send(.toggle(1))

    guard case .message(.alert("The to-dos were not saved", _, _, _)) = outputs.elements.first else {
      Issue.record("\(outputs.elements)")
      return
    }
    #expect(store.reactor.currentState.todos == [Todo(id: 1, title: "One")])
    await store.finish()
  }
}
