import ReactorCore
import ReactorTerminal
import ReactorTesting
import ShowroomCatalog
import ShowroomTestSupport
import Testing

@testable import ShowroomApp

@MainActor @Suite(.timeLimit(.minutes(20)))
struct NoteTests {
  private let showcase: Showcase

  init() async throws {
    showcase = try await Showcase(loadIndex: false)
  }

  private func reactor(_ text: String = "", id: Car.ID = 1) -> NoteReactor {
    let car = Car(id: id, make: "Kia", model: "K5", year: 2021)
    return NoteReactor(NoteRequest(car: car, text: text), catalog: showcase.live)
  }

  // MARK: The reactor

  @Test func `saving the note closes the editor`() async throws {
    let store = TestStore(reactor())
    store.send(.edit("Quiet")) { expect in expect(.setText("Quiet")) { $0.text = "Quiet" } }
    store.send(.save) { expect in expect(.setSaving(true)) { $0.isSaving = true } }
    await store.receive(.saved("Quiet"), within: Showcase.timeout) {
      $0.isSaving = false
      $0.storedText = "Quiet"
    }
    await store.receive(output: .step(.noteClosed(.saved)))
    await store.finish(within: Showcase.timeout)
    #expect(try showcase.store.userData(id: 1).note == "Quiet")
  }

  @Test func `a blank note is removed`() async throws {
    try await showcase.live.setNote("Quiet", for: 1)
    let reactor = reactor("Quiet")
    let outputs = Recorder(reactor.outputs)
    reactor.action.send(.edit(" \n"))
    reactor.action.send(.save)
    await eventually { outputs.elements == [.step(.noteClosed(.removed))] }
    #expect(try showcase.store.userData(id: 1).note == nil)
  }

  @Test func `an unchanged note is not written`() async {
    let store = TestStore(reactor("Quiet"))
    store.send(.save) { expect in expect(output: .step(.noteClosed(.unchanged))) }
    store.send(.cancel) { expect in expect(output: .step(.noteClosed(.unchanged))) }
    await store.finish(within: Showcase.timeout)
  }

  @Test func `leaving a changed note asks first`() async {
    let store = TestStore(reactor("Quiet"))
    store.send(.edit("Quiet, red")) { expect in expect(.setText("Quiet, red")) { $0.text = "Quiet, red" } }
    store.send(.cancel) { expect in
      expect(
        output: .message(
          .question(
            "Save the note?", text: "Your changes will be lost if you don't save them.",
            answers: [
              .init("Save", key: "s", sends: .save), .init("Discard", key: "d", isDestructive: true, sends: .discard),
              .cancel(key: "c"),
            ])))
    }
    store.send(.discard) { expect in expect(output: .step(.noteClosed(.unchanged))) }
    await store.finish(within: Showcase.timeout)
  }

  @Test func `a note that cannot be saved keeps its text, and an alert shows the cause`() async throws {
    let reactor = reactor(id: 999)
    let outputs = Recorder(reactor.outputs)
    reactor.action.send(.edit("Quiet"))
    reactor.action.send(.save)
    await eventually { !outputs.elements.isEmpty }
    #expect(reactor.currentState.text == "Quiet")
    #expect(!reactor.currentState.isSaving)
    guard case .message(.alert("Could not save the note", let text, .error, .save)) = outputs.elements.first else {
      Issue.record("\(outputs.elements)")
      return
    }
    #expect(!text.isEmpty)
  }

  @Test func `a note is not saved to another car that has received the ID`() async throws {
    let reactor = reactor()
    let outputs = Recorder(reactor.outputs)
    reactor.action.send(.edit("Quiet"))
    try await showcase.replaceCars([Showcase.entry(1, "Ford", "Focus", 2001)])

    reactor.action.send(.save)

    await eventually { !outputs.elements.isEmpty }
    guard case .message(.alert("Could not save the note", _, .error, .save)) = outputs.elements.first else {
      Issue.record("\(outputs.elements)")
      return
    }
    #expect(reactor.currentState.text == "Quiet")
    #expect(try showcase.store.userData(id: 1).note == nil)
  }

  @Test func `a note that another program has changed is replaced only after confirmation`() async throws {
    try await showcase.live.setNote("Quiet", for: 1)
    let reactor = reactor("Quiet")
    let outputs = Recorder(reactor.outputs)
    reactor.action.send(.edit("Quiet, red"))
    try showcase.store.setNote("Loud", id: 1)

    reactor.action.send(.save)
    let question = Message<NoteReactor.Action>.confirmation(
      "Replace the note?", text: "Another program has changed the note since you opened it.", confirm: "Replace",
      action: .replace("Loud"))
    await eventually { outputs.elements == [.message(question)] }
    #expect(try showcase.store.userData(id: 1).note == "Loud")

    reactor.action.send(.replace("Loud"))
    await eventually { outputs.elements.last == .step(.noteClosed(.saved)) }
    #expect(try showcase.store.userData(id: 1).note == "Quiet, red")
  }

