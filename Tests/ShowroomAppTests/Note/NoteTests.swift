import Catalogue
import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@testable import ShowroomApp

@MainActor @Suite("The note on a car", .timeLimit(.minutes(5)))
struct NoteTests {
  private let showcase: Showcase

  init() async throws {
    showcase = try await Showcase(loadIndex: false)
  }

  private func reactor(_ text: String = "", id: Car.ID = 1) -> NoteReactor {
    NoteReactor(NoteRequest(id: id, name: "Kia K5 2021", text: text), catalogue: showcase.live)
  }

  // MARK: The reactor

  @Test("is saved, and the editor closes then")
  func save() async throws {
    let store = TestStore(reactor())
    store.send(.edit("Quiet")) { expect in expect(.setText("Quiet")) { $0.text = "Quiet" } }
    store.send(.save) { expect in expect(.setSaving(true)) { $0.isSaving = true } }
    await store.receive(.saved("Quiet"), within: Showcase.patience) {
      $0.isSaving = false
      $0.storedText = "Quiet"
      $0.closed = .saved
    }
    await store.finish(within: Showcase.patience)
    #expect(try showcase.store.userData(id: 1).note == "Quiet")
  }

  @Test("is removed when nothing but spaces is left of it")
  func remove() async throws {
    try await showcase.live.setNote("Quiet", for: 1)
    let reactor = reactor("Quiet")
    reactor.action.send(.edit(" \n"))
    reactor.action.send(.save)
    try await showcase.wait(for: reactor) { $0.closed == .removed }
    #expect(try showcase.store.userData(id: 1).note == nil)
  }

  @Test("is not written again when it did not change")
  func unchanged() async {
    let store = TestStore(reactor("Quiet"))
    store.send(.save) { expect in expect(.close(.unchanged)) { $0.closed = .unchanged } }
    store.send(.cancel) { expect in expect(.close(.unchanged)) { $0.closed = .unchanged } }
    await store.finish(within: Showcase.patience)
  }

  @Test("is not given up without a question when it changed")
  func cancel() async {
    let store = TestStore(reactor("Quiet"))
    store.send(.edit("Quiet, red")) { expect in expect(.setText("Quiet, red")) { $0.text = "Quiet, red" } }
    store.send(.cancel) { expect in expect(.askBeforeDiscarding) { $0.discardQuestion = true } }
    store.send(.discard) { expect in expect(.close(.unchanged)) { $0.closed = .unchanged } }
    await store.finish(within: Showcase.patience)
  }

  @Test("keeps its text when it cannot be saved, and says why")
  func failure() async throws {
    let reactor = reactor(id: 999)
    reactor.action.send(.edit("Quiet"))
    reactor.action.send(.save)
    try await showcase.wait(for: reactor) { $0.alert != nil }
    #expect(reactor.currentState.text == "Quiet")
    #expect(!reactor.currentState.isSaving)
    #expect(reactor.currentState.closed == nil)
    #expect(reactor.currentState.alert?.title == "The note was not saved")
    #expect(reactor.currentState.alert?.retry == .save)
  }

  @Test("stays open for what was typed while it was being saved")
  func typingWhileSaving() async throws {
    let reactor = reactor()
    reactor.action.send(.edit("Quiet"))
    reactor.action.send(.save)
    reactor.action.send(.edit("Quiet, red"))
    try await showcase.wait(for: reactor) { !$0.isSaving }
    #expect(reactor.currentState.closed == nil)
    #expect(reactor.currentState.isChanged)
  }

  // MARK: The screen

  private func show(_ reactor: NoteReactor, on stage: Stage) {
    let view = NoteView()
    view.reactor = reactor
    stage.show(view)
  }

  @Test("is typed into a text area; the hints say how to save, and Esc offers Save, Discard and Cancel")
  func screen() {
    let stage = Stage(60, 14)
    let reactor = reactor("조용하다.")
    show(reactor, on: stage)
    stage.terminal.type(" q and h")
    stage.terminal.press(.enter)
    stage.terminal.type("are letters")
    #expect(reactor.currentState.text == "조용하다. q and h\nare letters")
    stage.expect(
      """
       Cars › Note                                      not saved

        조용하다. q and h
        are letters









       ^S Save  Esc Leave
      """)
    stage.terminal.press(.escape)
    stage.expect(
      """
       Cars › Note                                      not saved

        조용하다. q and h
        are letters
         ╭─ Save the note? ──────────────────────────────────╮
         │ Your changes will be lost if you don't save them. │
         │                                                   │
         │                    s Save   d Discard  [c Cancel] │
         ╰───────────────────────────────────────────────────╯




       s Save  d Discard  c Cancel
      """)
    stage.terminal.press(.enter)
    #expect(stage.navigation.screens.count == 2)
    #expect(reactor.currentState.closed == nil)
    stage.terminal.press(.escape, .escape)
    #expect(reactor.currentState.closed == nil)
    stage.terminal.press(.escape, "d")
    #expect(reactor.currentState.closed == .unchanged)
  }

  @Test func `every way back asks about what is not saved`() {
    let stage = Stage(60, 14)
    let reactor = reactor("a")
    show(reactor, on: stage)
    stage.terminal.type("b")

    stage.navigation.goBack()

    #expect(stage.navigation.screens.count == 2)
    #expect(stage.window.modals.count == 1)
    #expect(reactor.currentState.closed == nil)
  }

  @Test func `leaving a changed note can save it`() async throws {
    let stage = Stage(60, 14)
    let reactor = reactor()
    show(reactor, on: stage)
    stage.terminal.type("Quiet")

    stage.terminal.press(.escape, "s")

    try await showcase.wait(for: reactor) { $0.closed == .saved }
    #expect(try showcase.store.userData(id: 1).note == "Quiet")
  }

  @Test("keeps ← and backspace for editing, also where there is nothing left of the caret")
  func editingKeys() {
    let stage = Stage(60, 14)
    let reactor = reactor("a")
    show(reactor, on: stage)
    stage.terminal.press(.backspace, .backspace, .left, .left)
    #expect(stage.navigation.screens.count == 2)
    #expect(reactor.currentState.text.isEmpty)
  }

  @Test("is saved with Ctrl-S")
  func saveKey() async throws {
    let stage = Stage(60, 14)
    let reactor = reactor()
    show(reactor, on: stage)
    stage.terminal.type("Quiet")
    stage.terminal.press(.control("s"))
    try await showcase.wait(for: reactor) { $0.closed == .saved }
    #expect(try showcase.store.userData(id: 1).note == "Quiet")
  }
}
