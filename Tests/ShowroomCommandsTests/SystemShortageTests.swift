import Glibc
import Testing

@testable import ShowroomCommands

@Suite
struct SystemShortageTests {
  @Test func `looking for a shortage leaves no descriptor open`() async {
    await #expect(processExitsWith: .success) {
      // Other threads of the process open files, too, so one attempt of several suffices.
      let keepsAll = (0..<5).contains { _ in
        let before = dup(STDIN_FILENO)
        close(before)
        _ = SystemShortage.find()
        let after = dup(STDIN_FILENO)
        close(after)
        return after == before
      }
      #expect(keepsAll)
    }
  }
}
