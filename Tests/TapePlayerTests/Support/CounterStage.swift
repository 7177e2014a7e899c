import ReactorTerminal
import TapePlayer

@testable import ReactorCounter

/// A stage with the counter example as its program.
@MainActor
struct CounterStage {
  let stage: HeadlessStage

  init(size: Size = Size(width: 60, height: 10), recorder: CastRecorder? = nil, externalWork: ExternalWork = .none) {
    stage = HeadlessStage(size: size, recorder: recorder, externalWork: externalWork)
  }

  /// Starts the program and plays a tape.
  @discardableResult
  func play(_ tape: String, options: Player.Options = Player.Options()) async throws -> Player.Ending {
    try await stage.perform {
      let view = CounterView()
      view.reactor = CounterReactor(clock: stage.clock)
      stage.window.root.content = NavigationStack(root: view)
      stage.window.installStandardCommands { [weak stage] in stage?.end() }
      return try await Player(Tape(parsing: tape, file: "demo.tape"), on: stage, options: options).play()
    }
  }

  /// The rows of the screen that are not empty.
  var shown: [String] {
    stage.window.grid.rows.map { $0.split(separator: " ").joined(separator: " ") }.filter { !$0.isEmpty }
  }
}
