import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

private final class LampReactor: Reactor {
  enum Action: Hashable { case toggle, color(String) }
  struct State {
    var isOn = false
    var color = "white"
    var isBroken = false
  }
  let store: Store<LampReactor>

  init(_ state: State = State()) { store = Store(state) }

  func reduce(into state: inout State, mutation: Action) {
    switch mutation {
    case .toggle: state.isOn.toggle()
    case .color(let color): state.color = color
    }
  }
}

private final class LampView: ReactorView<LampReactor> {
  let colors = TableView<CarRow>.cars(CarRow.few)
  private(set) var polished = 0

  nonisolated static let commands = Commands<LampView>("Lamp") {
    Command("lamp.toggle", "t", "T", title: "Switch on", help: "Switches the lamp.") { _ in .toggle }
      .titled { $0.state.isOn ? "Switch off" : "Switch on" }
      .disabled { $0.state.isBroken ? "The lamp is broken." : nil }
    Command("lamp.color", "c", title: "Color") { $0.view.colors.selectedID.map { .color("car \($0)") } }
      .enabled { $0.view.colors.selectedIndex != 1 }
      .valued { $0.state.color }
    Command("lamp.dim", "d", title: "Dim") { _ in nil }.shown { $0.state.isOn }
    Command("lamp.polish", "p", title: "Polish", perform: { $0.view.polished += 1 }).hinted { !$0.state.isOn }
  }

  override init() {
    super.init()
    title = "Lamp"
    addSubview(colors)
  }

  override func layoutSubviews() { colors.frame = bounds }
  override func bind(reactor: LampReactor) { Self.commands.install(in: self) }
}

/// An object that is no view, but has a command.
@MainActor
private final class Counter {
  private(set) var count = 0

  nonisolated static let commands = Commands<Counter>("Counter") {
    Command("counter.add", "+", title: "Add") { $0.owner.count += 1 }.valued { "\($0.owner.count)" }
  }
}

/// A view that records which of its commands are evaluated and performed.
private final class Probe: View {
  var evaluated: [String] = []
  var performed: [String] = []
  var isEnabled = true

  nonisolated static let commands = Commands<Probe>("Probe") {
    for name in ["a", "b"] as [Character] {
      Command(CommandID("probe.\(name)"), Key(.character(name)), title: "\(name)") {
        $0.view.performed.append("\(name)")
      }
      .enabled {
        $0.view.evaluated.append("\(name)")
        return $0.view.isEnabled
      }
    }
  }
}

@MainActor
struct CommandsTests {
  private func show(_ state: LampReactor.State = LampReactor.State()) -> (TestScreen, LampView, LampReactor) {
    let (stage, view, reactor) = (TestScreen(60, 10), LampView(), LampReactor(state))
    view.reactor = reactor
    stage.show(NavigationStack(root: view))
    return (stage, view, reactor)
  }

  @Test func `the list has the names, keys and words of its commands`() {
    #expect(LampView.commands.bindings.map(\.id) == ["lamp.toggle", "lamp.color", "lamp.dim", "lamp.polish"])
    #expect(
      LampView.commands.bindings.first
        == KeyBinding(
          id: "lamp.toggle", keys: ["t", "T"], title: "Switch on", help: "Switches the lamp.", section: "Lamp"))
  }

  @Test func `a list within a list keeps its section`() {
    let colors = Commands<LampView>("Colors") { Command("lamp.color", "c", title: "Color") { _ in .color("red") } }

    let all = Commands<LampView>("Lamp") {
      Command("lamp.toggle", "t", title: "Switch on") { _ in .toggle }
      colors
    }

    #expect(all.bindings.map(\.section) == ["Lamp", "Colors"])
  }

  @Test func `a key sends its action once, even after the reactor has been assigned again`() {
    let (stage, view, reactor) = show()

    view.reactor = reactor
    stage.press("t")

    #expect(reactor.currentState.isOn)
  }

  @Test func `titles, hints and availability follow the state`() {
    let (stage, _, reactor) = show()
    #expect(stage.rows.last?.contains("t Switch on  c Color  p Polish") == true)

    reactor.action.send(.toggle)
    stage.window.render()

    #expect(stage.rows.last?.contains("t Switch off  c Color  d Dim") == true)
  }

  @Test func `availability follows the selection, even for a key in the same write`() {
    let (stage, view, reactor) = show()

    stage.press("j", "c")

    #expect(view.colors.selectedIndex == 1)
    #expect(reactor.currentState.color == "white")
    stage.press("k", "c")
    #expect(reactor.currentState.color == "car \(CarRow.few[0].id)")
    #expect(view.command("lamp.color")?.value == reactor.currentState.color)
  }

  @Test func `before a key, only the commands that may receive it are evaluated`() {
    let (stage, view) = (TestScreen(60, 10), Probe())
    stage.show(view)
    Probe.commands.install(in: view)
    stage.window.render()
    view.evaluated = []

    stage.window.handle([.key("a")])

    #expect(Set(view.evaluated) == ["a"])
    view.isEnabled = false
    stage.window.handle([.key("b")])
    #expect(view.performed == ["a"])
    view.isEnabled = true
    stage.window.handle([.key("b")])
    #expect(view.performed == ["a", "b"])
  }

  @Test func `an action that returns nothing sends nothing, and a view performs a command itself`() {
    let (stage, view, reactor) = show(LampReactor.State(isOn: true))

    stage.press("d", "p")

    #expect(reactor.currentState.isOn && view.polished == 1)
  }

  @Test func `the key of a disabled command says why it is disabled`() {
    let (stage, _, reactor) = show(LampReactor.State(isBroken: true))

    stage.press("T")

    #expect(!reactor.currentState.isOn)
    #expect(stage.text.contains("The lamp is broken."))
  }

  @Test func `the keys, the title and the availability that a program sets stay as they are`() {
    let (stage, view, reactor) = show()

    view.command("lamp.color")?.binding.keys = ["z"]
    view.command("lamp.color")?.title = "Paint"
    view.command("lamp.toggle")?.isEnabled = false
    reactor.action.send(.color("red"))
    stage.press("z", "t")

    #expect(stage.rows.last?.contains("z Paint") == true)
    #expect(reactor.currentState.color == "car \(CarRow.few[0].id)" && !reactor.currentState.isOn)
  }

  @Test func `a view can list its commands under a heading of its own`() {
    let view = View()
    let commands = Commands<View>("Numbers") {
      for number in 1...2 { Command(CommandID("number.\(number)"), title: "\(number)", perform: { _ in }) }
    }

    commands.install(in: view, section: "Winners")

    #expect(view.command("number.2")?.binding.section == "Winners")
    #expect(commands.bindings.map(\.section) == ["Numbers", "Numbers"])
  }

  @Test func `an object that is not a view has its commands in a view as long as it exists`() {
    let (stage, view, reactor) = show()
    var counter: Counter? = Counter()
    Counter.commands.install(in: view, for: counter!)

    stage.press("+", "+")

    #expect(counter?.count == 2 && view.command("counter.add")?.value == "2")
    counter = nil
    stage.press("+", "t")
    #expect(reactor.currentState.isOn)
  }

  @Test func `without a reactor, commands do nothing`() {
    let (stage, view, _) = show()

    view.reactor = nil
    stage.press("t", "p")

    #expect(view.polished == 0)
  }
}
