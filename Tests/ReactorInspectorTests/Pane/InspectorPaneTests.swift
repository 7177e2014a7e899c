import ReactorCore
import ReactorTerminal
import ReactorTesting
import TestSupport
import Testing

@testable import ReactorInspector

extension InspectorTests {
  @MainActor
  @Suite("InspectorPane")
  struct InspectorPaneTests {
    // MARK: Opening and closing

    @Test func `F12 opens the pane below the program, and the program goes on working`() async {
      let program = TallyProgram()
      program.screen.press(.f12)

      await program.use("+")

      #expect(program.reactor.currentState.value == 1)
      program.screen.expect(
        """
         Tally
         Value 1









         + Increase  l Later  s Save  t Sign  : Commands  q Quit                 ? Help
        [Epochs]─Lanes──Effects─────────────────────────────────────────────────1 epoch─
              #  Came      Did                 Mut  │ Epoch 1  0.000 s  +              █
        ▸     1  +         tally.increase        1  │ Command  tally.increase  TallyV… █
                                                    │ Action   .increase  TallyReactor █
                                                    │ Mutation .add(1)  TallyReactor   █
                                                    │   State(                         █
                                                    │ -   value: 0                     █
                                                    │ +   value: 1                     █
                                                    │     … 3 more are equal           │
                                                    │   )                              │
                                                    │ Redrawn  Label in TallyView: te… │
        F12 Use the inspector
        """)
    }

    @Test func `a wide window has the pane beside the program`() async {
      let program = TallyProgram(120, 40)
      program.screen.press(.f12)

      await program.use("+")

      let row = program.screen.rows[1]
      #expect(row.hasPrefix(" Value 1"))
      #expect(program.inspector.pane?.frame == Rect(x: 66, y: 0, width: 54, height: 40))
    }

    @Test func `the pane moves to the other side on request, and stays there after a change of the size`() async {
      let program = TallyProgram()
      program.screen.press(.f12, "w")
      program.screen.resize(90, 30)

      #expect(program.inspector.pane?.frame == Rect(x: 50, y: 0, width: 40, height: 30))
    }

    @Test func `F12 focuses an open pane, and closes it when it has the focus`() async {
      let program = TallyProgram()
      program.screen.press(.f12, .escape)
      #expect(program.inspector.isOpen && program.inspector.pane?.containsFocus == false)

      program.screen.press(.f12)
      #expect(program.inspector.pane?.containsFocus == true)

      program.screen.press(.f12)
      #expect(!program.inspector.isOpen)
      #expect(program.screen.window.root.dock == nil)
    }

    @Test func `a closed inspector listens to nothing`() async {
      let program = TallyProgram()
      #expect(!Instrumentation.isObserved)

      program.screen.press(.f12)
      #expect(Instrumentation.isObserved)

      program.screen.press(.f12)
      #expect(!Instrumentation.isObserved)
      #expect(program.inspector.log == nil)
    }

    @Test func `the pane can be open from the start, and the program has the focus`() async {
      let program = TallyProgram(options: .init(isOpen: true))

      await program.use("+")

      #expect(program.triggers == ["+"])
      #expect(program.reactor.currentState.value == 1)
    }

    @Test func `the window and the inspector are released together`() {
      weak var window: Window?
      weak var inspector: Inspector?
      do {
        let program = TallyProgram()
        program.screen.press(.f12)
        window = program.screen.window
        inspector = program.inspector
      }
      #expect(window == nil && inspector == nil)
      #expect(!Instrumentation.isObserved)
    }

    // MARK: Epochs

    @Test func `an epoch shows the command, the action, the mutation, the difference and the reasons of a redraw`()
      async
    {
      let program = TallyProgram(120, 40)
      program.screen.press(.f12)

      await program.use("+")

      for text in [
        "Epoch 1", "Command  tally.increase", "Action   .increase", "Mutation .add(1)", "-   value: 0", "+   value: 1",
        "Redrawn  Label in TallyView: text", "Not redrawn, because nothing that they show changed:",
      ] {
        #expect(program.shows(text), "\(text) in\n\(program.screen.text)")
      }
    }

    @Test func `an epoch of a program that ran before shows the state before it`() async {
      let program = TallyProgram(120, 40)
      program.screen.press("+", "+", .f12)

      await program.use("+")

      #expect(program.shows("-   value: 2") && program.shows("+   value: 3"))
    }

    @Test func `an effect has epochs of its own`() async {
      let program = TallyProgram(120, 40)
      program.screen.press(.f12)

      await program.use("l")
      await program.screen.wait(.seconds(3))

      #expect(program.triggers == ["l", "Effect 1", "Effect 1"] || program.triggers == ["l", "Effect 1"])
      #expect(program.shows("Emitted by TallyReactor effect 1, started in epoch 1"))
    }

