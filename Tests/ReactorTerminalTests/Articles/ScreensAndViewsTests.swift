import ReactorCore
import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite("Article: Screens and views")
struct ScreensAndViewsTests {
  private let screen = TestScreen(40, 10)

  private func shop() -> ShoppingView {
    let view = ShoppingView()
    view.reactor = ShoppingReactor()
    screen.show(NavigationStack(root: view))
    return view
  }

  @Test func `an empty list names the key that adds an item`() {
    _ = shop()

    screen.expect(
      """
       Shopping                             0
        Item                          Bought

                   Nothing to buy

                       a Add



       Enter Open  a Add  d Remove
      """)
  }

  @Test func `items are added in a prompt, checked with Enter, and removed after confirmation`() {
    let view = shop()

    screen.press("a")
    screen.type("Tea")
    screen.press(.enter, "a")
    screen.type("Milk")
    screen.press(.enter, .enter)

    screen.expect(
      """
       Shopping                             2
        Item                          Bought
      ▸ Tea                           yes
        Milk





       Enter Open  a Add  d Remove
      """)

    screen.press("d", "y")

    #expect(view.reactor?.currentState.items == [Item(id: 2, name: "Milk")])
  }

  @Test func `a screen with unsaved changes asks before it is left`() {
    let stack = NavigationStack(root: Screen())
    let note = NoteView()
    note.reactor = NoteReactor(text: "Tea")
    screen.show(stack)
    stack.push(note)
    screen.window.render()

    screen.type("!")
    screen.press(.escape)

    #expect(stack.top === note)
    #expect(screen.text.contains("Discard the changes?"))

    screen.press("y")

    #expect(stack.screens.count == 1)
  }

  @Test func `a popped screen is released with its reactor`() {
    let stack = NavigationStack(root: Screen())
    screen.show(stack)
    weak var view: NoteView?
    weak var reactor: NoteReactor?
    do {
      let note = NoteView()
      let noteReactor = NoteReactor(text: "Tea")
      note.reactor = noteReactor
      stack.push(note)
      (view, reactor) = (note, noteReactor)
    }
    screen.window.render()

    screen.press(.escape)

    #expect(view == nil)
    #expect(reactor == nil)
  }
}
