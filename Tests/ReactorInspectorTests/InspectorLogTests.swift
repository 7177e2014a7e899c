import ReactorCore
import ReactorTerminal
import Testing

@testable import ReactorInspector

@MainActor
struct InspectorLogTests {
  @Test func `nothing is recorded before the start`() {
    let log = InspectorLog(
      Window(size: Size(width: 10, height: 2), surface: HeadlessTerminal(size: Size(width: 10, height: 2))))
    #expect(log.epochs.isEmpty && !log.isRecording)
  }
}
