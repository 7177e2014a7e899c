import ReactorCore
import ReactorTerminal
import ReactorTesting
import TapePlayer

@testable import ReactorCounter
@testable import ReactorInspector

/// A session of a program on a virtual clock, recorded while a tape played.
@MainActor
struct RecordedSession {
  let stage: HeadlessStage
  let log: InspectorLog
  /// The screen after the last command.
  let screen: String
  /// The view of the program, which keeps the reactor alive.
  let view: View

  static let size = Size(width: 40, height: 10)
  /// Two changes, one of which comes while another is under way.
  static let counting = "Type \"+\"\nSleep 800ms\nUp\nSleep 200ms\nDown\nSleep 1s\n"

  /// Plays a tape over a program, without events of other tests.
  static func play(
    _ tape: String, capacity: Int = 1_000, budget: MemoryBudget? = nil,
    _ start: (HeadlessStage) -> (view: Screen, reactor: AnyObject)
  ) async throws -> RecordedSession {
    let stage = HeadlessStage(size: size, externalWork: .none)
    FrameCheck.watch(stage.window)
    return try await stage.perform {
      let program = start(stage)
      let log = InspectorLog(stage.window, capacity: capacity, memoryLimit: nil) {
        [window = stage.window, reactor = program.reactor] in
        guard let view = $0.object as? View else { return $0.object !== reactor && $0.object !== window }
        return view.window !== window
      }
      log.start()
      log.budget = budget
      stage.window.root.content = NavigationStack(root: program.view)
      stage.window.installStandardCommands { [weak stage] in stage?.end() }
      _ = try await Player(Tape(parsing: tape), on: stage).play()
      log.stop()
      return RecordedSession(
        stage: stage, log: log, screen: ScreenSnapshot(of: stage.window).text, view: program.view)
    }
  }

  static func counter(
    _ tape: String = counting, capacity: Int = 1_000, budget: MemoryBudget? = nil
  ) async throws -> RecordedSession {
    try await play(tape, capacity: capacity, budget: budget) { stage in
      let view = CounterView()
      let reactor = CounterReactor(clock: stage.clock)
      view.reactor = reactor
      return (view, reactor)
    }
  }

  static func signIn(_ tape: String) async throws -> RecordedSession {
    try await play(tape) { _ in
      let view = SignInView()
      let reactor = SignInReactor()
      view.reactor = reactor
      return (view, reactor)
    }
  }

  /// The lane of the only reactor.
  var reactor: Int { log.lanes.firstIndex { $0.kind == .reactor } ?? -1 }
}
