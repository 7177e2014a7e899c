import ReactorCore
import ReactorTerminal
import ReactorTesting
import TapePlayer
import Testing

@testable import ReactorInspector

extension ExportTests {
  @MainActor
  struct TapeTests {
    private let size = RecordedSession.size

    @Test func `a tape of a session leads to the same screen`() async throws {
      let session = try await RecordedSession.counter()

      let tape = session.log.tape(of: 1...session.log.epochCount, size: size, title: "Counting")

      #expect(try Tape(parsing: tape).warnings.isEmpty)
      #expect(
        tape == """
          # Counting
          Set Width 40
          Set Height 10

          Type "+"
          Sleep 800ms
          Up
          Down
          Sleep 450ms

          """)
      let again = try await RecordedSession.counter(tape)
      #expect(session.screen.contains("2") && again.screen == session.screen)
    }

    @Test func `what is pasted at once with the key that moves the focus to a secret field is masked`() throws {
      let screen = TestScreen { _ in
        let view = SignInView()
        view.reactor = SignInReactor()
        return view
      }
      let log = InspectorLog(screen.window)
      log.start()

      screen.window.handle([.key(Key(.function(4))), .paste(Paste("hunter2"))])

      #expect(
        log.epochs.contains {
          $0.items.contains { if case .action(let value) = $0.kind { "\(value)".contains("Password") } else { false } }
        })
      #expect(!log.tape(of: 1...log.epochCount, size: size, title: "A").contains("hunter2"))
      #expect(!log.trace(.jsonLines).contains("hunter2"))
    }

    @Test func `a tape contains only the epochs that are marked`() async throws {
      let log = try await RecordedSession.signIn("Type \"ab\"\nTab\nType \"pq\"\nF2\n").log

      let lines = log.tape(of: [5, 1], size: size, title: "A").split(separator: "\n").dropFirst(3)
      #expect(lines == ["Type \"a\"", "# Text typed into a secret field has been replaced.", "Type \"secret\""])
      #expect(log.tape(of: [99], size: size, title: "None") == "# None\nSet Width 40\nSet Height 10\n\n")
    }
  }
}
