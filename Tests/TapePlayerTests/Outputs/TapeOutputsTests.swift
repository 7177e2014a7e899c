import Foundation
import ReactorTerminal
import ShowroomTestSupport
import Testing

@testable import TapePlayer

/// The files that a tape writes, if it comes from someone else.
@MainActor
@Suite(.checksFrames)
struct TapeOutputsTests {
  /// The commands that write a file, each with the ending of its name.
  nonisolated static let commands = [
    ("Screenshot", "txt"), ("Screenshot", "svg"), ("Output", "txt"), ("Output", "svg"), ("Output", "cast"),
    ("#! animate", "svg"),
  ]

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Plays a tape that is a file, in the current folder `folder`.
  private func play(_ text: String, as tape: String = "a.tape", in place: String = "") async throws {
    try folder.write(text + "\n", to: tape)
    let options = Player.Options(folder: place.isEmpty ? folder.path : folder[place])
    _ = try await Tape(contentsOf: folder[tape]).play(externalWork: .none, options: options) {
      $0.root.content = Label("Kia")
    }
  }

  private func failure(_ text: String, as tape: String = "a.tape") async throws -> String {
    let failure = await #expect(throws: TapeFailure.self) { try await play(text, as: tape) }
    return "\(try #require(failure))".replacing(folder.path, with: "")
  }