    @Test func `the pane itself is never recorded`() async {
      let program = TallyProgram()
      program.screen.press(.f12)
      await program.use("+")

      program.inspect("k", "j", "2", "3", "1", "p", "p", "/", "a", .enter, "m")
      program.screen.click("Lanes")
      program.screen.press(.f12)
      program.screen.press(.f12)
      program.screen.press(.escape, .f12)
      await program.screen.wait(.seconds(1))

      let names = program.inspector.log?.lanes.map(\.name) ?? []
      #expect(program.triggers == [])
      #expect(!names.contains { $0.contains("Pane") || $0.contains("TabView") || $0.contains("TableView") }, "\(names)")
    }

    @Test func `using the pane adds no epoch`() async {
      let program = TallyProgram()
      program.screen.press(.f12)
      await program.use("+")

      program.inspect("k", "j", "2", "3", "1", "p", "p", "/", "a", .enter, "m")
      program.screen.click("Lanes")
      program.screen.press(.escape, .f12, .tab)
      await program.screen.wait(.seconds(1))

      #expect(program.triggers == ["+"])
    }

    @Test func `an open pane draws nothing while the program is idle`() async {
      let program = TallyProgram()
      program.screen.press(.f12)
      await program.use("+")
      let frames = program.screen.terminal.frameCount

      await program.screen.wait(.seconds(60))

      #expect(program.screen.terminal.frameCount == frames)
    }

    @Test func `a key does not wait for the pane`() async {
      let program = TallyProgram()
      program.screen.press(.f12, .escape)

      program.screen.press("+", "+")
      #expect(program.shows("0 epochs"))

      await program.screen.wait(InspectorPane.updateDelay)
      #expect(program.shows("2 epochs"))
    }

    @Test func `secrets are masked`() async {
      let program = TallyProgram(120, 40)
      program.screen.press(.f12)

      await program.use("t")

      #expect(program.shows(".sign(••••)"))
      #expect(!program.shows("swordfish"))
    }

    @Test func `the list follows the newest epoch unless the user has moved up`() async {
      let program = TallyProgram()
      program.screen.press(.f12)
      await program.use("+", "s", "+")
      let table = program.inspector.pane?.epochs.table
      #expect(table?.selectedID == 3)

      program.inspect("k")
      await program.use("+")
      #expect(table?.selectedID == 2)

      program.inspect("G")
      await program.use("+")
      #expect(table?.selectedID == 5)
    }

    // MARK: Commands of the pane

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
      let program = TallyProgram()
      program.screen.press(.f12)
      program.inspector.pane?.saveFolder = folder.path
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

    @Test func `a running effect is listed with its age, and canceled`() async {
      let program = TallyProgram()
      program.screen.press(.f12)
      await program.use("l")

      program.inspect("3")
      await program.screen.wait(.seconds(1))
      #expect(program.shows("TallyReactor effect 1") && program.shows("1.050 s"))

      program.screen.press("x")
      #expect(program.inspector.log?.running.count == 0, "\(program.screen.text)")
      await program.screen.wait(.seconds(5))
      #expect(program.shows("No effect is running."))
      #expect(program.reactor.currentState.value == 0)
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

    @Test func `with ASCII only, no page contains another character`() async {
      let program = TallyProgram(120, 40, ascii: true)
      program.screen.press(.f12)
      await program.use("+", "l", "t", .up)
      await program.screen.wait(.seconds(3))

      for keys: [Key] in [["1"], ["["], ["g", "x"], ["2"], ["3"]] {
        for key in keys { program.inspect(key) }
        let others = program.screen.text.filter { !$0.isASCII && $0 != "•" }
        #expect(others.isEmpty, "\(program.screen.text)")
      }
    }

    @Test func `the pane of a small window shows the list, and Enter the details`() async {
      let program = TallyProgram(50, 12)
      program.screen.press(.f12)
      await program.use("+")
      #expect(program.shows("tally.inc") && !program.shows("Action"), "\(program.screen.text)")

      program.inspect(.enter)
      #expect(program.shows("Action   .increase"))

      program.screen.press(.enter)
      #expect(!program.shows("Action"))
    }

    @Test func `the pane works while a dialog is on the screen`() async {
      let program = TallyProgram()
      program.screen.window.alert("Sure", "Really")
      program.screen.press(.f12)
      #expect(program.inspector.pane?.containsFocus == true)

      program.inspect("2", "1", .escape)
      #expect(program.screen.window.modals.count == 1)
      #expect(program.inspector.pane?.containsFocus == false)

      program.screen.press(.enter)
      await program.screen.wait(.seconds(1))
      #expect(program.screen.window.modals.isEmpty)
      #expect(program.triggers.last == "Enter")
    }
  }
}
