import Foundation
import ShowroomTestSupport
import Testing

/// The inspector in programs of their own.
@Suite(.waits)
struct InspectorTests {
  @Test(.enabled(if: Programs.hasCounter, "skipped: no counter in \(Programs.folder)"))
  func `F12 opens the inspector of the counter, and quitting writes the trace`() throws {
    let folder = try TemporaryFolder()
    let terminal = try PseudoTerminal([Programs.counter, "--trace", folder["trace.jsonl"]])
    try terminal.wait(for: "the counter") { $0.text.contains("Counter") }

    try terminal.type("\u{1B}[24~")
    try terminal.wait(for: "the pane") { $0.text.contains("0 epochs") }
    try terminal.press(.escape)
    try terminal.wait(for: "the program") { $0.text.contains("F12 Use the inspector") }
    try terminal.type("+")
    try terminal.wait(for: "three epochs") { $0.text.contains("3 epochs") }
    try terminal.type("q")

    #expect(try terminal.waitForEnd() == .exit(0))
    terminal.expectRestored()
    let lines = try #require(folder.text("trace.jsonl")).split(separator: "\n")
    #expect(lines.count == 4 && lines[0].contains("counter.increase"))
  }

  @Test(
    .enabled(if: Programs.hasCounter, "skipped: no counter in \(Programs.folder)"),
    arguments: [
      ("--inspct", "--inspct is not an argument of this program, which accepts --inspect and --trace FILE."),
      ("--trace", "--trace must be followed by a file."),
    ])
  func `an incorrect argument of the counter is reported with status 2`(argument: String, message: String) throws {
    let terminal = try PseudoTerminal([Programs.counter, argument])

    #expect(try terminal.waitForEnd() == .exit(2))
    #expect(terminal.screen.text.filter { !$0.isNewline } == message)
  }

  @Test(.enabled(if: Programs.hasGallery, "skipped: no gallery in \(Programs.folder)"))
  func `the gallery opens the inspector and writes the trace of a tape`() throws {
    let folder = try TemporaryFolder()
    try folder.write("Set Width 120\nSet Height 30\nDown\nSleep 1s\n#! expect /1 epoch/\n", to: "a.tape")

    let run = try PlainRun(
      [
        Programs.gallery, "--inspect", "--tape", folder["a.tape"], "--trace", folder["a.jsonl"], "--headless",
      ])

    #expect(run.ending == .exit(0), "\(run.error)")
    #expect(run.output.contains("list.down"))
    #expect(folder.text("a.jsonl")?.contains("list.down") == true)
  }

  @Test(
    .enabled(if: Programs.hasGallery, "skipped: no gallery in \(Programs.folder)"),
    arguments: [
      (["--trace"], "--trace must be followed by a file.\n"),
      (["--trace", "a.txt"], "The name of the trace, a.txt, must end in .json, .redux.json or .jsonl.\n"),
      (["--inspct"], "--inspct is not an argument of this program.\n"),
    ])
  func `wrong arguments of the gallery are reported with status 2`(arguments: [String], message: String) throws {
    let run = try PlainRun([Programs.gallery] + arguments)

    #expect(run.ending == .exit(2))
    #expect(run.error.hasPrefix(message))
  }

  private static let tape = """
    Set Width 120
    Set Height 40
    Wait /Cars/
    F12
    Escape
    Type "/kia"
    Enter
    Sleep 1s
    Type "f"
    Sleep 1s
    F12
    Wait /★ +Kia/
    #! expect /f +cars\\.favorite/
    Type "2"
    #! expect /CarListReactor/
    #! expect /effect \\d+ +▶/
    Type "1g["
    #! expect /Past: epoch 1 of/
    #! refute /★ +Kia/
    Enter
    #! expect /★ +Kia/
    Type "mT"
    Wait /Saved session.tape/
    """

  @Test(.enabled(if: Programs.hasShowroom, "skipped: no showroom in \(Programs.folder)"))
  func `a tape uses the inspector in Showroom, with the same trace twice, and leaves no file`() throws {
    let folder = try TemporaryFolder()
    try folder.write(Self.tape, to: "a.tape")
    let resources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../Resources").standardizedFileURL.path

    let traces = try ["a.jsonl", "b.jsonl"].map { name in
      let run = try PlainRun(
        [Programs.showroom, "demo", folder["a.tape"], "--headless", "--trace", folder[name]],
        environment: ["HOME": folder.path, "TMPDIR": folder.path, "SHOWROOM_RESOURCES": resources])
      try #require(run.ending == .exit(0), "\(run.error)")
      return try #require(folder.text(name))
    }

    #expect(traces[0].contains("cars.favorite") && traces[0] == traces[1])
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    #expect(files.sorted() == ["a.jsonl", "a.tape", "b.jsonl"])
  }
}
