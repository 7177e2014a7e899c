import Foundation
import ReactorTesting
import ShowroomTestSupport
import TapePlayer
import Testing

@testable import ShowroomDemo
@testable import ShowroomSettings

extension WireTests { @Suite @MainActor struct RandomTapeSoak {} }

/// Random tapes, every frame of which is checked: in memory, and as the bytes that ncurses writes for it.
extension WireTests.RandomTapeSoak {
  @Test func `every frame of a random tape is right, with and without the inspector`() async throws {
    for seed in SoakSeeds(6) {
      let text = RandomTape.text(seed: seed)
      var performance = DemoPerformance(
        try Tape(parsing: text),
        resources: ResourceLocator(environment: ["SHOWROOM_RESOURCES": Checkout.resources.path]))
      performance.inspector.isOpen = seed % 3 != 0
      let wire = try WireCheck()
      defer { wire.close() }
      performance.windowOpened = { window in
        FrameCheck.watch(window) { Issue.record("seed \(seed): \($0)\n\(text)") }
        wire.watch(window)
      }

      do {
        _ = try await performance.playHeadless()
      } catch let failure as TapeFailure {
        // The tape may quit the program before its end, or wait for what does not come.
        #expect(wire.frames > 0, "seed \(seed): \(failure)")
      }

      #expect(wire.offences.prefix(3) == [], "seed \(seed)\n\(text)")
      #expect(wire.frames > 0, "seed \(seed)")
    }
  }
}
