// A program on a terminal for the tests of sessions that are played and recorded:
// tape-session [--tape FILE] [--record FILE] [--write FILE] [--input] [--stay]
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
    keys(.up, id: "more", title: "More").bind { [weak self] in self?.add(1) }
    keys(.down, id: "less", title: "Less").bind { [weak self] in self?.add(-1) }
    add(0)
  }

  private func add(_ difference: Int) {
    value += difference
    count.text = "Count \(value)"
  }

  override func layoutSubviews() {
    for (row, view) in [count, wide, name, password].enumerated() {
      view.frame = Rect(x: 1, y: row * 2, width: bounds.width - 2, height: 1)
    }
  }
}

func argument(after name: String) -> String? {
  CommandLine.arguments.firstIndex(of: name).flatMap { CommandLine.arguments.dropFirst($0 + 1).first }
}

do {
  let tape = try argument(after: "--tape").map { try Tape(contentsOf: $0) }
  let application = try TerminalApplication()
  let window = application.window
  let recorder = try argument(after: "--record").map {
    try CastRecorder(
      to: RecordingFile(path: $0),
      header: CastRecorder.Header(size: window.size, term: getenv("TERM").map { String(cString: $0) } ?? ""),
      keepsInput: CommandLine.arguments.contains("--input"))
  }
  let file = argument(after: "--write")
  let writer = file.map { _ in TapeWriter(size: window.size, title: "A session", at: window.time) }
  window.root.content = NavigationStack(root: SessionScreen())
  let stage = LiveStage(application, recorder: recorder, writer: writer)
  let cause =
    try tape.map { try stage.run($0, quitsAtEnd: !CommandLine.arguments.contains("--stay")) } ?? stage.run()
  if let file, let writer, let stream = fopen(file, "w") {
    fputs(writer.tape(at: window.time), stream)
    fclose(stream)
  }
  cause?.endProcess()
} catch {
  let line = "\(error)\n"
  _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(error is TapeError ? 2 : 1)
}
