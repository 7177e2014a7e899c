import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@testable import ReactorInspector

/// A reactor with an effect that never ends.
private final class WaitingReactor: Reactor {
  typealias Action = Int
  struct State {}

  let store = Store<WaitingReactor>(State())

  func mutate(action: Int) -> Observable<Int> { .never }
}

extension InspectorTests {
  @MainActor
  @Suite("Lanes and effects")
  struct LanesAndEffectsTests {
    @Test func `a running effect is listed with its age, and canceled`() async {
      let program = TallyProgram()
      program.screen.press(.f12)
      await program.use("l")

      program.inspect("3")
      await program.screen.wait(.seconds(1))
      #expect(program.shows("TallyReactor effect 1") && program.shows("1.050 s"))

      program.screen.press("x")
      #expect(program.inspector.log?.running.count == 0, "\(program.screen.text)")
      await program.screen.wait(InspectorPane.updateDelay)
      #expect(program.shows("No recorded effect is running."))
      #expect(program.triggers == ["l", "Effect 1"])
      #expect(program.reactor.currentState.value == 0)
    }

    @Test func `an effect that ends without an element is not an epoch, and its end is shown in the newest`() async {
      let program = TallyProgram()
      program.screen.press(.f12)

      await program.use("l")
      await program.screen.wait(.seconds(3))

      let log = program.inspector.log
      let last = log?.epochs.last?.items.last?.kind
      if case .effectFinished(1) = last {} else { Issue.record("\(String(describing: last))") }
      #expect(log?.running.isEmpty == true)
    }

    @Test func `an effect that is canceled with its reactor has ended, and adds no lane`() {
      let screen = TestScreen()
      let log = InspectorLog(screen.window)
      log.start()
      var reactor: WaitingReactor? = WaitingReactor()
      reactor?.action.send(1)
      #expect(log.running.count == 1)

      reactor = nil

      let last = log.epochs.last?.items.last
      if case .effectCanceled(1) = last?.kind {} else { Issue.record("\(String(describing: last))") }
      #expect(last?.lane == 0 && log.lanes.count == 1)
      #expect(log.running.isEmpty)
    }

    @Test func `the initial state of a released reactor is kept only as long as one of its epochs`() {
      let screen = TestScreen()
      let log = InspectorLog(screen.window, capacity: 1)
      log.start()
      var reactor: WaitingReactor? = WaitingReactor()
      reactor?.action.send(1)
      #expect(log.lanes.first?.initialState != nil)
      reactor = nil

      let other = WaitingReactor()
      for _ in 0..<128 { other.action.send(1) }

      #expect(log.lanes.map { $0.initialState != nil } == [false, true])
    }

    @Test(arguments: [20, 8])
    func `signs are in the same columns, although the name of a lane has wide characters`(width: Int) {
      let screen = TestScreen()
      let log = InspectorLog(screen.window)
      log.start()
      let reactors = [WaitingReactor(), WaitingReactor()]
      for reactor in reactors { reactor.action.send(1) }
      let lanes = zip(log.lanes, ["한글Reactor", "AbcdReactor"]).map { lane, name in
        Lane(kind: lane.kind, name: name, source: lane.source, initialState: nil)
      }

      let lines = LaneChart(log, columns: 2).lines(EpochText(isASCII: false, lanes: lanes), nameWidth: width)

      let names = lines.dropFirst().map { $0.first?.text ?? "" }
      #expect(names.map { displayWidth(of: $0) } == [Int](repeating: width + 1, count: 4), "\(names)")
    }

    @Test func `lanes show reactors and effects over the epochs`() async {
      let program = TallyProgram()
      program.screen.press(.f12)
      await program.use("+", "l", "+")
      await program.screen.wait(.seconds(3))

      program.inspect("2")

      #expect(program.shows("Epochs 1 to"))
      #expect(program.shows("TallyReactor"))
      #expect(program.shows("effect 1"))
      #expect(!program.shows("Skip"), "\(program.screen.text)")
    }
  }
}
