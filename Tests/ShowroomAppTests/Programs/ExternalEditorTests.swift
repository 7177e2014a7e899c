import Foundation
import ReactorTerminal
import ReactorTesting
import ShowroomTestSupport
import Testing

@testable import ShowroomApp

/// Editors that are scripts of a shell, which receives the path of the text as `$1`.
@MainActor @Suite(.timeLimit(.minutes(20)))
struct ExternalEditorTests {
  private let folder: TemporaryFolder
  private let window = Window(
    size: Size(width: 40, height: 10), surface: HeadlessTerminal(size: Size(width: 40, height: 10)), theme: .dark,
    clock: VirtualClock())

  init() throws { folder = try TemporaryFolder() }

  /// Returns the editor that a script is.
  private func editor(_ script: String, _ environment: [String: String] = [:]) throws -> ExternalEditor {
    let path = folder.url.appendingPathComponent("script \(UUID().uuidString)")
    try Data((script + "\n").utf8).write(to: path)
    let variables = ["EDITOR": "sh '\(path.path)'", "PATH": "/usr/bin:/bin", "TMPDIR": folder.url.path]
    return try #require(ExternalEditor(environment: variables.merging(environment) { $1 }, in: window))
  }

  private func error(_ script: String, _ environment: [String: String] = [:]) throws -> EditorError? {
    let editor = try editor(script, environment)
    do throws(EditorError) {
      _ = try editor.edit("old")
      return nil
    } catch {
      return error
    }
  }

  /// The names in the folder of temporary files, without the scripts.
  private func leftovers() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter { !$0.hasPrefix("script ") }
  }

  @Test func `what the editor saves is the text, and nothing is left behind`() throws {
    #expect(try editor("echo two >> \"$1\"; touch \"$1~\"").edit("one") == "one\ntwo")
    #expect(try editor("echo two >> \"$1\"").edit("one\n") == "one\ntwo\n")
    #expect(try editor("printf 조용하다 > \"$1\"").edit("") == "조용하다")
    #expect(try editor("true").edit("one") == "one")
    #expect(try editor(": > \"$1\"").edit("one") == "")
    #expect(try leftovers() == [])
  }

  @Test func `an editor that replaces the file is followed`() throws {
    #expect(try editor("echo new > \"$1.tmp\"; mv \"$1.tmp\" \"$1\"").edit("one") == "new")
  }

  @Test func `VISUAL overrides EDITOR, blank ones do not count, and without either there is no editor`() throws {
    #expect(try editor("false", ["VISUAL": "sed -i s/a/b/"]).edit("a") == "b")
    #expect(try editor("printf x > \"$1\"", ["VISUAL": " "]).edit("a") == "x")
    for environment in [[:], ["EDITOR": ""], ["EDITOR": " ", "VISUAL": ""]] {
      #expect(ExternalEditor(environment: environment, in: window) == nil)
    }
  }

  @Test func `only the owner can read the file, and secrets are not passed on`() throws {
    let secrets = ["SHOWROOM_UPLOAD_PASSWORD": "p", "AWS_SECRET_ACCESS_KEY": "s"]
    let seen = try editor(
      "{ stat -c %a \"$1\" \"$(dirname \"$1\")\"; env | grep -cE '^(SHOWROOM|AWS)_'; } > \"$1.out\"; mv \"$1.out\" \"$1\"",
      secrets
    ).edit("old")

    #expect(seen == "600\n700\n0")
  }

  @Test func `an editor that fails changes nothing, and the message names it`() throws {
    #expect(
      try error("exit 3")?.description.hasSuffix("ended with status 3, so the note was not changed.") == true)
    #expect(try error("kill -KILL $$") != nil)
    #expect(
      try error("", ["EDITOR": "no-such-editor"])
        == .failed("no-such-editor", status: 127))
    #expect(
      try error("", ["EDITOR": "no-such-editor"])?.description
        == "The program no-such-editor was not found. Set EDITOR to a text editor.")
    #expect(try leftovers() == [])
  }

  @Test(arguments: [
    ("printf 'all of it' > \"$1\"; exit 1", "ended with status 1", "all of it"),
    ("printf 'all of it' > \"$1\"; kill -KILL $$", "ended with status 137", "all of it"),
    ("printf 'caf\\351' > \"$1\"", "it is not UTF-8", "caf\u{FFFD}"),
    ("head -c 100001 /dev/zero | tr '\\0' a > \"$1\"", "it is too large", String(repeating: "a", count: 100_001)),
  ])
  func `text that cannot be used is kept, and the message says where`(
    script: String, reason: String, kept: String
  ) throws {
    let error = try #require(try error(script))

    guard case .kept(let path, _) = error else {
      Issue.record("\(error)")
      return
    }
    #expect(error.description.contains(reason) && error.description.hasSuffix("What you wrote is in \(path)."))
    #expect(String(decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self) == kept)
  }

  @Test(arguments: [
    ("rm \"$1\"", "No such file or directory"), ("rm \"$1\"; mkdir \"$1\"", "Is a directory"),
    ("rm \"$1\"; mkfifo \"$1\"", "Invalid argument"),
  ])
  func `a file that cannot be read changes nothing`(script: String, reason: String) throws {
    #expect(try error(script) == .unreadable(reason: reason))
  }

  @Test func `without a folder for the file the message says what to do`() throws {
    let error = try #require(try error("true", ["TMPDIR": "/nowhere/at all"]))
    #expect(
      error.description
        == "Could not write the note to a temporary file (/nowhere/at all: No such file or directory). Free some space "
        + "there, or set TMPDIR to another folder.")
  }
}