  @Test func `the editor stays open if the text changes while it is saved`() async throws {
    let reactor = reactor()
    let outputs = Recorder(reactor.outputs)
    reactor.action.send(.edit("Quiet"))
    reactor.action.send(.save)
    reactor.action.send(.edit("Quiet, red"))
    try await showcase.wait(for: reactor) { !$0.isSaving }
    #expect(outputs.elements.isEmpty)
    #expect(reactor.currentState.isChanged)
  }

  // MARK: The screen

  @Test func `an editor that the user has chosen edits the note and saves it`() async throws {
    try await showcase.live.setNote("Quiet", for: 1)
    let stage = Stage(60, 14)
    let reactor = reactor("Quiet")
    show(reactor, on: stage, editor: ExternalEditor { "\($0),\r\nred\u{1B}[31m" })
    #expect(stage.text.contains("^S Save  ^O Open in editor  Esc Back"))
    let outputs = Recorder(reactor.outputs)

    stage.terminal.press(.control("o"))

    await eventually { outputs.elements == [.step(.noteClosed(.saved))] }
    #expect(try showcase.store.userData(id: 1).note == "Quiet,\nred[31m")
  }

  @Test func `a note that the editor did not change stays open, and a failure is an alert`() async throws {
    let stage = Stage(60, 14)
    let reactor = reactor("Quiet")
    let outputs = Recorder(reactor.outputs)
    let failing = StateRelay(false)
    show(
      reactor, on: stage,
      editor: ExternalEditor { text throws(EditorError) in
        if failing.value { throw .failed("vi", status: 1) }
        return text
      })

    stage.terminal.press(.control("o"))
    #expect(stage.window.modals.isEmpty)
    failing.accept(true)
    stage.terminal.press(.control("o"))

    #expect(stage.text.contains("Could not edit the note"))
    #expect(stage.text.contains("vi ended with status 1, so the note was not changed."))
    #expect(reactor.currentState.text == "Quiet" && outputs.elements.isEmpty)
  }

  @Test func `without an editor the key says how to choose one`() {
    let stage = Stage(60, 14)
    show(reactor(), on: stage)
    stage.terminal.press(.control("o"))
    #expect(stage.text.contains("Set EDITOR to a text editor."))
  }

  @discardableResult
  private func show(_ reactor: NoteReactor, on stage: Stage, editor: ExternalEditor? = nil) -> NoteView {
    let view = NoteView(editor: editor)
    view.reactor = reactor
    stage.show(view)
    return view
  }

  @Test func `the hints show how to save, and Esc offers Save, Discard and Cancel`() {
    let stage = Stage(60, 14)
    let reactor = reactor("조용하다.")
    show(reactor, on: stage)
    stage.terminal.type(" q and h")
    stage.terminal.press(.enter)
    stage.terminal.type("are letters")
    #expect(reactor.currentState.text == "조용하다. q and h\nare letters")
    stage.expect(
      """
       Cars › Note                                        unsaved

        조용하다. q and h
        are letters









       ^S Save  Esc Back
      """)
    stage.terminal.press(.escape)
    stage.expect(
      """
       Cars › Note                                        unsaved

        조용하다. q and h
        are letters
         ╭─ Save the note? ──────────────────────────────────╮
         │ Your changes will be lost if you don't save them. │
         │                                                   │
         │                    s Save   d Discard  [c Cancel] │
         ╰───────────────────────────────────────────────────╯




       s Save  d Discard  c Cancel
      """)
    let outputs = Recorder(reactor.outputs)
    stage.terminal.press(.enter)
    #expect(stage.navigation.screens.count == 2)
    stage.terminal.press(.escape, .escape)
    #expect(!outputs.elements.contains(.step(.noteClosed(.unchanged))))
    stage.terminal.press(.escape, "d")
    #expect(outputs.elements.last == .step(.noteClosed(.unchanged)))
  }

  @Test func `every way back asks about unsaved changes`() {
    let stage = Stage(60, 14)
    let reactor = reactor("a")
    show(reactor, on: stage)
    stage.terminal.type("b")

    stage.navigation.goBack()

    #expect(stage.navigation.screens.count == 2)
    #expect(stage.window.modals.count == 1)
  }

