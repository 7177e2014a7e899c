// A terminal program for tests of played and recorded sessions, with the arguments of TapeProgram, and
// --print     prints the count on standard output and standard error
// --quit      quits before the first frame
import Glibc
import ReactorCore
import ReactorTerminal
import TapePlayer

final class SessionScreen: Screen {
  private let count = Label()
  private let wide = Label("기아 K5 🚗 ★ e\u{301} |", role: .accent)
  private let name = TextField(placeholder: "Name")
  private let password = TextField(placeholder: "Password")
  private var value = 0

  override init() {
    super.init()
    title = "Session"
    password.isSecret = true
    for view in [count, wide, name, password] { addSubview(view) }
    keys(.up, id: CommandID("more"), title: "More").bind { [weak self] in self?.add(1) }
    keys(.down, id: CommandID("less"), title: "Less").bind { [weak self] in self?.add(-1) }
    add(0)
  }

  private func add(_ difference: Int) {
    value += difference
    count.text = "Count \(value)"
    if prints {
      print("printed \(value)")
      fflush(nil)
      let line = "reported \(value)\n"
      _ = write(STDERR_FILENO, line, line.utf8.count)
    }
  }

  override func layoutSubviews() {
    for (row, view) in [count, wide, name, password].enumerated() {
      view.frame = Rect(x: 1, y: row * 2, width: bounds.width - 2, height: 1)
    }
  }
}

var arguments = Array(CommandLine.arguments.dropFirst())
let prints = arguments.contains("--print")
let quits = arguments.contains("--quit")
arguments.removeAll { ["--print", "--quit"].contains($0) }
TapeProgram.main(arguments: arguments) { window in
  window.root.content = NavigationStack(root: SessionScreen())
  if quits { window.quit() }
}
