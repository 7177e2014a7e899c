import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct FrameEventTests {
  @Test func `a frame is reported with the number of rows that were drawn, and an unchanged one is not`() {
    let stage = TestScreen(10, 4)
    let tile = stage.show(Tile("a"))
    let id = ObjectIdentifier(stage.window)
    let recorder = Recorder(Instrumentation.events.filter { $0.source.id == id })

    stage.window.render()
    tile.setNeedsDisplay(Rect(x: 0, y: 1, width: 10, height: 2))
    stage.window.render()
    tile.setNeedsDisplay()
    stage.window.render()

    #expect(recorder.elements.map(\.kind.description) == ["frame of 2 rows, 0 bytes", "frame of 4 rows, 0 bytes"])
  }

  @Test func `a key, its command and what it leads to belong to one turn`() {
    let stage = TestScreen(10, 4)
    let tile = stage.show(Tile("a"))
    let number = Relay<Int>()
    let command = tile.addCommand(KeyBinding(id: CommandID("tile.count"), keys: ["c"], title: "Count"))
    command.map { 1 }.bind(to: number).disposed(by: stage.window.disposeBag)
    let label = Label()
    tile.addSubview(label)
    label.frame = Rect(x: 0, y: 0, width: 3, height: 1)
    number.map { "\($0)" }.bind(to: label, \.text).disposed(by: stage.window.disposeBag)
    stage.window.render()
    let objects = Set([ObjectIdentifier(stage.window), ObjectIdentifier(tile), ObjectIdentifier(label)])
    let recorder = Recorder(Instrumentation.events.filter { objects.contains($0.source.id) })

    stage.window.handle([.key("c")])

    #expect(
      recorder.elements.map { "\($0.source.type) \($0.kind)" }.prefix(2) == [
        "Window input key(c)", "Tile command tile.count",
      ])
    #expect(recorder.elements.contains { "\($0.source.type) \($0.kind)" == "Label redraw because of text" })
    #expect(Set(recorder.elements.map(\.turn)).count == 1)
  }

  @Test func `what is typed into a secret field is reported as a secret`() {
    let stage = TestScreen(10, 1)
    let field = stage.show(TextField())
    field.isSecret = true
    field.focus()
    stage.window.render()
    let id = ObjectIdentifier(stage.window)
    let recorder = Recorder(Instrumentation.events.filter { $0.source.id == id })

    stage.window.handle([.key("p"), .key("q"), .paste(Paste("hunter2")), .key(.left)])

    let kinds = recorder.elements.map(\.kind.description)
    #expect(kinds == ["input (secret)", "input (secret)", "input (secret)", "input key(←)"])
  }

  @Test func `a view is reported when it is created`() {
    var types: [ObjectIdentifier: Any.Type] = [:]
    let bag = DisposeBag()
    Instrumentation.events.bind { event in
      if case .created = event.kind { types[event.source.id] = event.source.type }
    }.disposed(by: bag)

    let tile = Tile("a")

    #expect(types[ObjectIdentifier(tile)] == Tile.self)
  }
}
