import CFileFaults
import Glibc
import ShowroomTestSupport
import Testing

@testable import ReactorFiles

/// Every system call that writes a file fails once, or is the last one of the program.
struct FileFaultTests {
  /// What changes a file that has the contents "old".
  enum Change: CaseIterable {
    case replacement, publication, removal, folder
  }

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { folder["a.txt"] }

  /// - Returns: The error number.
  private func make(_ change: Change) -> Int32 {
    switch change {
    case .replacement: return FileWriting.replace(path, with: Array("new".utf8), permissions: 0o600)
    case .publication: return FileWriting.publish(folder["b.part"], as: path)
    case .removal: return FileWriting.remove(path)
    case .folder: return FileWriting.makeFolder(folder["c/d"], permissions: 0o700)
    }
  }

  /// Makes a change with a fault, and returns its error number and the observed calls.
  private func make(_ change: Change, _ fault: file_fault, at call: Int32 = 0) throws -> (code: Int32, calls: String) {
    for name in ["c/d", "c"] { rmdir(folder[name]) }
    for name in ["a.txt", "b.part"] { unlink(folder[name]) }
    try folder.write("old", to: "a.txt")
    try folder.write("new", to: "b.part")
    file_faults_begin(folder.path, fault, call)
    let code = make(change)
    return (code, String(cString: file_faults_end()))
  }

  private var names: [String] {
    (ShellCommand.output(of: "ls -A \(folder.path)") ?? "").split(separator: "\n").map(String.init)
  }

  @Test(arguments: [
    (Change.replacement, "wfrd"), (.publication, "frd"), (.removal, "ud"), (.folder, "dd"),
  ])
  func `contents are durable before they get their name, and the name is durable once the change is complete`(
    change: Change, calls: String
  ) throws {
    let result = try make(change, FILE_FAULT_NONE)
    #expect(result.code == 0 && result.calls == calls)
  }

  @Test(arguments: Change.allCases)
  func `a change whose system call fails is reported, and leaves the old file or the new one`(change: Change) throws {
    let count = try make(change, FILE_FAULT_NONE).calls.utf8.count
    for call in 1...count {
      let code = try make(change, FILE_FAULT_ONCE, at: Int32(call)).code
      #expect(code == ENOSPC, "call \(call)")
      expectOldOrNew(after: change, "call \(call)")
      #expect(names.allSatisfy { ["a.txt", "b.part", "c"].contains($0) }, "call \(call): \(names)")
    }
  }

  @Test(arguments: Change.allCases)
  func `a program that ends at any system call leaves the old file or the new one`(change: Change) throws {
    let count = try make(change, FILE_FAULT_NONE).calls.utf8.count
    for call in 1...count {
      #expect(try make(change, FILE_FAULT_END, at: Int32(call)).code != 0, "call \(call)")
      expectOldOrNew(after: change, "call \(call)")
      for name in names where name.hasPrefix(".") { unlink(folder[name]) }
    }
  }

  private func expectOldOrNew(after change: Change, _ comment: Comment) {
    switch change {
    case .replacement, .publication: #expect(["old", "new"].contains(folder.text("a.txt")), comment)
    case .removal: #expect(["old", nil].contains(folder.text("a.txt")), comment)
    case .folder: #expect(folder.text("a.txt") == "old", comment)
    }
  }
}
