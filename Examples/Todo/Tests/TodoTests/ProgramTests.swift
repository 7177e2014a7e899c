import Foundation
import ReactorFlow
import ReactorTerminal
import ReactorTesting
import TapePlayer
import Testing

@testable import todo

@MainActor
@Suite struct ProgramTests {
  private let temporary: TemporaryList
  private let coordinator = FlowCoordinator()
  private let root: NavigationStack

  init() throws {
    temporary = try TemporaryList("Water the plants", "Buy milk", "Call Kim")
    let flow = TodoFlow(list: temporary.list)
    coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: .started))
    root = flow.root
  }

  @Test func `the list shows the to-dos and their commands`() {
    let screen = TestScreen(60, 10) { _ in root }

    screen.press(.down, .space)

    screen.expect(
      """
       To-dos                                         1 of 3 done
        Done  To-do
        [ ]   Water the plants
      ▸ [x]   Buy milk
        [ ]   Call Kim




       Enter Edit  a Add  Space Done  d Delete  +4         ? Help
      """)
  }

  @Test func `an empty list names the key that adds a to-do`() async {
    let screen = TestScreen(40, 8) { _ in root }

    screen.press("d", "d", "d")
    await screen.wait(.seconds(6))

    screen.expect(
      """
       To-dos
        Done  To-do
                   Nothing to do

                       a Add


       Enter Edit  a Add  +6           ? Help
      """)
  }

  @Test func `a moved to-do stays selected`() throws {
    let screen = TestScreen(60, 10) { _ in root }

    screen.press("J", "J", .space)

    #expect(try temporary.savedTodos.map(\.title) == ["Buy milk", "Call Kim", "Water the plants"])
    #expect(try temporary.savedTodos.map(\.isDone) == [false, false, true])
  }

  @Test func `u restores a deleted to-do`() throws {
    let screen = TestScreen(60, 10) { _ in root }

    screen.press("d")
    #expect(screen.position(of: "Deleted “Water the plants”") != nil)
    screen.press("u")

    #expect(try temporary.savedTodos.map(\.title) == ["Water the plants", "Buy milk", "Call Kim"])
  }

  @Test func `a changed to-do asks before it is left`() throws {
    let screen = TestScreen(60, 14) { _ in root }

    screen.press(.enter)
    screen.type(" twice")
    screen.press(.escape)

    screen.expect(
      """
       To-dos › Edit                                    not saved
       Title  Water the plants twice
       Notes

                      ╭─ Discard the changes? ───╮
                      │ The to-do was not saved. │
                      │                          │
                      │   [n Cancel]  y Discard  │
                      ╰──────────────────────────╯




       n Cancel  y Discard                                 ? Help
      """)

    screen.press("y")

    #expect(root.screens.count == 1)
    #expect(try temporary.savedTodos[0].title == "Water the plants")
  }

  @Test func `an empty title is not saved`() throws {
    let screen = TestScreen(60, 14) { _ in root }

    screen.press(.enter, "ctrl+u", .control("s"))
    #expect(screen.position(of: "Enter a title.") != nil)
    screen.type("Water the garden")
    screen.press(.control("s"))

    #expect(root.screens.count == 1)
    #expect(try temporary.savedTodos[0].title == "Water the garden")
  }

  @Test func `the tape adds, edits, and deletes`() async throws {
    let tape = try Tape(contentsOf: URL(filePath: #filePath).deletingLastPathComponent().path + "/../../todo.tape")

    _ = try await tape.play { window in
      FrameCheck.watch(window)
      window.root.content = root
    }

    #expect(try temporary.savedTodos.map(\.title) == ["Water the plants", "Buy milk", "Read a good book"])
  }

  @Test func `the screens are released with the flow`() async throws {
    await expectReleased {
      let coordinator = FlowCoordinator()
      let flow = TodoFlow(list: temporary.list)
      coordinator.coordinate(flow: flow, with: OneStepper(withSingleStep: .started))
      let screen = TestScreen(60, 10) { _ in flow.root }
      screen.press(.enter, .escape)
    }
  }
}
