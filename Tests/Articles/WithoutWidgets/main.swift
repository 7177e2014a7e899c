// A program that imports no widgets, with the arguments of TapeProgram. The tests play tapes with it in a process of its
// own, because they are themselves linked with the widgets.
import ReactorCore
import ReactorTerminalCore
import TapePlayer

final class GreetingScreen: Screen {
  override init() {
    super.init()
    title = "Greeting"
    keys("+", id: CommandID("greeting.again"), title: "Again").bind { [weak self] in self?.count += 1 }
  }

  private var count = 1 {
    didSet { setNeedsDisplay() }
  }

  override func draw(in canvas: Canvas) {
    let used = canvas.write("Hello", at: Point(x: 1, y: 1), style: canvas.theme[.accent])
    canvas.write(" × \(count)", at: Point(x: 1 + used, y: 1))
  }
}

/// Messages as a reactor sends them, of which only a toast needs no widgets.
@MainActor
func showMessages(in screen: Screen) {
  func show(_ key: Key, _ message: Message<Int>) {
    screen.keys(key, id: CommandID("message.\(key)"), title: "Message", isHidden: true).bind { [weak screen] in
      screen?.window?.show(message) { answer in screen?.title = "answer \(answer)" }
    }
  }
  show("t", .toast("Saved"))
  show("a", .alert("The server is gone.", text: "Try again later.", retry: 1))
  show("d", .confirmation("Delete it?", text: "It cannot be restored.", confirm: "Delete", action: 2))
  show("c", .choice("Choose one", answers: [Message.Answer("First", sends: 3)]))
}

TapeProgram.main { window in
  let screen = GreetingScreen()
  showMessages(in: screen)
  screen.keys("h", id: CommandID("greeting.help"), title: "Help", isHidden: true).bind { [weak window, weak screen] in
    window?.helpRequested.bind { screen?.title = "Help of the program" }
  }
  window.root.content = NavigationStack(root: screen)
}
