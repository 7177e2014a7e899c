import Foundation
import TestServers
import Testing

@Suite(.waits, .showroom)
struct DemoTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var environment: [String: String] {
    let resources = ProcessInfo.processInfo.environment["SHOWROOM_RESOURCES"].map { ["SHOWROOM_RESOURCES": $0] }
    return ["HOME": folder.path, "TMPDIR": folder.path].merging(resources ?? [:]) { $1 }
  }

  private func tape(_ text: String) throws -> String {
    try text.write(toFile: folder["a.tape"], atomically: true, encoding: .utf8)
    return folder["a.tape"]
  }

  private func demo(_ arguments: String...) throws -> PlainRun {
    try PlainRun([Programs.showroom, "demo"] + arguments, environment: environment)
  }

  @Test func `without a terminal it says how to be played without one`() throws {
    let run = try demo()
    #expect(run.ending == .exit(2))
    #expect(run.error.contains("showroom demo --headless"))
    #expect(run.error.split(separator: "\n").count == 1)
  }

  @Test func `played without a terminal it prints the last screen, records, and leaves nothing behind`() throws {
    let path = try tape("Set Width 60\nSet Height 12\nWait /Cars/\nType \"/ev6\"\nEnter\n")
    let run = try demo(path, "--headless", "--text", "--record", folder["a.cast"])
    #expect(run.ending == .exit(0))
    #expect(run.error.isEmpty)
    #expect(run.output.hasPrefix(" Cars"))
    #expect(run.output.contains("EV6"))
    #expect(try demo(path, "--headless", "--record", folder["b.cast"]).ending == .exit(0))
    let recordings = ["a.cast", "b.cast"].map { FileManager.default.contents(atPath: folder[$0]) }
    #expect(recordings[0] == recordings[1])
    let lines = String(decoding: try #require(recordings[0]), as: UTF8.self).split(separator: "\n")
    #expect(lines.first?.hasPrefix("{\"version\":2,\"width\":60,\"height\":12,") == true)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(left.sorted() == ["a.cast", "a.tape", "b.cast"])
  }

  @Test func `what is expected in vain ends with status 1 and the screen`() throws {
    let run = try demo(try tape("Wait /Cars/\n#! expect /zeppelin/\n"), "--headless")
    #expect(run.ending == .exit(1))
    #expect(run.error.hasPrefix("showroom: \(folder["a.tape"]):2:"))
    #expect(run.error.contains("|  Cars"))
  }

  @Test func `what is no tape ends with status 2 and the place`() throws {
    let run = try demo(try tape("Entre\n"), "--headless")
    #expect(run.ending == .exit(2))
    #expect(run.error == "showroom: \(folder["a.tape"]):1:1: \"Entre\" is not a command: did you mean Enter?\n")
    let size = try demo("--headless", "--size", "0x0")
    #expect(size.ending == .exit(2))
    #expect(size.error.contains("A size is columns x rows, as in 60x20, from 1x1 to 400x150."))
    #expect(try demo("--headless", "--record", "\(folder.path)/none/a.cast").ending == .exit(1))
  }

  @Test func `in a terminal it plays, and whoever takes over has the program`() throws {
    let path = try tape("Wait /Cars/\n#! caption \"Going down\"\nDown 2\nSleep 60s\n")
    let terminal = try PseudoTerminal(
      [Programs.showroom, "demo", path], columns: 80, rows: 24, environment: environment, directory: folder.path)
    try terminal.wait(for: "Going down")
    try terminal.type("x")
    try terminal.wait(for: "Halted")
    try terminal.type("q")
    try terminal.wait(for: "the list alone") { screen in !(0..<24).contains { screen.line($0).contains("Going down") } }
    try terminal.type("q")
    #expect(try terminal.waitForEnd() == .exit(0))
    terminal.expectRestored()
  }

  @Test func `a session leaves a tape and a recording`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 40)
    let terminal = try sandbox.open(["browse", "--tape-out", folder["s.tape"]])
    try terminal.type("/car 0002")
    try terminal.press(.enter)
    try terminal.wait(for: "eleven cars") { $0.isAt(1, of: 11) }
    try terminal.type("q")
    #expect(try terminal.waitForEnd() == .exit(0))
    let written = try String(contentsOfFile: folder["s.tape"], encoding: .utf8)
    #expect(written.hasPrefix("# A session of showroom\nSet Width 80\nSet Height 24\n"))
    #expect(written.contains("Type \"/car 0002\"\nEnter\n"))

    let recorded = try sandbox.open(["record", folder["s.cast"]])
    try recorded.type("q")
    #expect(try recorded.waitForEnd() == .exit(0))
    let recording = try String(contentsOfFile: folder["s.cast"], encoding: .utf8)
    #expect(recording.contains("Car 00001"))
    #expect(!recording.contains("\"i\""))
  }
}
