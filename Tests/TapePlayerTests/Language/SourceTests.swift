import Testing

@testable import TapePlayer

struct SourceTests {
  /// A tape among files in memory.
  private func tape(_ name: String, of files: [String: String]) throws(TapeError) -> Tape {
    try Tape(parsing: files[name] ?? "", file: name, read: { files[$0].map { Array($0.utf8) } })
  }

  @Test func anotherTapeIsPlayedWhereItIsNamed() throws {
    let tape = try tape(
      "tapes/tour.tape",
      of: [
        "tapes/tour.tape": "Enter\nSource parts/search.tape\nUp",
        "tapes/parts/search.tape": "Type \"kia\"\nRequire git\nOutput other.txt\nSource ../pause.tape",
        "tapes/parts/../pause.tape": "Sleep 1s",
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

  @Test func settingsOfASourcedTapeCountAtTheTop() throws {
    let files = ["a.tape": "Source b.tape\nEnter", "b.tape": "Set Width 50", "c.tape": "Enter\nSource b.tape"]
    #expect(try tape("a.tape", of: files).settings.width == 50)
    #expect(throws: TapeError.self) { try tape("c.tape", of: files) }
  }

  @Test func aCircleIsNamed() {
    do throws(TapeError) {
      _ = try tape("a.tape", of: ["a.tape": "Source b.tape", "b.tape": "Enter\nSource \"a.tape\""])
      Issue.record("a circle was read")
    } catch {
      #expect(error.description == "b.tape:2:8: The tape sources itself: a.tape → b.tape → a.tape.")
    }
  }

  @Test func aMissingTapeIsNamed() {
    #expect(
      mistake(in: "Source no-such.tape", file: "tapes/a.tape")
        == "tapes/a.tape:1:8: The tape \"tapes/no-such.tape\" cannot be read: the name is relative to this file.")
    do throws(TapeError) {
      _ = try Tape(contentsOf: "no-such.tape")
      Issue.record("a missing tape was read")
    } catch {
      #expect(
        error.description == "no-such.tape:1:1: The tape cannot be read: check the path and its permissions.")
    }
  }

  @Test func aMistakeInASourcedTapeIsInItsFile() {
    do throws(TapeError) {
      _ = try tape("a.tape", of: ["a.tape": "Source b.tape", "b.tape": "\n Entre"])
      Issue.record("a mistake was read")
    } catch {
      #expect(error.description == "b.tape:2:2: \"Entre\" is not a command: did you mean Enter?")
    }
  }
}