  @Test func `the confirmation before leaving can save the note`() async throws {
    let stage = Stage(60, 14)
    let reactor = reactor()
    show(reactor, on: stage)
    stage.terminal.type("Quiet")
    let outputs = Recorder(reactor.outputs)

    stage.terminal.press(.escape, "s")

    await eventually { outputs.elements.last == .step(.noteClosed(.saved)) }
    #expect(try showcase.store.userData(id: 1).note == "Quiet")
  }

  // MARK: Quitting

  /// A note that is about to be saved before quitting, although another program has changed it in between, and the
  /// number of times that the program was asked to quit.
  private func conflict(on stage: Stage) async throws -> (reactor: NoteReactor, quits: StateRelay<Int>) {
    try await showcase.live.setNote("Quiet", for: 1)
    let reactor = reactor("Quiet")
    let view = show(reactor, on: stage)
    stage.terminal.type(", red")
    try showcase.store.setNote("Loud", id: 1)
    let quits = StateRelay(0)

    view.confirmQuitting(in: stage.window, isByUser: true) { quits.accept(quits.value + 1) }
    stage.terminal.press("s")

    await eventually { stage.text.contains("Replace the note?") }
    #expect(quits.value == 0)
    return (reactor, quits)
  }

  @Test func `quitting with Save replaces a note that another program has changed, and then quits`() async throws {
    let stage = Stage(70, 14)
    let (_, quits) = try await conflict(on: stage)

    stage.terminal.press("y")

    await eventually { quits.value > 0 }
    #expect(quits.value == 1)
    #expect(try showcase.store.userData(id: 1).note == "Quiet, red")
  }

  @Test func `quitting with Save does not quit after Cancel, even if the note is saved later`() async throws {
    let stage = Stage(70, 14)
    let (reactor, quits) = try await conflict(on: stage)
    let outputs = Recorder(reactor.outputs)

    stage.terminal.press("n")
    #expect(stage.text.contains("Quiet, red") && stage.window.modals.isEmpty && outputs.elements.isEmpty)
    stage.terminal.press(.control("s"))
    await eventually { stage.text.contains("Replace the note?") }
    stage.terminal.press("y")

    await eventually { outputs.elements.last == .step(.noteClosed(.saved)) }
    #expect(quits.value == 0)
  }

  @Test func `quitting with Save quits as well if only a retry saves the note`() async throws {
    let stage = Stage(70, 14)
    let reactor = reactor(id: 999)
    let view = show(reactor, on: stage)
    stage.terminal.type("Quiet")
    let quits = StateRelay(0)
    view.confirmQuitting(in: stage.window, isByUser: true) { quits.accept(quits.value + 1) }
    stage.terminal.press("s")
    await eventually { stage.text.contains("Could not save the note") }
    try await showcase.replaceCars([Showcase.entry(999, "Kia", "K5", 2021)])

    stage.terminal.press("r")

    await eventually { quits.value > 0 }
    #expect(quits.value == 1)
    #expect(try showcase.store.userData(id: 999).note == "Quiet")
  }

  @Test(arguments: [("c", 0), ("d", 1), ("s", 1)] as [(Key, Int)])
  func `while the note is being saved, only the last answer to quitting counts`(answer: Key, count: Int) async throws {
    let stage = Stage(70, 14)
    let reactor = reactor()
    let view = show(reactor, on: stage)
    stage.terminal.type("Quiet")
    let outputs = Recorder(reactor.outputs)
    let quits = StateRelay(0)
    let quit: @MainActor () -> Void = { quits.accept(quits.value + 1) }
    view.confirmQuitting(in: stage.window, isByUser: true, then: quit)
    stage.terminal.press("s")
    #expect(reactor.currentState.isSaving && stage.window.modals.isEmpty)

    view.confirmQuitting(in: stage.window, isByUser: true, then: quit)
    stage.terminal.press(answer)

    await eventually { outputs.elements == [.step(.noteClosed(.saved))] }
    #expect(quits.value == count)
    #expect(stage.window.modals.isEmpty)
  }

  @Test func `← and Backspace always edit, even at the start of the text`() {
    let stage = Stage(60, 14)
    let reactor = reactor("a")
    show(reactor, on: stage)
    stage.terminal.press(.backspace, .backspace, .left, .left)
    #expect(stage.navigation.screens.count == 2)
    #expect(reactor.currentState.text.isEmpty)
  }

  @Test func `Ctrl-S saves the note`() async throws {
    let stage = Stage(60, 14)
    let reactor = reactor()
    show(reactor, on: stage)
    stage.terminal.type("Quiet")
    let outputs = Recorder(reactor.outputs)
    stage.terminal.press(.control("s"))
    await eventually { outputs.elements == [.step(.noteClosed(.saved))] }
    #expect(try showcase.store.userData(id: 1).note == "Quiet")
  }
}
