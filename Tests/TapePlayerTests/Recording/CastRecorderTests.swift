import Glibc
import ReactorTerminal
import ShowroomTestSupport
import Testing

@testable import TapePlayer

@MainActor
@Suite(.checksFrames)
struct CastRecorderTests {
  private let memory = RecordingBuffer()

  private func recorder(recordsInput: Bool = false, title: String? = nil) throws -> CastRecorder {
    try CastRecorder(
      to: memory, header: CastRecorder.Header(size: Size(width: 80, height: 24), title: title),
      recordsInput: recordsInput)
  }

  private var lines: [String] { memory.text.split(separator: "\n").map(String.init) }

  private func write(_ text: String, to recorder: CastRecorder) {
    Array(text.utf8).withUnsafeBytes { recorder.output($0) }
  }

  @Test func `the header is the first line`() throws {
    _ = try recorder(title: "Tour \"of\" it")
    #expect(
      lines == [#"{"version":2,"width":80,"height":24,"title":"Tour \"of\" it","env":{"TERM":"xterm-256color"}}"#])
    let dated = RecordingBuffer()
    _ = try CastRecorder(
      to: dated, header: CastRecorder.Header(size: Size(width: 5, height: 3), timestamp: 12, term: "xterm"))
    #expect(dated.text == #"{"version":2,"width":5,"height":3,"timestamp":12,"env":{"TERM":"xterm"}}"# + "\n")
  }

  @Test func `each event is a line with the elapsed time`() throws {
    let recorder = try recorder()
    let watch = Watch(now: .seconds(100))
    recorder.follow { watch.now }
    write("\u{1B}[H\"\\\t\r\n\u{7F}\u{2028}기", to: recorder)
    watch.now += .milliseconds(1_500)
    recorder.mark("The list")
    recorder.resize(to: Size(width: 60, height: 20))
    watch.now += .microseconds(1)
    recorder.finish()
    #expect(
      Array(lines.dropFirst()) == [
        #"[0.000000,"o","\u001b[H\"\\\t\r\n\u007f\u2028기"]"#,
        #"[1.500000,"m","The list"]"#,
        #"[1.500000,"r","60x20"]"#,
        #"[1.500001,"o","\u001b[0m\u001b[?25h"]"#,
      ])
  }

  @Test func `a character is never split`() throws {
    let recorder = try recorder()
    let bytes = Array("가é😀".utf8)
    for byte in bytes { [byte].withUnsafeBytes { recorder.output($0) } }
    #expect(Array(lines.dropFirst()) == [#"[0.000000,"o","가"]"#, #"[0.000000,"o","é"]"#, #"[0.000000,"o","😀"]"#])
  }

  @Test func `nothing is recorded after the end`() throws {
    let recorder = try recorder()
    recorder.finish()
    let count = lines.count
    recorder.mark("late")
    recorder.resize(to: Size(width: 60, height: 20))
    write("late", to: recorder)
    recorder.finish()
    #expect(lines.count == count)
  }

