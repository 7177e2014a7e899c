import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

/// A reactor that saves, and says whether it could.
private final class SaveReactor: Reactor {
  enum Action: Equatable { case save, fail, close, ask, discard, offer, delete, deleteNow }
  enum Output: MessageOutput {
    case message(ReactorCore.Message<Action>)
    case closed

    var message: ReactorCore.Message<Action>? { if case .message(let message) = self { message } else { nil } }
  }
  struct State {
    var count = 0
    var last: Action?
  }
  let store = Store<SaveReactor>(State())

  func mutate(action: Action) -> Observable<Action> {
    switch action {
    case .save: .concat(.just(.save), toast("Saved", kind: .success))
    case .fail: alert("Could not save", "The disk is full.", retry: .save)
    case .close: output(.closed)
    case .ask:
      ask(
        "Save the note?", "It has changed.",
        answers: [
          .init("Save", key: "s", sends: .save), .init("Discard", key: "d", isDestructive: true, sends: .discard),
          .cancel(),
        ])
    case .offer:
      run { emit in
        emit.choose(
          "Notes", from: [.init("One", detail: "1 kB", sends: .save), .init("Two", sends: .discard)],
          actionTitle: "Show")
      }
    case .delete: confirm("Delete it?", "It cannot be restored.", confirm: "Delete", .deleteNow)
    case .discard, .deleteNow: .just(action)
    }
  }

  func reduce(into state: inout State, mutation: Action) {
    state.count += 1
    state.last = mutation
  }
}

/// A part of the screen that shows the same reactor.
private final class SavePane: View, ReactorBound {
  func bind(reactor: SaveReactor) {}
}

private final class SaveScreen: ReactorView<SaveReactor> {
  let pane = SavePane()

  override func bind(reactor: SaveReactor) {
    addSubview(pane)
    pane.reactor = reactor
  }
}

/// Messages that a reactor tells, and its screen shows.
@MainActor
struct MessageTests {
  private let stage = TestScreen(40, 8)
  private let root: NavigationStack
  private let reactor = SaveReactor()

  init() {
    let screen = SaveScreen()
    screen.reactor = reactor
    root = stage.show(NavigationStack(root: screen))
  }

  @Test func `a screen shows a toast once, although a part of it has the same reactor`() {
    reactor.action.send(.save)

    #expect(stage.text.contains("✓ Saved"))
    #expect(!stage.text.contains("×2"))
  }

  @Test func `a covered screen shows its messages`() {
    root.push(Screen())

    reactor.action.send(.save)

    #expect(stage.text.contains("✓ Saved"))
  }

  @Test func `r sends the action of an alert, and Esc only closes it`() {
    reactor.action.send(.fail)
    #expect(stage.text.contains("Could not save") && stage.text.contains("The disk is full."))
    stage.press(.escape)
    #expect(reactor.currentState.count == 0)

    reactor.action.send(.fail)
    stage.press("r")

    #expect(reactor.currentState.count == 1)
    #expect(!stage.text.contains("Could not save"))
  }

  @Test func `a question is asked also while another screen covers its own, and its answer sends an action`() {
    root.push(Screen())

    reactor.action.send(.delete)

    #expect(stage.text.contains("Delete it?") && stage.text.contains("[n Cancel]  y Delete"))
    stage.press("n")
    #expect(reactor.currentState.last == nil)
    reactor.action.send(.delete)
    stage.press("y")
    #expect(reactor.currentState.last == .deleteNow)
  }

  @Test(arguments: [(Key("s"), "save"), ("d", "discard"), (.escape, "nil"), (.enter, "nil")])
  func `a question with several answers focuses the one that changes nothing`(key: Key, expected: String) {
    reactor.action.send(.ask)
    #expect(stage.text.contains("s Save   d Discard  [Cancel]"))

    stage.press(key)

    #expect(reactor.currentState.last.map { "\($0)" } ?? "nil" == expected)
    #expect(stage.window.modals.isEmpty)
  }

  @Test func `a choice is a list, and Esc chooses nothing`() {
    reactor.action.send(.offer)
    #expect(stage.text.contains("Notes") && stage.text.contains("1 kB"))
    stage.press(.escape)
    #expect(reactor.currentState.last == nil)

    reactor.action.send(.offer)
    stage.press(.down, .enter)

    #expect(reactor.currentState.last == .discard)
  }

  @Test func `another output shows nothing`() {
    let before = stage.text

    reactor.action.send(.close)

    #expect(stage.text == before)
  }

  @Test func `an answer is not sent to a reactor that the view has received since the question`() throws {
    let other = SaveReactor()
    reactor.action.send(.delete)

    try #require(root.screens.first as? SaveScreen).reactor = other
    stage.press("y")

    #expect(other.currentState.last == nil && reactor.currentState.last == nil)
    #expect(stage.window.modals.isEmpty)
  }

  @Test func `the messages of a former reactor are not shown`() throws {
    try #require(root.screens.first as? SaveScreen).reactor = SaveReactor()

    reactor.action.send(.save)

    #expect(!stage.text.contains("Saved"))
  }
}
