import Foundation
import ReactorTerminal
import ShowroomTestSupport
import Testing

@testable import TapePlayer

/// The animated pictures of tapes, which show the counter.
@MainActor
@Suite(.checksFrames)
struct AnimationTests {
  /// Plays a tape, and returns what the picture `name` shows.
  private func play(_ tape: String, name: String = "all.svg") async throws -> ShownRows {
    let folder = try TemporaryFolder()
    try await CounterStage().play(tape, options: Player.Options(folder: folder.path, pictureTitle: "Counter"))
    return ShownRows(try #require(folder.text(name)))
  }

  /// Returns the number that the counter shows.
  private func number(in rows: [String]) -> Int? {
    rows.lazy.flatMap { $0.split(separator: " ") }.compactMap { Int($0) }.first
  }

  @Test func `an output is a picture of the whole tape`() async throws {
    let shown = try await play("Output all.svg\nSleep 1s\nUp\nSleep 2s")

    // A key is followed by a pause of 50 ms, and the counter takes half a second.
    #expect(shown.duration == 3.05)
    #expect(number(in: shown.rows(at: 0)) == 0)
    #expect(number(in: shown.rows(at: 1.45)) == 0)
    #expect(number(in: shown.rows(at: 1.5)) == 1)
    #expect(number(in: shown.rows(at: 3)) == 1)
    #expect(shown.rows(at: 0).first == "Counter")
  }

  @Test func `hidden commands and their time are left out`() async throws {
    let shown = try await play("Output all.svg\nHide\nUp\nSleep 9s\nShow\nSleep 1s\nHide\nUp\nSleep 1s\nShow\nSleep 1s")

    #expect(shown.duration == 2)
    #expect(number(in: shown.rows(at: 0)) == 1)
    #expect(number(in: shown.rows(at: 0.9)) == 1)
    #expect(number(in: shown.rows(at: 1)) == 2)
  }

  @Test func `a directive begins and ends a picture of a part`() async throws {
    let tape = """
      Output all.svg
      Up
      Sleep 1s
      #! animate one.svg
      Up
      Sleep 1s
      #! animate two.svg
      Sleep 2s
      Up
      Sleep 1s
      #! animate off
      Sleep 5s
      #! animate three.svg
      Sleep 3s
      """

    let one = try await play(tape, name: "one.svg")
    let two = try await play(tape, name: "two.svg")

    #expect(one.duration == 1.05)
    #expect(number(in: one.rows(at: 0)) == 1)
    #expect(number(in: one.rows(at: 1)) == 2)
    #expect(two.duration == 3.05)
    #expect(number(in: two.rows(at: 1.99)) == 2)
    #expect(number(in: two.rows(at: 3)) == 3)
    #expect(try await play(tape, name: "three.svg").duration == 0)
    #expect(try await play(tape).duration == 13.15)
  }

  @Test func `a poster is shown where motion is not wanted`() async throws {
    let tape = "Output all.svg\nUp\nSleep 1s\n%\nUp\nSleep 1s"

    #expect(number(in: try await play(tape.replacing("%", with: "")).poster) == 0)
    #expect(number(in: try await play(tape.replacing("%", with: "#! poster")).poster) == 1)
  }

  @Test func `the frame rate limits the number of changes`() async throws {
    let tape = "Set Framerate %\nOutput all.svg\nUp\nSleep 1s"

    let fast = try await play(tape.replacing("%", with: "20"))
    let slow = try await play(tape.replacing("%", with: "1"))

    #expect(number(in: fast.rows(at: 0.4)) == 0 && number(in: fast.rows(at: 0.5)) == 1)
    // The key and the half second are within the first step.
    #expect(number(in: slow.rows(at: 0)) == 1)
    #expect(slow.duration == 0)
  }

  @Test func `a picture that begins while frames are hidden shows none of them`() async throws {
    let tape = "Hide\n#! animate part.svg\nUp\nSleep 5s\nShow\nSleep 1s\nUp\nSleep 1s\n#! animate off"

    let shown = try await play(tape, name: "part.svg")

    #expect(number(in: shown.rows(at: 0)) == 1)
    #expect(number(in: shown.rows(at: 1.9)) == 2)
    #expect(shown.duration < 3)
  }

  @Test func `a picture whose frames are all hidden is empty`() async throws {
    let shown = try await play("Hide\n#! animate part.svg\nUp\nSleep 5s\n#! animate off", name: "part.svg")

    #expect(shown.duration == 0 && shown.rows(at: 0).allSatisfy(\.isEmpty))
  }

  @Test func `the size of a picture is that of the first frame that is not hidden`() async throws {
    let folder = try TemporaryFolder()
    try await CounterStage().play(
      "Output all.svg\n#! caption \"First\"\nHide\n#! resize 30x8\nShow\nScreenshot still.svg\nUp\nSleep 1s",
      options: Player.Options(folder: folder.path))

    let moving = try #require(folder.text("all.svg"))
    let still = try #require(folder.text("still.svg"))
    #expect(moving.firstMatch(of: /viewBox="[^"]*"/)?.0 == still.firstMatch(of: /viewBox="[^"]*"/)?.0)
    #expect(moving.contains("<desc>First</desc>"))
  }

  @Test func `captions are the description of the picture`() async throws {
    let folder = try TemporaryFolder()
    try await CounterStage().play(
      "Output all.svg\n#! caption \"One <step>\"\nSleep 1s\n#! caption \"\"\nHide\n#! caption \"hidden\"",
      options: Player.Options(folder: folder.path, pictureTitle: "Counter"))

    #expect(folder.text("all.svg")?.contains("<title>Counter</title>\n<desc>One &lt;step&gt;</desc>\n") == true)
  }

  @Test func `the same tape produces the same picture`() async throws {
    var pictures: Set<String> = []
    for _ in 0..<5 {
      let folder = try TemporaryFolder()
      try await CounterStage().play(
        "Output all.svg\n#! keys on\nUp 3\nWait /1/\n#! resize 50x12\nDown\nSleep 1s\nType \"?\"",
        options: Player.Options(folder: folder.path))
      pictures.insert(try #require(folder.text("all.svg")))
    }
    #expect(pictures.count == 1)
  }

  @Test func `a picture that cannot be written is a failure at its command`() async throws {
    let folder = try TemporaryFolder()
    for (tape, position) in [("Sleep 1s\nOutput full.svg", "2:8"), ("Sleep 1s\n#! animate full.svg\nUp", "2:12")] {
      let counter = CounterStage()
      // After the check before the first key.
      let mine = counter.stage.window.frameDrawn.bind { try? folder.write("mine", to: "full.svg") }
      let failure = await #expect(throws: TapeFailure.self) {
        try await counter.play(tape, options: Player.Options(folder: folder.path))
      }
      mine.dispose()
      #expect(
        failure?.description
          == "demo.tape:\(position): \"\(folder["full.svg"])\" could not be written: it already exists, and this tape "
          + "has not written it; remove it, or choose another name.")
      #expect(folder.text("full.svg") == "mine")
      try FileManager.default.removeItem(atPath: folder["full.svg"])
    }
  }

  @Test func `a missing folder is reported before the first command`() async throws {
    let counter = CounterStage()
    let failure = await #expect(throws: TapeFailure.self) {
      try await counter.play("Sleep 1s\n#! animate \"no/such/folder/a.svg\"")
    }
    #expect(failure?.description.hasPrefix("demo.tape:2:12: \"no/such/folder/a.svg\" could not be written") == true)
    #expect(counter.stage.clock.now.offset == .zero)
  }
}
