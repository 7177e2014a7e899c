import TapePlayer
import TestSupport
import Testing

@testable import FilePicker
@testable import ShowroomApp
@testable import ShowroomCommands
@testable import ShowroomSettings

/// Random tapes, each played twice.
@Suite(.timeLimit(.minutes(600)), .serialized)
@MainActor
struct TapeRepetitionSoak {
  /// The visible result of a performance.
  private struct Outcome: Equatable {
    var screen: String
    var recording: [UInt8]
  }

  private func play(_ text: String) async throws -> Outcome {
    var performance = DemoPerformance(
      try Tape(parsing: text, file: "random.tape"),
      resources: ResourceLocator(environment: ["SHOWROOM_RESOURCES": Checkout.resources.path]))
    let memory = RecordingBuffer()
    performance.recordings = [memory]
    do {
      let screen = try await performance.playHeadless()
      return Outcome(screen: screen.text, recording: memory.bytes)
    } catch let failure as TapeFailure {
      // The tape quit the program before its end.
      return Outcome(screen: "\(failure)", recording: memory.bytes)
    }
  }

  @Test func `the same tape produces the same bytes under any load`() async throws {
    for seed in SoakSeeds(10) {
      let text = RandomTape.text(seed: seed)
      let first = try await play(text)
      let second = try await play(text)
      let isSame = first == second
      #expect(isSame, "seed \(seed)\n\(text)")
      #expect(!String(decoding: first.recording, as: UTF8.self).contains("showroom-demo"), "seed \(seed)")
    }
  }
}
