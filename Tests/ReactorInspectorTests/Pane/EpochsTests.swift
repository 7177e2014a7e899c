import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@testable import ReactorInspector

extension InspectorTests {
  @MainActor
  @Suite("Epochs")
  struct EpochsTests {
    @Test func `an epoch shows the command, the action, the mutation, the difference and the reasons of a redraw`()
      async
    {
      let program = TallyProgram(120, 40)
      program.screen.press(.f12)

      await program.use("+")

      for text in [
        "Epoch 1", "Command  tally.increase", "Action   .increase", "Mutation .add(1)", "-   value: 0", "+   value: 1",
        "Redrawn  Label in TallyView: text", "Not redrawn, because unchanged:",
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

      #expect(program.triggers == ["l", "Effect 1", "Effect 1"])
      #expect(program.shows("effect 1 from epoch 1"))
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

    @Test func `an epoch of another screen does not list views of this one as not redrawn`() async {
      let program = TallyProgram(120, 40)
      let bar = ProgressBar(value: 0.5)
      bar.frame = Rect(x: 0, y: 3, width: 10, height: 1)
      program.view.addSubview(bar)
      program.screen.press(.f12)
      await program.use("+", "+")
      program.inspect("k")
      #expect(program.shows("Epoch 1 ") && program.shows("  ProgressBar in "), "\(program.screen.text)")

      let other = SignInView()
      other.reactor = SignInReactor()
      program.screen.window.root.replaceContent(with: other)
      program.inspect("j", "k")
      #expect(program.shows("Epoch 1 ") && program.shows("Redrawn  Label in TallyView"))
      #expect(!program.shows("Not redrawn"), "\(program.screen.text)")
    }

    @Test func `what is drawn after the frame of an epoch does not belong to it`() async {
      let program = TallyProgram(120, 40)
      program.screen.press(.f12)
      await program.use("s")
      let shown = program.inspector.log?.epochs.last?.items.count

      // The toast disappears.
      await program.screen.wait(.seconds(20))

      #expect(!program.screen.text.contains("✓ Saved"))
      #expect(program.inspector.log?.epochs.last?.items.count == shown)
    }

    @Test func `a megabyte of text is truncated`() async throws {
      let program = TallyProgram(120, 40)
      program.screen.press(.f12)
      await program.use("+")
      let text = EpochText(isASCII: false, lanes: [])
      let long = String(repeating: "a", count: 1_000_000)

      #expect(text.inline(long).count == EpochText.mostCharacters + 3)
      #expect(EpochText(isASCII: false, lanes: []).tree([long]).inline.count < 1_100)
      var epoch = Epoch(number: 1, time: .zero, trigger: .other, followsGap: false)
      epoch.items = [Epoch.Item(kind: .command(long), lane: 0, time: .zero)]
      let lines = EpochDetails.lines(of: epoch, text, width: 50)
      #expect(lines.count == 7 && lines[4].last?.text.last == "…", "\(lines.map { $0.map(\.text) })")
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

    @Test func `the numbers of thousands of epochs are shown in full`() async throws {
      let program = TallyProgram(120, 40)
      program.screen.press(.f12)
      program.screen.window.leaveDock()
      for _ in 1..<10_000 { program.screen.press("+") }

      await program.use("+", "+", "l")

      #expect(program.inspector.log?.epochCount == 10_002)
      #expect(program.shows("10,000 epochs") && program.screen.text.contains(#/10001 .*\n.*10002 /#))
    }

    @Test func `the pane of a small window shows the list, and Enter the details`() async {
      let program = TallyProgram(50, 12)
      program.screen.press(.f12)
      await program.use("+")
      #expect(program.shows("tally.inc") && !program.shows("Action   .increase"), "\(program.screen.text)")

      program.inspect(.enter)
      #expect(program.shows("Action   .increase"))

      program.screen.press(.enter)
      #expect(!program.shows("Action   .increase"))
    }

    @Test func `with ASCII only, no page contains another character`() async {
      let program = TallyProgram(120, 40, ascii: true)
      program.screen.press(.f12)
      await program.use("+", "l", "t", .up)
      await program.screen.wait(.seconds(3))

      for keys: [Key] in [["1"], ["["], ["g", "x"], ["2"], ["3"]] {
        for key in keys { program.inspect(key) }
        let others = program.screen.text.filter { !$0.isASCII }
        #expect(others.isEmpty, "\(program.screen.text)")
      }
    }
  }
}
