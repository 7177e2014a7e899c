import Testing

/// The tests of exports, one at a time: they all listen to the events of the process.
@MainActor
@Suite(.serialized) struct ExportTests {}
