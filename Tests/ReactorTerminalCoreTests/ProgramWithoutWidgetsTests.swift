import ShowroomTestSupport
import Testing

/// A program that imports `ReactorTerminalCore` alone.
@Suite struct ProgramWithoutWidgetsTests {
  /// The path of the program, beside the test bundle.
  private static let program: String = {
    let own = CommandLine.arguments.first ?? ""
    let folder = own.lastIndex(of: "/").map { String(own[..<$0]) } ?? "."
    return "\(folder)/program-without-widgets"
  }()

  /// Plays a tape with the program, and returns the rows of its last screen that are not empty.
  private func play(_ tape: String) async throws -> String {
    let folder = try TemporaryFolder()
    try folder.write("#! resize 60x10\n\(tape)\n", to: "session.tape")
    let arguments = ["--tape", folder["session.tape"], "--headless"]

    let ending = try await ChildProgram(Self.program, arguments, output: .kept).ended()

    #expect(ending.status == 0)
    return String(decoding: ending.output, as: UTF8.self).split(separator: "\n").map { String($0) }
      .filter { $0.contains { $0 != " " } }.joined(separator: "\n")
  }

  @Test func `its views draw, and its keys work`() async throws {
    let screen = try await play("Type \"+\"")

    #expect(
      screen == """
         Greeting
         Hello × 2
         + Again  q Quit
        """)
  }

  @Test func `it has neither help nor palette, and no hints for them`() async throws {
    let before = try await play("Sleep 0")
    let after = try await play("Type \"?:\"\nCtrl+P")

    #expect(after == before && !after.contains("?"))
  }

  @Test func `help that the program presents itself has its key and its hint`() async throws {
    let screen = try await play("Type \"h?\"")

    #expect(screen.contains("Help of the program") && screen.contains("? Help"))
  }

  @Test(arguments: [
    ("t", "• Saved"), ("a", "✗ The server is gone. Try again later.  Esc Dismiss"),
    ("d", "! Delete it? It cannot be restored."), ("c", "• Choose one"),
  ])
  func `messages are toasts`(key: String, toast: String) async throws {
    let screen = try await play("Type \"\(key)\"")

    #expect(screen.contains(toast) && screen.contains("Greeting"))
  }
}
