import Glibc
import Testing

@testable import ShowroomCommands

@Suite
struct SystemShortageTests {
  @Test func `looking for a shortage leaves no descriptor open`() async {
    await #expect(processExitsWith: .success) {
      let before = dup(STDIN_FILENO)
      close(before)

      _ = SystemShortage.find()

      let after = dup(STDIN_FILENO)
      #expect(after == before)
    }
  }
}
