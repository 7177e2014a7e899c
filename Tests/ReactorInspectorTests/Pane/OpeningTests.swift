import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@testable import ReactorInspector

extension InspectorTests {
  @MainActor
  @Suite("Opening and closing")
  struct OpeningTests {
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
        [Epochs]─Lanes──Effects──Filter─────────────────────────────────────────1 epoch─
              #  Cause     Action              Mut  │ Epoch 1  0.000 s  +              █
        ▸     1  +         tally.increase        1  │ Command  tally.increase          █
                                                    │          TallyView               █
                                                    │ Action   .increase  TallyReactor █
                                                    │ Mutation .add(1)                 █
                                                    │   State(                         █
                                                    │ -   value: 0                     │
                                                    │ +   value: 1                     │
                                                    │     … 3 more are equal           │
                                                    │   )                              │
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

    @Test func `when help over the focused pane is closed, the program has its hints again`() {
      let program = TallyProgram()
      program.screen.press(.f12)
      let hints = program.screen.rows[11]
      #expect(hints.hasPrefix(" + Increase"))

      program.screen.press("?")
      #expect(program.screen.rows[11].hasPrefix(" ? Close"))
      program.screen.press(.escape)

      #expect(program.inspector.pane?.containsFocus == true)
      #expect(program.screen.rows[11] == hints)
    }

    @Test func `the focus returns from the pane to the view that had it, even after help over the pane`() {
      let screen = TestScreen(80, 24)
      screen.window.installStandardCommands {}
      Inspector.install(in: screen.window)
      let stack = StackView(.vertical)
      stack.add(TextField(), .fixed(1))
      let second = stack.add(TextField(), .fixed(1))
      screen.show(stack)
      second.focus()

      screen.press(.f12, "?", .escape)
      #expect(!second.isFocused)
      screen.press(.escape)

      #expect(second.isFocused)
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
