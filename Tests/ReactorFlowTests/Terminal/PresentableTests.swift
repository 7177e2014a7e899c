import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite struct PresentableTests {
  let terminal = HeadlessTerminal(size: Size(width: 40, height: 12))
  let window: Window
  let stack = NavigationStack()

  init() {
    let window = Window(size: terminal.size, surface: terminal, clock: VirtualClock())
    FrameCheck.watch(window)
    terminal.attach(handle: { window.handle($0) }, afterBatch: { window.render() })
    self.window = window
    window.root.content = stack
  }

  @Test func `a screen is visible while it is the top of its stack, and dismissed once when it is popped`() {
    let root = Screen()
    let screen = Screen()
    stack.push(root)
    let visibility = Recorder(screen.visibility)
    let dismissal = Recorder(screen.dismissal)
    stack.push(screen)
    stack.push(Screen())
    stack.pop()
    #expect(dismissal.elements.isEmpty)
    stack.pop()
    #expect(visibility.elements == [false, true, false, true, false])
    #expect(dismissal.elements.count == 1)
    #expect(Recorder(root.visibility).elements == [true])
  }

  @Test func `screens popped together are dismissed from the top, after the screen below is visible again`() {
    let journal = Journal()
    let root = Screen()
    stack.push(root)
    for name in ["one", "two"] {
      let screen = Screen()
      stack.push(screen)
      screen.dismissal.bind { [stack] in journal.note("\(name), \(stack.top === root)") }
        .disposed(by: window.disposeBag)
    }
    stack.pop(to: root)
    #expect(journal.lines == ["two, true", "one, true"])
  }

  @Test func `a replaced screen is dismissed, and a screen that is pushed again is no longer dismissed`() {
    let screen = Screen()
    stack.push(screen)
    stack.replaceTop(with: Screen())
    #expect(Recorder(screen.dismissal).elements.count == 1)
    stack.push(screen)
    #expect(Recorder(screen.dismissal).elements.isEmpty)
    #expect(Recorder(screen.visibility).elements == [true])
  }

  @Test func `a screen outside a stack is visible while it is in the window`() {
    let screen = Screen()
    let visibility = Recorder(screen.visibility)
    window.root.content = screen
    window.root.content = nil
    #expect(visibility.elements == [false, true, false])
    #expect(Recorder(screen.dismissal).elements.count == 1)
  }

  @Test func `removing a stack for good dismisses the stack, then its screens from the top, and its sections`() {
    let journal = Journal()
    let section = NavigationSection(on: stack)
    let names = ["one", "two"]
    for name in names {
      let screen = Screen()
      section.push(screen)
      screen.dismissal.bind { journal.note(name) }.disposed(by: window.disposeBag)
    }
    stack.dismissal.bind { journal.note("stack") }.disposed(by: window.disposeBag)

    window.root.content = Screen()

    #expect(journal.lines == ["stack", "two", "one"])
    #expect(Recorder(section.dismissal).elements.count == 1)
  }

  @Test func `a stack that its observer shows again is not dismissed with its screens`() {
    let screen = Screen()
    stack.push(screen)
    stack.dismissal.bind { [window, stack] in window.root.content = stack }.disposed(by: window.disposeBag)

    window.root.content = nil

    #expect(Recorder(stack.visibility).elements == [true])
    #expect(Recorder(screen.dismissal).elements.isEmpty)
  }

  @Test func `a dialog is visible while it is presented, and dismissed once with those above it`() {
    let lower = ModalView()
    let upper = ModalView()
    let visibility = Recorder(lower.visibility)
    let dismissals = Recorder(Observable.merge(lower.dismissal.map { "lower" }, upper.dismissal.map { "upper" }))
    window.present(lower)
    window.present(upper)
    lower.dismiss()
    lower.dismiss()
    #expect(visibility.elements == [false, true, false])
    #expect(dismissals.elements == ["upper", "lower"])
    window.present(lower)
    #expect(Recorder(lower.dismissal).elements.isEmpty)
  }

  @Test func `the answer of a dialog is delivered before its dismissal, when it is off the screen`() {
    let journal = Journal()
    let alert = window.alert("Delete?", "…", buttons: [AlertButton("Yes", key: "y")])
    alert.answered.subscribe { [window] in journal.note("answered \($0), \(window.modals.count) open") }
      .disposed(by: window.disposeBag)
    alert.dismissal.bind { journal.note("dismissed") }.disposed(by: window.disposeBag)
    terminal.type("y")
    #expect(journal.lines == ["answered Yes, 0 open", "dismissed"])
  }

  @Test func `a dialog presented again by its own answer is not dismissed`() {
    let modal = ModalView()
    window.present(modal)
    modal.dismiss { [window] in window.present(modal) }
    #expect(Recorder(modal.dismissal).elements.isEmpty)
    #expect(Recorder(modal.visibility).elements == [true])
  }

  // MARK: Sections

  @Test func `a section of a shared stack is visible while one of its screens is, and dismissed with the last`() {
    stack.push(Screen())
    let section = NavigationSection(on: stack)
    let visibility = Recorder(section.visibility)
    let dismissal = Recorder(section.dismissal)
    section.push(Screen())
    section.push(Screen())
    stack.push(Screen())
    stack.pop()
    stack.pop()
    #expect(dismissal.elements.isEmpty)
    #expect(section.screens.count == 1)
    stack.pop()
    #expect(visibility.elements == [false, true, false, true, false])
    #expect(dismissal.elements.count == 1)
  }

  @Test func `a section whose only screen is replaced continues, and popAll removes it with everything above`() {
    let root = Screen()
    stack.push(root)
    let section = NavigationSection(on: stack)
    section.push(Screen())
    section.replaceTop(with: Screen())
    section.push(Screen())
    stack.push(Screen())
    #expect(Recorder(section.dismissal).elements.isEmpty)
    section.popAll()
    #expect(stack.screens.count == 1)
    #expect(stack.top === root)
    #expect(Recorder(section.dismissal).elements.count == 1)
    section.popAll()
    #expect(stack.screens.count == 1)
  }

  @Test func `a section at the bottom of its stack keeps its first screen`() {
    let section = NavigationSection(on: stack)
    section.push(Screen())
    section.push(Screen())
    section.popAll()
    #expect(stack.screens.count == 1)
    #expect(section.screens.count == 1)
  }
}
