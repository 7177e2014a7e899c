import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite("Article: Screens and views")
struct ScreensAndViewsTests {
  private let stage = Stage(40, 10)

  private func shop() -> ShoppingView {
    let view = ShoppingView()
    view.reactor = ShoppingReactor()
    stage.show(NavigationStack(root: view))
    return view
  }

  @Test func `an empty list names the key that adds an item`() {
    _ = shop()

    expectScreen(
      stage.terminal,
      equals: """
         Shopping                             0
          Item                           Bought

                     Nothing to buy

                         a Add



         Enter Open  a Add  d Remove
        """)
  }

  @Test func `items are added in a prompt, checked with Enter, and removed after a question`() {
    let view = shop()

    stage.press("a")
    stage.type("Tea")
    stage.press(.enter, "a")
    stage.type("Milk")
    stage.press(.enter, .enter)

    expectScreen(
      stage.terminal,
      equals: """
         Shopping                             2
          Item                           Bought
        ▸ Tea                            yes
          Milk





         Enter Open  a Add  d Remove
        """)

    stage.press("d", "y")

    #expect(view.reactor?.currentState.items == [Item(id: 2, name: "Milk")])
  }

  @Test func `a screen with unsaved changes asks before it is left`() {
    let stack = NavigationStack(root: Screen())
    let note = NoteView()
    note.reactor = NoteReactor(text: "Tea")
    stage.show(stack)
    stack.push(note)
    stage.window.render()

    stage.type("!")
    stage.press(.escape)

    #expect(stack.top === note)
    #expect(stage.screen.contains("Discard the changes?"))

    stage.press("y")

    #expect(stack.screens.count == 1)
  }

  @Test func `a popped screen is released with its reactor`() {
    let stack = NavigationStack(root: Screen())
    stage.show(stack)
    weak var view: NoteView?
    weak var reactor: NoteReactor?
    do {
      let note = NoteView()
      let noteReactor = NoteReactor(text: "Tea")
      note.reactor = noteReactor
      stack.push(note)
      (view, reactor) = (note, noteReactor)
    }
    stage.window.render()

    stage.press(.escape)

    #expect(view == nil)
    #expect(reactor == nil)
  }
}
