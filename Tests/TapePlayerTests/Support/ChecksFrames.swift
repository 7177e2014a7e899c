import ReactorTesting
import TapePlayer
import Testing

/// A trait of suites that play tapes: every frame of every stage is checked.
struct ChecksFrames: SuiteTrait, TestTrait {
  let isRecursive = true

  func prepare(for test: Test) async throws {
    await MainActor.run { HeadlessStage.opened = { FrameCheck.watch($0) } }
  }
}

extension Trait where Self == ChecksFrames {
  static var checksFrames: Self { ChecksFrames() }
}
