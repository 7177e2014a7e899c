import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@testable import ReactorInspector

extension InspectorTests {
  @MainActor
  @Suite("Lanes and effects")
  struct LanesAndEffectsTests {
    @Test func `a running effect is listed with its age, and canceled`() async {
      let program = TallyProgram()
      program.screen.press(.f12)
      await program.use("l")

      program.inspect("3")
      await program.screen.wait(.seconds(1))
      #expect(program.shows("TallyReactor effect 1") && program.shows("1.050 s"))

      program.screen.press("x")
      #expect(program.inspector.log?.running.count == 0, "\(program.screen.text)")
      await program.screen.wait(InspectorPane.updateDelay)
      #expect(program.shows("No recorded effect is running."))
      #expect(program.triggers == ["l", "Effect 1"])
      #expect(program.reactor.currentState.value == 0)
    }

    @Test func `an effect that ends without an element is no epoch, and its end is shown in the newest`() async {
      let program = TallyProgram()
      program.screen.press(.f12)

      await program.use("l")
      await program.screen.wait(.seconds(3))

      let log = program.inspector.log
      let last = log?.epochs.last?.items.last?.kind
      if case .effectFinished(1) = last {} else { Issue.record("\(String(describing: last))") }
      #expect(log?.running.isEmpty == true)
    }

    @Test func `lanes show reactors and effects over the epochs`() async {
      let program = TallyProgram()
      program.screen.press(.f12)
      await program.use("+", "l", "+")
      await program.screen.wait(.seconds(3))

      program.inspect("2")

      #expect(program.shows("Epochs 1 to"))
      #expect(program.shows("TallyReactor"))
      #expect(program.shows("effect 1"))
      #expect(!program.shows("Skip"), "\(program.screen.text)")
    }
  }
}
