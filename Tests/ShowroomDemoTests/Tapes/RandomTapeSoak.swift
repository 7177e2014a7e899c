import Foundation
import ReactorTesting
import ShowroomTestSupport
import TapePlayer
import Testing

@testable import ReactorTerminal
@testable import ShowroomApp
@testable import ShowroomDemo
@testable import ShowroomSettings

/// Random tapes, every frame of which is checked: in memory, and as the bytes that ncurses writes for it.
@Suite(.serialized)
@MainActor
struct RandomTapeSoak {
  @Test func `every frame of a random tape is right, with and without the inspector`() async throws {
    for seed in SoakSeeds(6) {
      let text = RandomTape.text(seed: seed)
      var performance = DemoPerformance(
        try Tape(parsing: text),
        resources: ResourceLocator(environment: ["SHOWROOM_RESOURCES": Checkout.resources.path]))
      performance.inspector.isOpen = seed % 3 != 0
      let device = HeadlessTerminal()
      let surface = try NcursesSurface(device: device, term: "xterm-256color")
      defer { surface.close() }
      var frames = 0
      var offences: [String] = []
      performance.windowOpened = { window in
        FrameCheck.watch(window) { Issue.record("seed \(seed): \($0)\n\(text)") }
        window.frameDrawn.subscribe { [weak window] in
          guard let window else { return }
          if device.size != window.size {
            device.resize(to: window.size)
            surface.resize(to: window.size)
          }
          surface.present(window.grid, cursor: window.cursor)
          offences += FrameBytes.offences(in: device.bytes)
          device.clearBytes()
          frames += 1
        }.disposed(by: window.disposeBag)
      }

      do {
        _ = try await performance.playHeadless()
      } catch let failure as TapeFailure {
        // The tape may quit the program before its end, or wait for what does not come.
        #expect(frames > 0, "seed \(seed): \(failure)")
      }

      #expect(offences.prefix(3) == [], "seed \(seed)\n\(text)")
      #expect(frames > 0, "seed \(seed)")
    }
  }
}
