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

private final class SaveDialog: PanelView, ReactorBound {
  func bind(reactor: SaveReactor) {}
  override func contentSize(_ proposal: Size) -> Size { Size(width: 10, height: 1) }
}

/// A reactor that fails to save after a second.
private final class SlowReactor: Reactor {
  enum Action { case save }
  typealias Output = ReactorCore.Message<Action>
  struct State {}
  let store = Store<SlowReactor>(State())
  private let clock: any Clock<Duration>

  init(clock: any Clock<Duration>) { self.clock = clock }

  func mutate(action: Action) -> Observable<Action> {
    run { [clock] emit in
      try await clock.sleep(for: .seconds(1))
      emit.alert("Could not save", "The disk is full.", retry: .save)
    }
  }
}

private final class SlowDialog: PanelView, ReactorBound {
  func bind(reactor: SlowReactor) {}
  override func contentSize(_ proposal: Size) -> Size { Size(width: 10, height: 1) }
  override func didDismiss() { finishEffects() }
}

/// Messages that a reactor tells, and its view shows.
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

  @Test func `screens that share a reactor show a message once`() {
    let page = SaveScreen()
    page.reactor = reactor
    root.push(page)

    reactor.action.send(.fail)
    #expect(stage.window.modals.count == 1)
    stage.press(.escape)
    root.pop()
    reactor.action.send(.save)

    #expect(stage.text.contains("✓ Saved") && !stage.text.contains("×2"))
  }

  @Test func `a part of the screen shows the messages of its own reactor`() throws {
    let own = SaveReactor()
    try #require(root.screens.first as? SaveScreen).pane.reactor = own

    own.action.send(.save)

    #expect(stage.text.contains("✓ Saved"))
  }

  @Test func `a dialog shows the messages of its reactor, which receives the answer`() {
    let dialog = SaveDialog()
    let own = SaveReactor()
    dialog.reactor = own
    stage.window.present(dialog)

    own.action.send(.fail)
    #expect(stage.text.contains("The disk is full."))
    stage.press("r")

    #expect(own.currentState.last == .save && reactor.currentState.last == nil)
    #expect(stage.window.modals.last === dialog)
  }

  @Test func `a dialog that has the reactor of the screen below it shows nothing a second time`() {
    let dialog = SaveDialog()
    dialog.reactor = reactor
    stage.window.present(dialog)

    reactor.action.send(.fail)

    #expect(stage.window.modals.count == 2)
  }

  @Test func `a dialog that finishes its effects can retry after it was dismissed, and is then released`() async {
    weak var released: SlowDialog?
    do {
      let dialog = SlowDialog()
      released = dialog
      let slow = SlowReactor(clock: stage.clock)
      dialog.reactor = slow
      stage.window.present(dialog)
      slow.action.send(.save)
      dialog.dismiss()
    }
    #expect(stage.window.modals.isEmpty)

    await stage.wait(.seconds(1))
    #expect(stage.text.contains("The disk is full."))
    stage.press("r")
    #expect(stage.window.modals.isEmpty)
    await stage.wait(.seconds(1))

    #expect(stage.text.contains("The disk is full."))
    stage.press(.escape)
    #expect(released == nil)
  }

  @Test func `a message is shown although the first view with its reactor has never been on the screen`() {
    let (first, second, own) = (SavePane(), SavePane(), SaveReactor())
    let tabs = TabView()
    tabs.add("One", View())
    tabs.add("Two", first)
    tabs.add("Three", second)
    first.reactor = own
    second.reactor = own
    stage.show(tabs)
    tabs.selectedIndex = 2
    stage.window.render()
    tabs.selectedIndex = 0

    own.action.send(.save)

    #expect(stage.text.contains("✓ Saved") && !stage.text.contains("×2"))
  }

  @Test func `an answer is sent although the view that asked is gone`() {
    let own = SaveReactor()
    do {
      let page = SaveScreen()
      page.reactor = own
      root.push(page)
    }
    own.action.send(.delete)

    root.pop()
    stage.press("y")

    #expect(own.currentState.last == .deleteNow)
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

  @Test func `a question is asked even while another screen covers its own, and its answer sends an action`() {
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

  @Test func `other outputs show nothing`() {
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
