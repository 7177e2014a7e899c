import ReactorTesting
import Testing

@testable import ReactorInspector

extension InspectorTests {
  @MainActor
  @Suite struct InspectorLogTests {
    @Test func `nothing is recorded before the start`() {
      let log = InspectorLog(TestScreen().window)
      #expect(log.epochs.isEmpty && !log.isRecording)
    }
  }
}
