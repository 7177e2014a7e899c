import ReactorCore
import ReactorTerminal
import ReactorTesting
import TestSupport
import Testing

@testable import ReactorInspector

extension InspectorTests {
  @MainActor
  @Suite("Commands of the pane")
  struct PaneCommandsTests {
    @Test func `a search shows the epochs that contain the text`() async {
      let program = TallyProgram()
      program.screen.press(.f12)
      await program.use("+", "s", "+")

      program.inspect("/")
      program.screen.type("SAVE")
      program.screen.press(.enter)
      let table = program.inspector.pane?.epochs.table
      #expect(table?.rows.count == 1 && table?.selectedID == 2)
      #expect(program.reactor.currentState.value == 2)

      program.inspect("/", .escape, .escape)
      #expect(table?.rows.count == 3)
    }

    @Test func `a paused recording gets no epochs until it is resumed`() async {
      let program = TallyProgram()
      program.screen.press(.f12, "p")

      await program.use("+")
      #expect(program.triggers == [])
      #expect(program.shows("Paused"))

      program.inspect("p")
      await program.use("s")
      #expect(program.triggers == ["s"])
    }

    @Test func `clear forgets the epochs, and the next one shows the state before it`() async {
      let program = TallyProgram(120, 40)
      program.screen.press(.f12)
      await program.use("+", "+")

      program.inspect("c")
      #expect(program.triggers == [])

      await program.use("+")
      #expect(program.triggers == ["+"])
      #expect(program.shows("-   value: 2") && program.shows("+   value: 3"))
    }

    @Test func `epochs are marked and unmarked`() async {
      let program = TallyProgram()
      program.screen.press(.f12)
      await program.use("+", "+")

      program.inspect("m")
      #expect(program.inspector.pane?.epochs.table.marked == [2])

      program.inspect("m")
      #expect(program.inspector.pane?.epochs.table.marked == [])
    }

    @Test func `marked epochs are saved as a test and as a tape`() async throws {
      let folder = try TemporaryFolder()
      let program = TallyProgram(options: .init(folder: folder.path))
      program.screen.press(.f12)
      await program.use("+")

      program.inspect("t")
      #expect(program.shows("Mark epochs with m"))

      program.inspect("m", "t")
      #expect(program.shows("Saved"))
      program.inspect("T")

      #expect(folder.text("TallyReactorSessionTests.swift")?.contains(".increase") == true)
      #expect(folder.text("session.tape")?.contains("Type \"+\"") == true)
    }

    @Test func `a trace is written when the program ends`() async throws {
      let folder = try TemporaryFolder()
      let program = TallyProgram(options: .init(trace: folder.path + "/a.jsonl"))
      program.screen.press("+", "+")

      program.screen.window.ended.send(())

      #expect(folder.text("a.jsonl")?.split(separator: "\n").count == 2)
    }

    @Test func `a saved file replaces no other`() async throws {
      let folder = try TemporaryFolder()
      try folder.write("mine", to: "session.tape")
      let program = TallyProgram(options: .init(folder: folder.path))
      program.screen.press(.f12)
      await program.use("+")

      program.inspect("m", "T")
      #expect(program.shows("Saved session2.tape"))
      program.inspect("T")
      #expect(program.shows("Saved session3.tape"))

      #expect(folder.text("session.tape") == "mine")
      #expect(folder.text("session2.tape") == folder.text("session3.tape"))
    }

    @Test func `a folder that does not exist is reported`() async {
      let program = TallyProgram(120, 30, options: .init(folder: "/no/such"))
      program.screen.press(.f12)
      await program.use("+")

      program.inspect("m", "T")

      #expect(program.shows("session.tape could not be written"), "\(program.screen.text)")
    }
  }
}
