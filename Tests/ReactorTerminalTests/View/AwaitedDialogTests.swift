import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

private final class TodoReactor: Reactor {
  enum Action: Equatable { case add(String), clear }
  struct State { var todos: [String] = [] }
  let store = Store<TodoReactor>(State())

  func reduce(into state: inout State, mutation: Action) {
    switch mutation {
    case .add(let title): state.todos.append(title)
    case .clear: state.todos = []
    }
  }
}

private final class TodoView: ReactorView<TodoReactor> {
  nonisolated static let commands = Commands<TodoView>("To-dos") {
    Command("todo.add", "a", title: "Add", help: "Adds a to-do.") {
      await $0.view.window?.prompt("What is to be done?", confirm: "Add").map { .add($0) }
    }
    Command("todo.clear", "c", title: "Clear", help: "Removes all to-dos.", perform: { await $0.view.clear() })
    Command("todo.pick", "p", title: "Pick", help: "Adds a usual to-do.") {
      await $0.view.window?.choose("Usual", from: [.init(id: "wash", title: "Wash"), .init(id: "fuel", title: "Fuel")])
        .map { .add($0) }
    }
    Command("todo.again", "g", title: "Pick again", help: "Adds a to-do from a picker that is kept.") {
      await $0.view.window?.answer(of: $0.view.picker, $0.view.picker.chosen).map { .add($0) }
    }
  }

  let picker = PickerView(title: "Kept", choices: [.init(id: "wash", title: "Wash"), .init(id: "fuel", title: "Fuel")])
  var answers: [Bool] = []

  override func bind(reactor: TodoReactor) { Self.commands.install(in: self) }

  private func clear() async {
    let isConfirmed = await window?.confirm("Clear?", "All to-dos are removed.", confirm: "Clear") ?? false
    answers.append(isConfirmed)
    if isConfirmed { reactor?.action.send(.clear) }
  }
}

/// Dialogs whose answer a command awaits.
@MainActor
@Suite("Awaited dialogs")
struct AwaitedDialogTests {
  private let stage = TestScreen(50, 12)
  private let root: NavigationStack
  private let view = TodoView()
  private let reactor = TodoReactor()

  init() {
    view.reactor = reactor
    root = stage.show(NavigationStack(root: Screen()))
    root.push(view)
    stage.window.render()
  }

  /// Lets the code run that awaits an answer.
  private func settle() async {
    for _ in 0..<50 { await Task.yield() }
  }

  @Test func `a command sends an action with the text of a prompt`() async {
    stage.press("a")
    #expect(stage.text.contains("What is to be done?"))
    stage.type("wash")

    stage.press(.enter)
    await settle()

    #expect(reactor.currentState.todos == ["wash"])
    #expect(stage.window.modals.isEmpty)
  }

  @Test func `a key after an answer waits for what follows from it`() async {
    stage.press("a")
    stage.type("wash")

    stage.press(.enter, "c", "y")
    #expect(stage.window.modals.isEmpty)
    await settle()

    #expect(view.answers == [true])
    #expect(reactor.currentState.todos == [])
  }

  @Test func `a canceled prompt sends nothing, and the next one is answered`() async {
    stage.press("a", .escape)
    await settle()
    #expect(reactor.currentState.todos == [])

    stage.press("p", .down, .enter)
    await settle()

    #expect(reactor.currentState.todos == ["fuel"])
  }

  @Test func `a dialog that is awaited again receives keys and has an answer`() async {
    stage.press("g", .escape)
    await settle()

    stage.press("g")
    #expect(stage.window.modals.count == 1)
    stage.press(.down, .enter)
    await settle()

    #expect(reactor.currentState.todos == ["fuel"])
    #expect(stage.window.modals.isEmpty)
  }

  @Test(arguments: [(Key("y"), true), ("n", false), (.escape, false)])
  func `a confirmation returns what the user decided`(key: Key, expected: Bool) async {
    reactor.action.send(.add("wash"))

    stage.press("c", key)
    await settle()

    #expect(view.answers == [expected])
    #expect(reactor.currentState.todos.isEmpty == expected)
  }

  @Test func `a dialog that the program dismisses has no answer`() async throws {
    stage.press("c")

    stage.window.dismiss(try #require(stage.window.modals.first))
    await settle()

    #expect(view.answers == [false])
  }

  @Test func `closing the window answers all questions with no`() async {
    stage.press("c")

    stage.window.close()
    await settle()

    #expect(view.answers == [false])
    #expect(stage.window.modals.isEmpty)
  }

  @Test func `a view that is removed while it asks withdraws its question, and is released`() async {
    weak var released: TodoView?
    do {
      let view = TodoView()
      released = view
      view.reactor = reactor
      root.push(view)
      stage.window.render()
      stage.press("a")
      #expect(stage.window.modals.count == 1)
      root.pop()
    }

    await settle()

    #expect(released == nil)
    #expect(stage.window.modals.isEmpty)
    #expect(reactor.currentState.todos == [])
  }

  @Test func `another reactor gets no answer to a question of the previous one`() async {
    stage.press("a")
    let other = TodoReactor()

    view.reactor = other
    await settle()

    #expect(stage.window.modals.isEmpty)
    #expect(reactor.currentState.todos == [] && other.currentState.todos == [])
  }
}
