import ReactorTerminal
import ReactorTesting
import Testing

@MainActor
@Suite("Screen.shouldGoBack")
struct GoingBackTests {
  private final class EditScreen: Screen {
    var isChanged = true
    var asked = 0

    override func shouldGoBack() -> Bool {
      asked += 1
      return !isChanged
    }
  }

  private func stage() -> (TestScreen, NavigationStack, EditScreen) {
    let stage = TestScreen(60, 12)
    let stack = stage.show(NavigationStack(root: Screen()))
    let screen = EditScreen()
    stack.push(screen)
    stage.window.render()
    return (stage, stack, screen)
  }

  @Test func `every key that goes back calls shouldGoBack`() {
    let (stage, stack, screen) = stage()

    stage.press(.escape, "q", "h", .left, .backspace)

    #expect(stack.top === screen)
    #expect(screen.asked == 5)
    screen.isChanged = false
    stage.press("h")
    #expect(stack.top !== screen)
  }

  @Test func `a click on the hint and the command call shouldGoBack`() {
    let (stage, stack, screen) = stage()

    stage.click(2, 11)
    stage.window.activeCommands.first { $0.binding.id == NavigationStack.back }?.trigger()

    #expect(stack.top === screen)
    #expect(screen.asked == 2)
  }

  @Test func `keys that the screen left out of its own back command call shouldGoBack`() {
    let (stage, stack, screen) = stage()
    var cancels = 0
    screen.keys(.escape, id: NavigationStack.back, title: "Discard").bind { cancels += 1 }

    stage.press("h", .left, .backspace, "q", .escape)

    #expect(stack.top === screen)
    #expect(cancels == 1)
  }

  @Test func `pop does not call shouldGoBack`() {
    let (_, stack, screen) = stage()

    stack.pop()

    #expect(stack.top !== screen)
    #expect(screen.asked == 0)
  }
}
