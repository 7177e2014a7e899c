// A terminal program for tests of played and recorded sessions:
// tape-session [--tape FILE] [--record FILE] [--write FILE] [--input] [--stay]
// tape-session --headless --tape FILE [--record FILE]     plays without a terminal and prints the last screen
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

@MainActor
func recorder(size: Size, term: String) throws -> CastRecorder? {
  try argument(after: "--record").map {
    try CastRecorder(
      to: RecordingFile(path: $0), header: CastRecorder.Header(size: size, term: term),
      recordsInput: CommandLine.arguments.contains("--input"))
  }
}

/// Runs on the terminal, and returns the reason why the process must end.
@MainActor
func runSession(_ tape: Tape?) throws -> TerminationCause? {
  let application = try TerminalApplication()
  let window = application.window
  let recorder = try recorder(size: window.size, term: getenv("TERM").map { String(cString: $0) } ?? "")
  let file = argument(after: "--write")
  let writer = file.map { _ in TapeWriter(size: window.size, title: "A session", at: window.time) }
  window.root.content = NavigationStack(root: SessionScreen())
  let stage = LiveStage(application, recorder: recorder, writer: writer)
  let cause =
    try tape.map { try stage.run($0, quitsAtEnd: !CommandLine.arguments.contains("--stay")) } ?? stage.run()
  if let file, let writer, let stream = fopen(file, "w") {
    fputs(writer.tape(endingAt: window.time), stream)
    fclose(stream)
  }
  return cause
}

/// Plays a tape without a terminal, and returns the last screen.
@MainActor
func playHeadless(_ tape: Tape) throws -> String {
  let size = tape.settings.size()
  let recorder = try recorder(size: size, term: CastRecorder.Header.commonTerm)
  return try EventLoop.block { @MainActor in
    let stage = HeadlessStage(size: size, recorder: recorder, externalWork: .none)
    try await stage.perform {
      stage.window.root.content = NavigationStack(root: SessionScreen())
      stage.window.installStandardCommands { stage.end() }
      _ = try await Player(tape, on: stage).play()
    }
    recorder?.finish()
    return ScreenSnapshot(of: stage.window).text
  }
}

do {
  let tape = try argument(after: "--tape").map { try Tape(contentsOf: $0) }
  if let tape, CommandLine.arguments.contains("--headless") {
    let screen = try playHeadless(tape)
    _ = screen.withCString { write(STDOUT_FILENO, $0, strlen($0)) }
  } else {
    try runSession(tape)?.endProcess()
  }
} catch {
  let line = "\(error)\n"
  _ = line.withCString { write(STDERR_FILENO, $0, strlen($0)) }
  exit(error is TapeError ? 2 : 1)
}
