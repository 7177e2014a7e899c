import ReactorTerminal
import ReactorTesting
import Testing

@testable import ReactorInspector

extension InspectorTests {
  @MainActor
  @Suite struct InspectorLogTests {
    @Test func `what happens is recorded between start and stop`() {
      let program = TallyProgram()
      let log = InspectorLog(program.screen.window)

      program.screen.press("+")
      #expect(log.epochs.isEmpty && !log.isRecording)

      log.start()
      program.screen.press("+", "+")
      log.stop()
      program.screen.press("+")
      #expect(log.epochs.map(\.number) == [1, 2] && !log.isRecording)
    }
  }
}
