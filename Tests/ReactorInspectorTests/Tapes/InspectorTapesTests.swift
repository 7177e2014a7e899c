import ReactorTerminal
import ShowroomTestSupport
import TapePlayer
import Testing

extension InspectorTests {
  @MainActor
  @Suite("Inspector tapes")
  struct InspectorTapesTests {
    nonisolated private static let names = Checkout.names(in: InspectorTape.folder, ending: ".tape")
      .map { $0.dropLast(5) }

    @Test(arguments: names)
    func `every tape meets its expectations`(name: Substring) async throws {
      try await InspectorTape(String(name)).play(in: TemporaryFolder())
    }

    @Test func `the tapes are found`() {
      #expect(Self.names.count >= 10)
    }

    @Test func `the tape of saving writes the test and the tape`() async throws {
      let folder = try TemporaryFolder()

      try await InspectorTape("saving").play(in: folder)

      #expect(folder.text("CounterReactorSessionTests.swift")?.contains("store.send(.increase)") == true)
      #expect(folder.text("session.tape")?.contains("Type \"+\"") == true)
    }

    @Test func `without colors, no cell has one`() async throws {
      let screen = try await InspectorTape("mono").play(in: TemporaryFolder())

      #expect(screen.cells.allSatisfy { $0.style.foreground == .default && $0.style.background == .default })
    }

    @Test(arguments: ["car", "pictures"])
    func `the pictures of the documentation are up to date`(name: String) async throws {
      let folder = try TemporaryFolder()
      let tape = try InspectorTape(name)

      try await tape.play(in: folder)

      #expect(!tape.pictures.isEmpty)
      for picture in tape.pictures {
        try KeptFile("Sources/ReactorInspector/Documentation.docc/Resources/\(picture)").expect(
          folder.text(picture)?.withoutTapeMark)
      }
    }
  }
}
