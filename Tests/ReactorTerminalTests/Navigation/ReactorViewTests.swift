import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

final class NameReactor: Reactor {
  enum Action { case rename(String) }
  struct State { var name: String }
  let store: Store<NameReactor>

  init(_ name: String) { store = Store(State(name: name)) }

  func reduce(into state: inout State, mutation: Action) {
    if case .rename(let name) = mutation { state.name = name }
  }
}

private final class NameView: ReactorView<NameReactor> {
  var bound: [String] = []
  var shown: [String] = []

  override func bind(reactor: NameReactor) {
    bound.append(reactor.initialState.name)
    reactor.state(\.name).bind { [weak self] in self?.shown.append($0) }.disposed(by: disposeBag)
  }
}

private final class LateNameView: DeferredReactorView<NameReactor> {
  var bound: [String] = []

  override func bind(reactor: NameReactor) { bound.append(reactor.initialState.name) }
}

@MainActor
@Suite("ReactorView")
struct ReactorViewTests {
  @Test func `assigning a reactor binds it`() {
    let view = NameView()
    view.reactor = NameReactor("kia")
    #expect(view.bound == ["kia"])
    #expect(view.shown == ["kia"])
  }

  @Test func `another reactor is bound after the bindings of the first have ended`() {
    let view = NameView()
    let first = NameReactor("kia")
    view.reactor = first
    let bag = view.disposeBag
    view.reactor = NameReactor("bmw")
    first.action.send(.rename("gone"))
    #expect(view.bound == ["kia", "bmw"])
    #expect(view.shown == ["kia", "bmw"])
    #expect(view.disposeBag !== bag)
  }

  @Test func `assigning nil ends the bindings`() {
    let view = NameView()
    let reactor = NameReactor("kia")
    view.reactor = reactor
    view.reactor = nil
    reactor.action.send(.rename("gone"))
    #expect(view.bound == ["kia"])
    #expect(view.shown == ["kia"])
  }

  @Test func `assigning the same reactor again binds it once more`() {
    let view = NameView()
    let reactor = NameReactor("kia")
    view.reactor = reactor
    view.reactor = reactor
    reactor.action.send(.rename("bmw"))
    #expect(view.bound == ["kia", "kia"])
    #expect(view.shown == ["kia", "kia", "bmw"])
  }

  @Test func `a view in a window binds immediately`() {
    let stage = TestScreen(40, 10)
    let view = stage.show(NameView())
    view.reactor = NameReactor("kia")
    #expect(view.bound == ["kia"])
    let late = stage.show(LateNameView())
    late.reactor = NameReactor("bmw")
    #expect(late.bound == ["bmw"])
  }

  @Test func `a deferred view binds once, when it is first in a window`() {
    let stage = TestScreen(40, 10)
    let view = LateNameView()
    view.reactor = NameReactor("kia")
    #expect(view.bound.isEmpty)
    stage.show(view)
    #expect(view.bound == ["kia"])
    stage.show(View())
    stage.show(view)
    #expect(view.bound == ["kia"])
  }

  @Test func `a deferred view binds the last of several reactors`() {
    let stage = TestScreen(40, 10)
    let view = LateNameView()
    view.reactor = NameReactor("kia")
    view.reactor = NameReactor("bmw")
    stage.show(view)
    #expect(view.bound == ["bmw"])
  }

  @Test func `a deferred view without a reactor binds nothing`() {
    let stage = TestScreen(40, 10)
    let view = LateNameView()
    view.reactor = NameReactor("kia")
    view.reactor = nil
    stage.show(view)
    #expect(view.bound.isEmpty)
  }

  @Test func `a deferred view that never appeared releases its reactor`() {
    weak var reactor: NameReactor?
    do {
      let view = LateNameView()
      let made = NameReactor("kia")
      view.reactor = made
      reactor = made
      #expect(reactor != nil)
    }
    #expect(reactor == nil)
  }

  @Test func `a released view ends its bindings and releases its reactor`() {
    let reactor = NameReactor("kia")
    weak var view: NameView?
    do {
      let made = NameView()
      made.reactor = reactor
      view = made
    }
    #expect(view == nil)
    reactor.action.send(.rename("bmw"))
    #expect(reactor.currentState.name == "bmw")
  }
}
