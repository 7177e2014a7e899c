import ReactorCore
import ReactorTerminal

/// A reactor whose values have types of another module, for the tests that the inspector writes.
final class PointerReactor: Reactor {
  enum Action { case move(to: Point), press(MouseEvent.Button) }
  struct Mark {
    @Pulse var note: String?
  }
  struct State {
    var position = Point.zero
    var button: MouseEvent.Button?
    var marks = [Mark(), Mark()]
  }

  let store = Store<PointerReactor>(State())

  func reduce(into state: inout State, mutation: Action) {
    switch mutation {
    case .move(let point):
      state.position = point
    case .press(let button):
      state.button = button
      state.marks[1].note = "pressed"
    }
  }
}

/// A view of the reactor that responds to keys.
final class PointerView: ReactorView<PointerReactor> {
  override func bind(reactor: PointerReactor) {
    keys("m", id: "pointer.move", title: "Move").map { .move(to: Point(x: 3, y: 4)) }.bind(to: reactor.action)
    keys("p", id: "pointer.press", title: "Press").map { .press(.right) }.bind(to: reactor.action)
  }
}
