import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

private final class FormReactor: Reactor {
  enum Action: Assigning, Equatable {
    case set(Assignment<State>)
    case rename(String)
  }
  struct State {
    var name = "Ada"
    var isSaved = false
    var size = 1
  }
  let store = Store<FormReactor>(State())

  func reduce(into state: inout State, mutation: Action) {
    switch mutation {
    case .set(let assignment): assignment.apply(to: &state)
    case .rename(let name): state.name = name
    }
  }
}

private final class FormScreen: ReactorView<FormReactor> {
  let name = TextField()
  let saved = ToggleField("Save")
  let size = ChoiceField(["S", "M", "L"])

  override init() {
    super.init()
    content = Rows {
      name.height(1)
      saved.height(1)
      size.height(1)
    }
  }

  override func bind(reactor: FormReactor) {
    bind(name, to: \.name) { .rename($0) }
    bind(saved, to: \.isSaved)
    bind(size, to: \.size)
  }
}

/// Controls that are bound to properties of the state in both directions.
@MainActor
@Suite("ValueControl")
struct ValueControlTests {
  private let stage = TestScreen(20, 3)
  private let screen = FormScreen()
  private let reactor = FormReactor()

  init() {
    screen.reactor = reactor
    stage.show(screen)
  }

  @Test func `controls show the state, and what the user changes becomes the state`() {
    #expect(stage.rows == ["Ada", "[ ] Save", "◀ M ▶"])

    stage.type("!")
    stage.press(.tab, .space, .tab, .right)

    #expect(reactor.currentState.name == "Ada!")
    #expect(reactor.currentState.isSaved)
    #expect(reactor.currentState.size == 2)
    #expect(stage.rows == ["Ada!", "[x] Save", "◀ L ▶"])
  }

  @Test func `a control follows the state, and sends nothing for it`() {
    let actions = Recorder(reactor.action)

    reactor.action.send(.set(\.size, 0))

    #expect(actions.elements == [.set(\.size, 0)])
    #expect(stage.rows[2] == "◀ S ▶")
  }

  @Test func `assignments are equal if they assign the same value to the same property`() {
    #expect(Assignment(\FormReactor.State.name, "a") == Assignment(\.name, "a"))
    #expect(Assignment(\FormReactor.State.name, "a") != Assignment(\.name, "b"))
    #expect(Set([Assignment(\FormReactor.State.isSaved, true), Assignment(\.isSaved, true)]).count == 1)
    #expect(Assignment(\FormReactor.State.size, 1) != Assignment(\.size, 2))
  }
}