  @Test(arguments: commands)
  func `what a tape writes is as private as the tape, and a recording always`(command: String, ending: String)
    async throws
  {
    func permissions(_ name: String) throws -> Int? {
      try FileManager.default.attributesOfItem(atPath: folder[name])[.posixPermissions] as? Int
    }
    let tape = "\(command) a.\(ending)\nSleep 1s"
    try await play(tape)
    #expect(try permissions("a.\(ending)") == (ending == "cast" ? 0o600 : 0o644))

    // Replaces the file, whose permissions are wider.
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: folder["a.tape"])
    _ = try await Tape(contentsOf: folder["a.tape"])
      .play(externalWork: .none, options: Player.Options(folder: folder.path)) { $0.root.content = Label("Kia") }
    #expect(try permissions("a.\(ending)") == 0o600)
  }

  @Test(arguments: commands)
  func `a tape replaces what it has written`(command: String, ending: String) async throws {
    let tape = "\(command) \"a.\(ending)\"\nSleep 1s"
    try await play(tape)
    let first = folder.text("a.\(ending)")

    try await play(tape + "\n#! resize 90x20")

    #expect(first?.contains("Kia") == true)
    #expect(folder.text("a.\(ending)") != first || command == "Screenshot")
    #expect(Checkout.names(in: folder.url, ending: "") == ["a.\(ending)", "a.tape"].sorted())
  }

  @Test(arguments: commands)
  func `a tape does not replace what another one has written, even one of the same name`(
    command: String, ending: String
  ) async throws {
    let tape = "\(command) \"a.\(ending)\"\nSleep 1s"
    try FileManager.default.createDirectory(atPath: folder["sent"], withIntermediateDirectories: true)
    try await play(tape)
    let first = folder.text("a.\(ending)")

    for other in ["b.tape", "sent/a.tape"] {
      let failure = try await failure(tape, as: other)
      #expect(
        failure
          == "/\(other):1:\(command.count + 2): \"/a.\(ending)\" could not be written: it already exists, and this "
          + "tape has not written it; remove it, or choose another name.")
    }

    #expect(folder.text("a.\(ending)") == first)
  }

  @Test(arguments: commands)
  func `a folder can be moved with a tape and what it has written`(command: String, ending: String) async throws {
    try FileManager.default.createDirectory(atPath: folder["old/out"], withIntermediateDirectories: true)
    let tape = "\(command) \"out/a.\(ending)\"\nSleep 1s"
    try await play(tape, as: "old/a.tape", in: "old")
    try FileManager.default.moveItem(atPath: folder["old"], toPath: folder["new"])

    try await play(tape, as: "new/a.tape", in: "new")

    #expect(folder.text("new/out/a.\(ending)")?.contains("Kia") == true)
  }

  /// Contents that a user may have under such a name, some of them similar to those of a tape.
  nonisolated private static let contents = [
    "", "\n", "my notes\n", "# a.tape\n", "# a.tape:0000000000000000\n", "{\"version\":2,\"width\":80,\"height\":24}\n",
    "{\"version\":2,\"env\":{\"TAPE\":\"a.tape:0000000000000000\"}}\n",
    "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"1\"/>\n",
    "<svg xmlns=\"http://www.w3.org/2000/svg\" data-tape=\"a.tape:0000000000000000\"/>\n",
  ]

  @Test(arguments: commands)
  func `a tape replaces no file of the user, by any path`(command: String, ending: String) async throws {
    let manager = FileManager.default
    for content in Self.contents {
      try? manager.removeItem(atPath: folder["home"])
      try manager.createDirectory(atPath: folder["home/tapes/sub"], withIntermediateDirectories: true)
      for name in ["mine", "tapes/mine", "tapes/sub/mine"] { try folder.write(content, to: "home/\(name).\(ending)") }
      for (link, target) in [
        ("link.\(ending)", "../mine.\(ending)"), ("dangling.\(ending)", "../new.\(ending)"), ("up", ".."),
        ("down", "sub"),
        ("sub/up", "../.."),
      ] {
        try manager.createSymbolicLink(atPath: folder["home/tapes/\(link)"], withDestinationPath: target)
      }
      let before = try tree("home")

      for path in [
        "mine.\(ending)", "sub/mine.\(ending)", "./sub//mine.\(ending)", "link.\(ending)", "dangling.\(ending)",
        "up/mine.\(ending)", "up/new.\(ending)", "down/mine.\(ending)", "down/new.\(ending)", "sub/up/mine.\(ending)",
        "../mine.\(ending)", "../new.\(ending)", "sub/../mine.\(ending)", "sub/../../mine.\(ending)",
        "\(folder.path)/home/mine.\(ending)", "\(folder.path)/home/new.\(ending)", "//tmp/new.\(ending)",
        "mine.\(ending)\u{0}.\(ending)", "new.sh\u{0}.\(ending)", "/\u{301}tmp/new.\(ending)",
      ] {
        await #expect(throws: (any Error).self, "\(path)") {
          try await play("\(command) \"\(path)\"\nSleep 1s", in: "home/tapes")
        }
        #expect(try tree("home") == before, "\(path) \(content)")
      }
    }
  }

  /// Returns everything in a folder as `find` and `sha256sum` see it.
  private func tree(_ name: String) throws -> String {
    try #require(
      ShellCommand.output(
        of: "cd \(folder[name]); find . -printf '%p %y %l %i\\n' | sort; find . -type f -print0 | sort -z | "
          + "xargs -0 sha256sum"))
  }

  @Test func `a path that leads elsewhere is an error in the tape`() {
    for path in ["/tmp/a.svg", "../a.svg", "b/../a.svg", "a.sh\u{0}.svg", "", "/"] where path.hasSuffix(".svg") {
      #expect(
        mistake(in: "Screenshot \"\(path)\"")
          == "demo.tape:1:12: Screenshot cannot write \"\(path)\". A tape writes only below the folder in which it is "
          + "played: write a relative path without .. and without control characters.")
    }
  }

  @Test func `only the owner can read a recording of a tape`() async throws {
    try await play("Output a.cast\nOutput a.txt\nSleep 1s")

    #expect(ShellCommand.output(of: "cd \(folder.path); stat -c %a a.cast a.txt") == "600\n644")
  }

  @Test func `a tape that cannot write a file replaces no recording`() async throws {
    try await play("Output a.cast\nSleep 1s")
    let recording = folder.text("a.cast")
    try folder.write("mine", to: "a.svg")

    _ = try await failure("Output a.cast\nSleep 5s\nScreenshot a.svg")

    #expect(folder.text("a.cast") == recording)
    #expect(folder.text("a.svg") == "mine")
  }

  @Test func `a tape that requires a missing program replaces no recording`() async throws {
    try await play("Output a.cast\nSleep 1s")
    let recording = folder.text("a.cast")

    let failure = try await failure("Output a.cast\nRequire \"no-such-program\"\nSleep 5s")

    #expect(failure.contains("no-such-program"))
    #expect(folder.text("a.cast") == recording)
  }
}