  @Test func `a hidden part takes no time`() throws {
    let recorder = try recorder()
    let watch = Watch(now: .zero)
    recorder.follow { watch.now }
    write("a", to: recorder)
    watch.now = .seconds(1)
    recorder.hide()
    write("b", to: recorder)
    recorder.mark("no")
    recorder.resize(to: Size(width: 40, height: 10))
    watch.now = .seconds(9)
    recorder.show()
    watch.now = .seconds(10)
    write("c", to: recorder)
    #expect(
      Array(lines.dropFirst()) == [
        #"[0.000000,"o","a"]"#, #"[1.000000,"r","40x10"]"#, #"[2.000000,"o","c"]"#,
      ])
  }

  @Test func `the whole screen is drawn after a hidden part`() async throws {
    let recorder = try recorder()
    let counter = CounterStage(size: Size(width: 60, height: 10), recorder: recorder)
    try await counter.play("Hide\nUp\nWait /1/\nShow")
    let shown = lines.filter { $0.contains(#""o""#) }.last
    #expect(shown?.contains("Counter") == true)
    #expect(shown?.contains("Increase") == true)
  }

  @Test func `keys are recorded on request`() throws {
    let recorder = try recorder(recordsInput: true)
    let keys: [Key] = [
      "k", .enter, .up, Key(.up, [.control, .alt, .shift]), .control("c"), .alt("x"), .backTab, .pageDown, .f5, .escape,
      .backspace, .control("["), Key(.character("기")),
    ]
    for key in keys { recorder.input(.key(key), isSecret: false) }
    recorder.input(.paste(Paste("a\nb")), isSecret: false)
    recorder.input(.focusGained, isSecret: false)
    let data = [
      "k", "\\r", "\\u001b[A", "\\u001b[1;8A", "\\u0003", "\\u001bx", "\\u001b[Z", "\\u001b[6~", "\\u001b[15~",
      "\\u001b", "\\u007f", "\\u001b", "기", "\\u001b[200~a\\rb\\u001b[201~",
    ]
    #expect(Array(lines.dropFirst()) == data.map { "[0.000000,\"i\",\"\($0)\"]" })
  }

  @Test func `keys are not recorded by default`() throws {
    let recorder = try recorder()
    recorder.input(.key("k"), isSecret: false)
    #expect(lines.count == 1)
  }

  @Test func `text typed into a secret field is never recorded`() async throws {
    let recorder = try recorder(recordsInput: true)
    let stage = HeadlessStage(size: Size(width: 40, height: 10), recorder: recorder, externalWork: .none)
    try await stage.perform {
      let screen = Screen()
      let field = TextField()
      field.isSecret = true
      field.frame = Rect(x: 0, y: 0, width: 20, height: 1)
      screen.addSubview(field)
      stage.window.root.content = NavigationStack(root: screen)
      _ = try await Player(
        Tape(parsing: "Type \"hunter2\"\nBackspace\nCopy \"swordfish\"\nPaste"), on: stage
      ).play()
      #expect(field.text == "hunterswordfish")
    }
    #expect(!memory.text.contains("hunter") && !memory.text.contains("swordfish"))
    #expect(!memory.text.contains(#""i","h""#))
    #expect(memory.text.contains(#""i","\u007f""#))
  }

  @Test func `a file consists of complete lines at any time`() throws {
    let folder = try TemporaryFolder()
    let recorder = try CastRecorder(
      to: RecordingFile(path: "\(folder.path)/a.cast"), header: CastRecorder.Header(size: Size(width: 80, height: 24)))
    write("first", to: recorder)
    #expect(folder.text("a.cast")?.hasSuffix("[0.000000,\"o\",\"first\"]\n") == true)
  }

  @Test func `only its owner can read a recording, even if it replaces another one`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.cast"
    let header = CastRecorder.Header(size: Size(width: 80, height: 24))
    for _ in 0..<2 {
      _ = try CastRecorder(to: RecordingFile(path: path), header: header)
      #expect(ShellCommand.output(of: "stat -c %a \(path)") == "600")
      #expect(chmod(path, 0o644) == 0)
    }
  }

  @Test func `a recording replaces only a recording`() throws {
    let folder = try TemporaryFolder()
    try folder.write("{\"name\": \"mine\"}", to: "a.cast")

    let error = #expect(throws: RecordingError.self) { try RecordingFile(path: folder["a.cast"]) }

    #expect(error == .exists(path: folder["a.cast"]))
    #expect(folder.text("a.cast") == "{\"name\": \"mine\"}")
  }

  @Test func `a recording without its first line leaves no file, and the earlier recording stays`() throws {
    let folder = try TemporaryFolder()
    try folder.write("{\"version\":2}\n", to: "a.cast")
    do {
      let file = try RecordingFile(path: folder["a.cast"])
      withExtendedLifetime(file) { #expect(folder.text("a.cast") == "{\"version\":2}\n") }
    }

    #expect(ShellCommand.output(of: "ls -A \(folder.path)") == "a.cast")
    #expect(folder.text("a.cast") == "{\"version\":2}\n")
  }

  @Test func `a file that cannot be created is an error`() {
    let error = #expect(throws: RecordingError.self) { try RecordingFile(path: "/no/such/folder/a.cast") }
    #expect(
      error?.description
        == "The recording \"/no/such/folder/a.cast\" could not be created (No such file or directory). Choose another path."
    )
  }

  @Test func `a full disk ends the recording but not the program`() throws {
    let sink = FailingSink()
    let recorder = try CastRecorder(to: sink, header: CastRecorder.Header(size: Size(width: 80, height: 24)))
    write("a", to: recorder)
    write("b", to: recorder)
    #expect(recorder.failure == .cannotWrite(path: "a.cast", errno: 28))
    #expect(sink.lines == 1)
    #expect(
      recorder.failure?.description
        == "The recording \"a.cast\" ends early (No space left on device). The part written so far can be played.")
  }

  private final class Watch {
    var now: Duration

    init(now: Duration) { self.now = now }
  }

  private final class FailingSink: RecordingSink {
    var lines = 0

    func write(line: [UInt8]) throws(RecordingError) {
      guard lines == 0 else { throw .cannotWrite(path: "a.cast", errno: 28) }
      lines += 1
    }
  }
}
