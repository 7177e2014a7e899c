import Glibc
import ReactorFiles
import ShowroomTestSupport
import Testing

@testable import TapePlayer

struct SourceTests {
  /// Returns a tape among files in memory.
  private func tape(_ name: String, of files: [String: String]) throws(TapeError) -> Tape {
    try Tape(
      parsing: files[name] ?? "", file: name,
      read: { path throws(TapeReadError) in
        guard let text = files[path] else { throw .system(errno: ENOENT) }
        return Array(text.utf8)
      })
  }

  @Test func `a sourced tape takes the place of its command`() throws {
    let tape = try tape(
      "tapes/tour.tape",
      of: [
        "tapes/tour.tape": "Enter\nSource parts/search.tape\nUp",
        "tapes/parts/search.tape": "Type \"kia\"\nRequire git\nOutput other.txt\nSource waits/pause.tape",
        "tapes/parts/waits/pause.tape": "Sleep 1s",
      ])
    #expect(
      tape.commands.map(\.action) == [
        .press(.enter, count: 1, interval: nil), .type("kia", interval: nil), .sleep(.seconds(1)),
        .press(.up, count: 1, interval: nil),
      ])
    #expect(tape.commands[1].position.description == "tapes/parts/search.tape:1:1")
    #expect(tape.requirements.map(\.program) == ["git"])
    #expect(tape.outputs.isEmpty)
  }

  @Test func `settings of a sourced tape take effect only at the top`() throws {
    let files = ["a.tape": "Source b.tape\nEnter", "b.tape": "Set Width 50", "c.tape": "Enter\nSource b.tape"]
    #expect(try tape("a.tape", of: files).settings.width == 50)
    #expect(throws: TapeError.self) { try tape("c.tape", of: files) }
  }

  @Test func `tapes that source each other are an error`() {
    do throws(TapeError) {
      _ = try tape("a.tape", of: ["a.tape": "Source b.tape", "b.tape": "Enter\nSource \"a.tape\""])
      Issue.record("tapes that source each other were read")
    } catch {
      #expect(error.description == "b.tape:2:8: The tape sources itself: a.tape → b.tape → a.tape.")
    }
  }

  @Test func `a missing tape is an error`() {
    #expect(
      mistake(in: "Source no-such.tape", file: "tapes/a.tape")
        == "tapes/a.tape:1:8: The tape \"tapes/no-such.tape\" could not be read (No such file or directory). "
        + "The path is relative to this tape.")
    do throws(TapeError) {
      _ = try Tape(contentsOf: "no-such.tape")
      Issue.record("a missing tape was read")
    } catch {
      #expect(
        error.description
          == "The tape \"no-such.tape\" could not be read (No such file or directory). Check the path and its permissions."
      )
    }
  }

  @Test func `only a regular file is read`() throws {
    let folder = try TemporaryFolder()
    let pipe = "\(folder.path)/pipe.tape"
    #expect(mkfifo(pipe, 0o600) == 0)
    for path in [folder.path, pipe, "/dev/zero"] {
      let error = #expect(throws: TapeError.self) { try Tape(contentsOf: path) }
      #expect(
        error?.description == "The tape \"\(path)\" is not a regular file. Choose the text file that contains the tape."
      )
    }
    #expect(
      mistake(in: "Enter\nSource pipe.tape", file: "\(folder.path)/a.tape")
        == "\(folder.path)/a.tape:2:8: The tape \"\(pipe)\" is not a regular file. Choose the text file that contains the "
        + "tape.")
  }

  @Test func `a tape sources only tapes beside it and in folders below, and follows no link`() throws {
    let folder = try TemporaryFolder()
    #expect(mkdir(folder["a"], 0o755) == 0 && mkdir(folder["a/parts"], 0o755) == 0)
    for name in ["secret.tape", "a/own.tape", "a/parts/own.tape"] { try folder.write("Type \"mine\"\n", to: name) }
    try folder.write("mine", to: "a/notes.txt")
    for (link, target) in [("a/link.tape", "../secret.tape"), ("a/up", "..")] {
      #expect(symlink(target, folder[link]) == 0)
    }
    func mistake(_ name: String) -> String? {
      TapePlayerTests.mistake(in: "Source \"\(name)\"", file: folder["a/a.tape"])?.replacing(folder.path, with: "")
    }

    #expect(mistake("own.tape") == nil && mistake("./parts/own.tape") == nil)
    for name in ["../secret.tape", folder["secret.tape"], "parts/../own.tape", "notes.txt", "notes.txt\u{0}.tape"] {
      #expect(mistake(name)?.contains("It takes the name of a .tape file beside this tape") == true, "\(name)")
    }
    for name in ["link.tape", "up/secret.tape"] {
      #expect(
        mistake(name)
          == "/a/a.tape:1:8: The tape \"/a/\(name)\" is a symbolic link, or in a folder that is one. Use a copy of "
          + "it instead.")
    }
  }

  @Test func `a tape is limited in bytes and commands`() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/large.tape"
    #expect(FileWriting.replace(path, with: String(repeating: "#\n", count: 1 << 19)) == 0)
    #expect(try Tape(contentsOf: path).commands.isEmpty)
    #expect(FileWriting.replace(path, with: String(repeating: "#\n", count: 1 << 19) + "#") == 0)
    let error = #expect(throws: TapeError.self) { try Tape(contentsOf: path) }
    #expect(
      error?.description
        == "The tape \"\(path)\" is too large. A tape and the tapes that it sources are limited to 1 MB.")
    let commands = String(repeating: "Up\n", count: 99_999)
    let files = ["a.tape": "Down\nSource b.tape\nLeft", "b.tape": commands]
    let more = #expect(throws: TapeError.self) { try tape("a.tape", of: files) }
    #expect(
      more?.description
        == "a.tape:3:1: A tape can have up to 100000 commands, including those of sourced tapes.")
  }

  @Test func `sourced tapes are limited in depth and total size`() {
    var files: [String: String] = [:]
    for number in 0..<24 { files["\(number).tape"] = "Source \"\(number + 1).tape\"\n\(number == 14 ? "" : "Up")" }
    let deep = #expect(throws: TapeError.self) { try tape("0.tape", of: files) }
    #expect(
      deep?.description
        == "16.tape:1:8: Tapes can be nested up to 16 levels deep. Copy the commands of \"17.tape\" into this tape.")
    // Small tapes whose total size is over the limit.
    let filling = "#" + String(repeating: "x", count: 1_000) + "\n"
    for number in 0..<15 {
      files["\(number).tape"] = filling + "Source \"\(number + 1).tape\"\nSource \"\(number + 1).tape\""
    }
    files["15.tape"] = filling
    let large = #expect(throws: TapeError.self) { try tape("0.tape", of: files) }
    #expect(
      large?.message.hasSuffix("is too large. A tape and the tapes that it sources are limited to 1 MB.") == true)
  }

  @Test func `an error in a sourced tape is reported in its file`() {
    do throws(TapeError) {
      _ = try tape("a.tape", of: ["a.tape": "Source b.tape", "b.tape": "\n Entre"])
      Issue.record("an invalid tape was read")
    } catch {
      #expect(error.description == "b.tape:2:2: \"Entre\" is not a command. Did you mean Enter?")
    }
  }
}
