import Foundation
import ShowroomTestSupport
import Testing

/// Tests that a lack of system resources is reported at launch, before a library ends the process.
@Suite(.waits, .showroom)
struct ShortageTests {
  /// Runs a command under a limit set by the shell.
  private func run(_ limit: String, _ more: String...) throws -> PlainRun {
    let sandbox = try Sandbox()
    let command = [Programs.showroom] + more + ["--data-dir", sandbox.data]
    return try PlainRun(
      ["/bin/sh", "-c", "ulimit \(limit); exec \"$0\" \"$@\""] + command, environment: sandbox.environment)
  }

  @Test(arguments: ["6", "16", "20", "24"])
  func `too low a limit on open files is an error`(count: String) throws {
    let run = try run("-n \(count)", "refresh", "--source", "http://127.0.0.1:9/cars.csv")

    #expect(run.ending == .exit(1))
    #expect(run.error.hasPrefix("showroom: Showroom needs") && run.error.contains("ulimit -n 1024"))
  }

  @Test func `too little memory is an error`() throws {
    let run = try run("-v 400000", "list")

    #expect(run.ending == .exit(1))
    #expect(run.error.contains("MB of address space"))
  }

  @Test func `a low limit is raised if possible`() throws {
    let run = try run("-S -n 20", "list", "--limit", "1")

    #expect(run.ending == .exit(0))
  }

  @Test(.enabled(if: SmallDisk.isPossible, "skipped: /proc can only be unmounted by root with all capabilities"))
  func `a missing /proc is an error`() throws {
    let sandbox = try Sandbox()
    let run = try PlainRun(
      [
        "/usr/bin/unshare", "-m", "/bin/sh", "-c", "umount -l /proc; exec \"$0\" list --data-dir \"$1\"",
        Programs.showroom, sandbox.data,
      ], environment: sandbox.environment)

    #expect(run.ending == .exit(1))
    #expect(run.error.hasPrefix("showroom: Showroom needs /proc, which is not mounted."), "\(run.error)")
    #expect(!FileManager.default.fileExists(atPath: sandbox.data))
  }
}
