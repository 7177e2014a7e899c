import ReactorCore
import ReactorTerminal
import ReactorTesting
import ShowroomTestSupport
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

    @Test func `after a pause, the first difference is that of its mutation, and no history is computed across it`()
      async throws
    {
      let program = TallyProgram(120, 40)
      program.screen.press(.f12)
      await program.use("+")
      program.inspect("p")
      await program.use("+", "+")
      program.inspect("p")

      await program.use("+")
      #expect(program.shows("-   value: 3") && program.shows("+   value: 4"), "\(program.screen.text)")

      program.inspect("g", "x")
      #expect(program.shows("Recording was paused before epoch 2"))
      #expect(program.shows("Value 4"))
      let lane = try #require(program.inspector.log?.lanes.firstIndex { $0.kind == .reactor })
      #expect(throws: TestCodeError.unknownBeginning(lane: "TallyReactor")) {
        try program.inspector.log?.testCode(of: [2], lane: lane)
      }
    }

    @Test func `clear keeps the running effects, which can still be canceled`() async {
      let program = TallyProgram()
      program.screen.press(.f12)
      await program.use("l")

      program.inspect("c", "3")
      #expect(program.shows("TallyReactor effect 1"))
      program.screen.press("x")
      await program.screen.wait(InspectorPane.updateDelay)

      #expect(program.shows("No recorded effect is running."), "\(program.screen.text)")
      #expect(program.inspector.log?.epochs.first.map(\.trigger.startEpoch) == .some(nil))
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

    @Test func `neither a pause in a closed pane nor a cleared list leaves anything out of a trace`() async throws {
      let folder = try TemporaryFolder()
      let program = TallyProgram(options: .init(trace: folder.path + "/a.jsonl"))
      program.screen.press("+", .f12)
      program.inspect("c", "p", .f12)

      program.screen.press("+")
      program.screen.window.ended.send(())

      #expect(folder.text("a.jsonl")?.split(separator: "\n").count == 2)
    }

    @Test(arguments: [(80, 24, 12), (120, 40, 40)])
    func `a tape has the size of the program beside or above the pane`(width: Int, height: Int, rows: Int) async throws
    {
      let folder = try TemporaryFolder()
      let program = TallyProgram(width, height, options: .init(folder: folder.path))
      program.screen.press(.f12)
      await program.use("+")

      program.inspect("m", "T")

      let columns = rows == height ? width - width * 45 / 100 : width
      #expect(folder.text("session.tape")?.contains("Set Width \(columns)\nSet Height \(rows)\n") == true)
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

    @Test func `only its owner can read what is saved`() async throws {
      let folder = try TemporaryFolder()
      let trace = folder["a.jsonl"]
      try folder.write("", to: "a.jsonl")
      let program = TallyProgram(options: .init(trace: trace, folder: folder.path))
      program.screen.press(.f12)
      await program.use("+")

      program.inspect("m", "T", "t")
      program.screen.window.ended.send(())

      let modes = ShellCommand.output(of: "cd \(folder.path); stat -c '%a %n' *")
      #expect(modes == "600 TallyReactorSessionTests.swift\n600 a.jsonl\n600 session.tape")
      #expect(folder.text("a.jsonl")?.isEmpty == false)
    }

    @Test func `a trace does not replace a file that has appeared since the start`() async throws {
      let folder = try TemporaryFolder()
      let program = TallyProgram(options: .init(trace: folder["package.json"]))
      await program.use("+")
      try folder.write("{}", to: "package.json")

      program.screen.window.ended.send(())

      #expect(folder.text("package.json") == "{}")
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

extension Epoch.Trigger {
  /// The epoch that started the effect.
  fileprivate var startEpoch: Int? {
    if case .effect(_, let start) = self { start } else { nil }
  }
}
