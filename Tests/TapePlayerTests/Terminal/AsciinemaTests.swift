import ReactorFiles
import ReactorTerminal
import ShowroomTestSupport
import Testing

@testable import TapePlayer

/// Recordings, played by asciinema in a real terminal.
@MainActor
@Suite(
  .checksFrames, .serialized, .waits,
  .enabled(if: Tmux.hasAsciinema, "tmux and asciinema (apt-get install tmux asciinema) are needed")
)
struct AsciinemaTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func played(_ name: String, width: Int, height: Int) throws -> Tmux {
    let tmux = try Tmux(
      "asciinema play -s 100 -i 0.02 \(folder.path)/\(name) && touch \(folder.path)/\(name).done", width: width,
      height: height)
    #expect(tmux.waits { folder.text("\(name).done") != nil })
    return tmux
  }

  @Test func `a headless recording ends on the same screen`() async throws {
    let size = Size(width: 60, height: 12)
    let recorder = try CastRecorder(
      to: RecordingFile(path: "\(folder.path)/a.cast"), header: CastRecorder.Header(size: size, title: "기아"),
      recordsInput: true)
    let stage = HeadlessStage(size: size, recorder: recorder, externalWork: .none)
    try await stage.perform {
      let screen = Screen()
      let field = TextField()
      field.frame = Rect(x: 1, y: 1, width: 30, height: 1)
      screen.addSubview(field)
      stage.window.root.content = NavigationStack(root: screen)
      let tape = """
        Type "기아 K5 🚗 e\u{301} ★ 한 👨‍👩‍👧 🇰🇷 end"
        #! caption "넓은 글자"
        Left 8
        Backspace 2
        Type "x"
        Home
        Delete
        """
      _ = try await Player(Tape(parsing: tape), on: stage).play()
    }
    recorder.finish()
    let tmux = try played("a.cast", width: 60, height: 12)
    let rows = stage.window.grid.rows
    #expect(tmux.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) == rows)
  }

  @Test func `the recording of a session ends on the same cells`() throws {
    let tape = """
      Set TypingSpeed 0
      #! caption "Typing"
      Up 12
      Down 3
      Type "기아 K5 🚗"
      Tab
      Type "hunter2"
      Sleep 200ms
      Tab
      F1
      Sleep 100ms
      Escape
      #! caption ""
      """
    #expect(FileWriting.replace("\(folder.path)/a.tape", with: tape) == 0)
    let live = try Tmux(
      "\(Tmux.session) --tape \(folder.path)/a.tape --record \(folder.path)/a.cast --input --stay", width: 60,
      height: 14)
    #expect(live.shows("Demo finished"))
    let cells = live.cells
    live.send("C-c")
    #expect(live.waits { folder.text("a.cast")?.hasSuffix("\\u001b[0m\\u001b[?25h\"]\n") == true })
    #expect(folder.text("a.cast")?.contains("\"i\"") == true)
    let recording = try played("a.cast", width: 60, height: 14)
    #expect(recording.cells == cells)
  }

  /// Random frames in which text overlaps wide glyphs of the frame before.
  @Test func `random frames end on the same screen`() throws {
    var generator = Noise(state: 3)
    let size = Size(width: 40, height: 10)
    let recorder = try CastRecorder(
      to: RecordingFile(path: "\(folder.path)/r.cast"), header: CastRecorder.Header(size: size))
    let surface = CastSurface(recorder, capabilities: Capabilities())
    let grid = CellGrid(size: size)
    let canvas = Canvas(grid, theme: .dark)
    let pieces = ["abc", "기아", "K5 한글 x", "e\u{301}e", "     ", "│─╭", "車", " "]
    for _ in 0..<400 {
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let role = Role.allCases.randomElement(using: &generator) ?? .text
        let point = Point(
          x: Int.random(in: -1..<40, using: &generator), y: Int.random(in: 0..<10, using: &generator))
        canvas.write(pieces.randomElement(using: &generator) ?? "", at: point, style: canvas.theme[role])
      }
      surface.present(grid, cursor: nil)
    }
    recorder.finish()
    let tmux = try played("r.cast", width: 40, height: 10)
    #expect(tmux.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) == grid.rows)
  }
}
