import ReactorTerminal
import ShowroomTestSupport
import Testing

@testable import ReactorTesting

@MainActor
@Suite struct ExpectSnapshotTests {
  private let folder: TemporaryFolder
  private let screen = TestScreen(
    12, 3,
    theme: Theme(name: "test") { role in
      switch role {
      case .text: .plain
      case .selection: .plain.reverse
      default: .plain.italic
      }
    })

  init() throws { folder = try TemporaryFolder() }

  private func show(_ text: String, _ role: Role = .text) {
    screen.show(Label(text, role: role))
  }

  /// Compares the screen with a snapshot, or records it. Returns the failures.
  private func compare(_ name: String = "list", recording: Bool = false) -> [String] {
    var messages: [String] = []
    screen.compareSnapshot(
      with: SnapshotFile(named: name, besideFile: folder["ListTests.swift"]), isRecording: recording, #_sourceLocation
    ) { message, _ in messages.append(message) }
    return messages.map { $0.replacing(folder.path, with: "/tests") }
  }

  @Test func `a recorded snapshot is a text file beside the test, and passes`() {
    show("기아 K5", .selection)

    #expect(compare(recording: true) == [])

    #expect(
      folder.text("Snapshots/list.txt")
        == """
        기아 K5
        --------
        SSSSSSS
        --------
        . text
        S selection

        """)
    #expect(compare() == [])
  }

  @Test func `a missing snapshot fails with the remedy`() {
    show("Kia")

    #expect(
      compare() == [
        "There is no snapshot /tests/Snapshots/list.txt. To record it, run the test with RECORD_SNAPSHOTS=1."
      ])
  }

  @Test func `different text fails with the rows that differ and the file`() {
    show("Kia")
    _ = compare(recording: true)
    show("BMW")

    #expect(
      compare() == [
        """
        The screen's text differs in 1 row (- expected, + actual):
          0 - Kia
          0 + BMW

        Expected:
        Kia

        Actual:
        BMW

        The snapshot is /tests/Snapshots/list.txt. To record it again, run the test with RECORD_SNAPSHOTS=1.
        """
      ])
  }

  @Test func `a different style fails although the text is equal`() {
    show("Kia")
    _ = compare(recording: true)
    show("Kia", .selection)

    let messages = compare()

    #expect(messages.count == 1)
    #expect(messages.first?.hasPrefix("The screen's styles differ in 1 row (- expected, + actual):\n") == true)
    #expect(messages.first?.contains("  0 + SSS") == true)
  }

  @Test func `a screen full of dashes is not mistaken for the end of the text`() {
    show("--------")
    _ = compare("dashes/first", recording: true)

    #expect(compare("dashes/first") == [])
    show("-------")
    #expect(compare("dashes/first").count == 1)
  }

  @Test func `a name cannot leave the folder`() {
    #expect(SnapshotFile(named: "../../a", besideFile: "/tests/A.swift").path == "/tests/Snapshots/a.txt")
    #expect(SnapshotFile(named: "", besideFile: "A.swift").path == "./Snapshots/unnamed.txt")
  }

  @Test func `a folder that cannot be created is reported`() {
    var messages: [String] = []
    show("Kia")

    screen.compareSnapshot(
      with: SnapshotFile(named: "a", besideFile: "/proc/nowhere/A.swift"), isRecording: true, #_sourceLocation
    ) { message, _ in messages.append(message) }

    #expect(messages == ["/proc/nowhere/Snapshots/a.txt cannot be written: No such file or directory."])
  }
}
