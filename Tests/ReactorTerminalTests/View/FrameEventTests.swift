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

    #expect(recorder.elements.map(\.kind.description) == ["frame of 2 rows", "frame of 4 rows"])
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
