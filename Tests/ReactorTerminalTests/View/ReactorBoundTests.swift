import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

/// A row of a list.
private final class NameRow: View, ReactorBound {
  private let name = Label()

  override init() {
    super.init()
    addSubview(name)
  }

  func bind(reactor: NameReactor) {
    keys("r", id: "car.rename", title: "Rename").map { .rename("K5") }.bind(to: reactor.action)
    show(\.name, in: name, \.text)
  }

  override func layoutSubviews() { name.frame = bounds }
}

private final class NameDialog: ModalView, ReactorBound {
  private let row = NameRow()

  override init() {
    super.init()
    addSubview(row)
  }

  func bind(reactor: NameReactor) {
    row.reactor = reactor
    keys("k", id: "name.kia", title: "Kia").map { .rename("K5") }.bind(to: reactor.action)
  }

  override func sizeThatFits(_ proposal: Size) -> Size { Size(width: 10, height: 1) }
  override func layoutSubviews() { row.frame = bounds }
}

/// A view that creates its subviews when it is loaded.
private final class LateRow: View, ReactorBound {
  private(set) var label: Label?
  private(set) var bindCount = 0
  var bindsAfterLoading: Bool { true }

  override func viewDidLoad() {
    let label = Label()
    self.label = label
    addSubview(label)
  }

  func bind(reactor: NameReactor) {
    bindCount += 1
    guard let label else { return }
    reactor.state(\.name).bind(to: label, \.text)
  }
}

@MainActor
@Suite struct ReactorBoundTests {
  @Test func `a row shows the state of its reactor and sends actions to it`() {
    let stage = TestScreen(10, 1)
    let row = stage.show(NameRow())

    row.reactor = NameReactor("Kia")
    #expect(stage.text == "Kia")
    stage.press("r")

    #expect(stage.text == "K5")
  }

  @Test func `a reused row follows only the other reactor`() {
    let stage = TestScreen(10, 1)
    let row = stage.show(NameRow())
    let (first, second) = (NameReactor("Kia"), NameReactor("BMW"))

    row.reactor = first
    row.reactor = second
    first.action.send(.rename("gone"))
    stage.press("r")

    #expect(stage.text == "K5")
    #expect(first.currentState.name == "gone")
    #expect(row.reactor === second)
  }

  @Test func `assigning nil ends the bindings and releases the reactor`() {
    let row = NameRow()
    weak var released: NameReactor?
    do {
      let reactor = NameReactor("Kia")
      released = reactor
      row.reactor = reactor
    }
    #expect(released != nil)

    row.reactor = nil

    #expect(released == nil)
    #expect(row.reactor == nil)
  }

  @Test func `a dialog has a reactor, which is released with it`() {
    let stage = TestScreen(20, 3)
    stage.show(View())
    weak var released: NameReactor?
    do {
      let reactor = NameReactor("Kia")
      released = reactor
      let dialog = NameDialog()
      dialog.reactor = reactor
      stage.window.present(dialog)
    }
    #expect(stage.text == "\n     Kia")

    stage.press("k")
    #expect(stage.text == "\n     K5")
    stage.window.modals.last?.dismiss()

    #expect(stage.text == "")
    #expect(released == nil)
  }

  @Test func `a view that loads its subviews late binds once, when it is first in a window`() {
    let stage = TestScreen(10, 1)
    let row = LateRow()

    row.reactor = NameReactor("gone")
    row.reactor = NameReactor("Kia")
    #expect(row.bindCount == 0)
    stage.show(row)
    stage.show(View())
    stage.show(row)

    #expect(row.bindCount == 1)
    #expect(row.label?.text == "Kia")
  }

  @Test func `reactors are assigned to screens and to other views in the same way`() {
    func assign<V: ReactorBound>(_ reactor: V.BoundReactor, to view: V) -> V {
      view.reactor = reactor
      return view
    }
    final class NameScreen: ReactorView<NameReactor> {
      override func bind(reactor: NameReactor) {
        reactor.state(\.name).bind(to: self, \.title)
      }
    }

    #expect(assign(NameReactor("Kia"), to: NameScreen()).title == "Kia")
    #expect(assign(NameReactor("BMW"), to: NameRow()).reactor?.currentState.name == "BMW")
  }
}
