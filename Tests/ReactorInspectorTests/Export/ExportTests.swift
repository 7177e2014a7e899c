import Testing

/// The tests of the inspector, one at a time: they all listen to the events of the process.
@Suite(.serialized) enum InspectorTests {
  @MainActor
  @Suite struct ExportTests {}
}

typealias ExportTests = InspectorTests.ExportTests
