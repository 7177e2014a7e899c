import ReactorCore
import ReactorTerminal
import ReactorTesting
import ShowroomTestSupport
import Testing

@testable import ReactorInspector

extension InspectorTests {
  @MainActor
  @Suite("TimeTravel")
  struct TimeTravelTests {
    @Test func `a step back shows the state of that time on the screen, and Enter the present`() async {
      let program = TallyProgram()
      program.screen.press(.f12)
      await program.use("+", "+", "+")
      #expect(program.shows("Value 3"))

      program.inspect("[")
      #expect(program.shows("Value 2") && program.shows("Past: epoch 2 of 3"))

      program.screen.press("[")
      #expect(program.shows("Value 1"))

      program.screen.press("]")
      #expect(program.shows("Value 2"))

      program.screen.press(.enter)
      #expect(program.shows("Value 3") && !program.shows("Past"))
      #expect(program.triggers == ["+", "+", "+"])
    }

    @Test func `a view that draws, or responds to a key, reads the state of the time that it shows`() async {
      let view = TotalView()
      let program = TallyProgram(view: view)
      program.screen.press(.f12)
      await program.use("+", "+", "+")
      #expect(program.shows("Value 3") && program.shows("Total 3") && view.title == "Tally of 3")

      program.inspect("[", "[")
      #expect(program.shows("Value 1") && program.shows("Total 1") && view.title == "Tally of 1")

      program.screen.window.leaveDock()
      program.screen.press("?")
      #expect(program.shows("Asked at 1"))
      // The reactor itself goes on from its own state.
      program.screen.press("+")
      #expect(program.reactor.currentState.value == 4 && program.shows("Total 1"))

      program.inspect(.enter)
      #expect(program.shows("Value 4") && program.shows("Total 4") && view.title == "Tally of 4")
    }

    @Test func `a step forward to the newest epoch resumes`() async {
      let program = TallyProgram()
      program.screen.press(.f12)
      await program.use("+", "+")

      program.inspect("[", "]")

      #expect(program.shows("Value 2") && !program.shows("Past"))
    }

    @Test func `the program goes on in the past, and its result is shown afterward`() async {
      let program = TallyProgram()
      program.screen.press(.f12)
      await program.use("+", "l")

      program.inspect("[")
      await program.screen.wait(.seconds(3))
      #expect(program.shows("Value 1") && !program.shows("Working"))

      program.inspect(.end)
      #expect(program.shows("Value 11"))
    }

    @Test func `what a pulse reported does not happen again`() async {
      let program = TallyProgram()
      program.screen.press(.f12)
      await program.use("+", "s", "+")
      await program.screen.wait(.seconds(10))
      #expect(!program.shows("Saved "))
      let toasts = Box(0)
      program.reactor.pulse(unwrapping: \.$message).subscribe { _ in toasts.value += 1 }
        .disposed(by: program.screen.window.disposeBag)

      program.inspect("[", "[", "]", "]", "[", .enter)

      #expect(toasts.value == 0)
    }

    @Test func `closing the pane resumes the present`() async {
      let program = TallyProgram()
      program.screen.press(.f12)
      await program.use("+", "+")

      program.inspect("[", .f12)

      #expect(!program.inspector.isOpen && program.shows("Value 2"))
      program.screen.press("+")
      #expect(program.shows("Value 3"))
    }

    @Test func `time travel can be restricted to one reactor`() async {
      let program = TallyProgram()
      program.screen.press(.f12)
      await program.use("+", "+")

      program.inspect("o", "[")
      #expect(program.shows("Past of TallyReactor: epoch 1 of 2"))

      program.screen.press("o")
      #expect(program.shows("Past: epoch 1 of 2"))
    }

    @Test func `switching to the next reactor ends the view of what an epoch changed`() async {
      let program = TallyProgram(120, 40)
      program.screen.press(.f12)
      await program.use("+", "+")

      program.inspect("k", "x")
      #expect(program.shows("Without epoch 1"))
      program.screen.press("o")

      #expect(!program.shows("Without epoch 1") && program.shows("Value 2"), "\(program.screen.text)")
    }

    @Test func `skipping an action shows the states without it, and the difference`() async {
      let program = TallyProgram(120, 40)
      program.screen.press(.f12)
      await program.use("+", "s", "+")

      program.inspect("k", "k", "x")
      #expect(program.shows("Value 1"))
      for text in ["Without epoch 1", "-   value: 2", "+   value: 1"] { #expect(program.shows(text)) }

      program.screen.press(.enter)
      #expect(program.shows("Value 2"))
      #expect(program.reactor.currentState.value == 2)
    }

    @Test func `skipping an action also skips what its effect emitted later`() async {
      let program = TallyProgram(120, 40)
      program.screen.press(.f12)
      await program.use("l", "+")
      await program.screen.wait(.seconds(3))
      #expect(program.reactor.currentState.value == 11)

      program.inspect("g", "x")

      #expect(program.shows("Value 1"))
      #expect(program.shows("-   value: 11") && program.shows("+   value: 1"))
    }

    @Test func `skipping an epoch without a mutation changes nothing`() async {
      let program = TallyProgram()
      program.screen.press(.f12)
      await program.use("+", "z")

      program.inspect("x")

      #expect(program.shows("Epoch 2 changed no state"))
      #expect(program.shows("Value 1") && !program.shows("Without"))
    }
  }
}

/// A view that reads the state again to lay it out and to answer a key, instead of keeping what it was given.
private final class TotalView: TallyView {
  private let total = Label()

  override init() {
    super.init()
    addSubview(total)
  }

  override func bind(reactor: TallyReactor) {
    super.bind(reactor: reactor)
    keys("?", id: CommandID("tally.ask"), title: "Ask").bind { [weak self] in
      self?.window?.toast("Asked at \(self?.reactor?.currentState.value ?? -1)")
    }.disposed(by: disposeBag)
    reactor.state.subscribe { [weak self] _ in self?.setNeedsLayout() }.disposed(by: disposeBag)
  }

  override func layoutSubviews() {
    super.layoutSubviews()
    let value = reactor?.currentState.value ?? -1
    title = "Tally of \(value)"
    total.text = "Total \(value)"
    total.frame = Rect(x: 1, y: 2, width: 20, height: 1)
  }
}
