import Foundation
import ShowroomTestSupport
import Testing

@testable import ReactorTerminalCore

@Suite("Clipboard program")
struct ClipboardProgramTests {
  /// Returns the path of the program that is used if these are installed.
  private func program(_ installed: Set<String>, _ environment: [String: String]) -> String? {
    let environment = ["PATH": ".:/usr/local/bin:/usr/bin"].merging(environment) { $1 }
    return ClipboardProgram(environment: environment) { installed.contains($0) }?.path
  }

  @Test func `the program is chosen for the display of this computer`() {
    let all: Set = ["/usr/bin/wl-copy", "/usr/bin/xclip", "/usr/local/bin/xsel", "./xclip"]
    #expect(program(all, ["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"]) == "/usr/bin/wl-copy")
    #expect(
      program(all.subtracting(["/usr/bin/wl-copy"]), ["WAYLAND_DISPLAY": "w", "DISPLAY": ":0"]) == "/usr/bin/xclip")
    #expect(program(["/usr/local/bin/xsel", "./xclip"], ["DISPLAY": ":0.0"]) == "/usr/local/bin/xsel")
    #expect(program(["./xclip"], ["DISPLAY": ":0"]) == nil)
    #expect(program(all, [:]) == nil)
    #expect(program(all, ["DISPLAY": ""]) == nil)
  }

  @Test(arguments: ["SSH_CONNECTION", "SSH_CLIENT", "SSH_TTY"])
  func `a remote computer has no display that the user sees`(variable: String) {
    #expect(program(["/usr/bin/xclip"], ["DISPLAY": ":0", variable: "x"]) == nil)
    #expect(program(["/usr/bin/xclip"], ["DISPLAY": "localhost:10.0"]) == nil)
  }

  /// Returns a folder with a program `wl-copy` that writes its input to a file and ends with a status.
  private func folder(status: Int) throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("clipboard-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let program = folder.appendingPathComponent("wl-copy").path
    // Written by another process, because a program that this one has just written may still be open in a child of
    // another test, and then it cannot be started.
    let writing = """
      printf '%s\\n' '#!/bin/sh' '/bin/cat > "$HOME/copied"' 'exit \(status)' > '\(program)'; chmod 700 '\(program)'
      """
    let ending = try ChildProgram("/bin/sh", ["-c", writing]).waitUntilEnded()
    #expect(ending?.status == 0)
    return folder
  }

  private func environment(_ folder: URL) -> [String: String] {
    ["WAYLAND_DISPLAY": "x", "PATH": folder.path, "HOME": folder.path]
  }

  @Test func `the program receives the whole text`() async throws {
    let folder = try folder(status: 0)
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = String(repeating: "Kia 기아\n", count: 20_000)
    let program = ClipboardProgram(environment: environment(folder))

    #expect(await program?.copy(text) == true)

    #expect(try String(contentsOf: folder.appendingPathComponent("copied"), encoding: .utf8) == text)
  }

  @MainActor
  @Test func `the terminal receives the text if the program fails`() async throws {
    let folder = try folder(status: 1)
    defer { try? FileManager.default.removeItem(at: folder) }
    let terminal = HeadlessTerminal()
    let features = TerminalFeatures(
      device: terminal, profile: TerminalProfile(environment: ["TERM": "xterm-256color"]),
      clipboardProgram: ClipboardProgram(environment: environment(folder)))
    var outcomes: [CopyOutcome] = []

    features.copy("a") { outcomes.append($0) }
    #expect(terminal.bytes == [] && outcomes == [])
    await eventually { !outcomes.isEmpty }

    #expect(outcomes == [.sentToTerminal])
    #expect(String(decoding: terminal.bytes, as: UTF8.self) == "\u{1B}]52;c;YQ==\u{1B}\\")
  }

  @MainActor
  @Test(arguments: [(0, CopyOutcome.copied), (1, .unavailable)])
  func `text is copied when the program has succeeded, and lost on a console if it fails`(
    status: Int, outcome: CopyOutcome
  ) async throws {
    let folder = try folder(status: status)
    defer { try? FileManager.default.removeItem(at: folder) }
    let terminal = HeadlessTerminal()
    let features = TerminalFeatures(
      device: terminal, profile: TerminalProfile(environment: ["TERM": "linux"]),
      clipboardProgram: ClipboardProgram(environment: environment(folder)))
    var outcomes: [CopyOutcome] = []

    features.copy("a") { outcomes.append($0) }
    #expect(outcomes == [])
    await eventually { !outcomes.isEmpty }

    #expect(outcomes == [outcome])
    #expect(terminal.bytes == [])
  }

  @MainActor
  @Test func `copied text is reported as sent on a terminal, and as lost on a console`() {
    func outcome(_ term: String) -> CopyOutcome? {
      var outcome: CopyOutcome?
      TerminalFeatures(device: HeadlessTerminal(), profile: TerminalProfile(environment: ["TERM": term]))
        .copy("a") { outcome = $0 }
      return outcome
    }
    #expect(outcome("xterm") == .sentToTerminal)
    #expect(outcome("linux") == .unavailable)
  }
}
