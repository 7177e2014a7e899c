import Foundation
import ShowroomTestSupport
import Testing

/// Tests the program with unusual shells, file masks and mounts.
@Suite(.waits, .showroom)
struct SurroundingsTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Runs a script in which `$0` is the program.
  private func shell(_ script: String) throws -> PlainRun {
    try PlainRun(["/bin/sh", "-c", script, Programs.showroom], environment: sandbox.environment)
  }

  private func permissions(_ path: String) throws -> String {
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    return String(mode ?? 0, radix: 8)
  }

  @Test func `only the owner can access the data folder, regardless of the umask`() throws {
    let run = try shell("umask 000; exec \"$0\" list kia --limit 1 --data-dir '\(sandbox.folder["a/b"])'")

    #expect(run.ending == .exit(0), "\(run.error)")
    #expect(try permissions(sandbox.folder["a/b"]) == "700")
  }

  @Test func `only the owner can access recordings and tapes of a session`() throws {
    let recorded = try sandbox.open(["record", sandbox.folder["a.cast"], "--input"])
    try recorded.type("q")
    #expect(try recorded.waitForEnd() == .exit(0))
    let taped = try sandbox.open(["browse", "--tape-out", sandbox.folder["a.tape"]])
    try taped.type("q")
    #expect(try taped.waitForEnd() == .exit(0))

    #expect(try permissions(sandbox.folder["a.cast"]) == "600")
    #expect(try permissions(sandbox.folder["a.tape"]) == "600")
  }

  @Test func `a folder whose name is not UTF-8 is rejected, and no other is used`() throws {
    let folder = sandbox.folder.path
    let option = try shell("exec \"$0\" list --data-dir \"$(printf '\(folder)/\\377')\"")
    let home = try shell("HOME=\"$(printf '\(folder)/\\377')\" exec \"$0\" list")
    let here = try shell(
      "cd '\(folder)' && mkdir \"$(printf '\\377')\" && cd \"$(printf '\\377')\" && exec \"$0\" list --data-dir data")

    for (run, name) in [(option, "--data-dir"), (home, "HOME"), (here, "--data-dir")] {
      #expect(run.ending == .exit(2))
      #expect(run.error.hasPrefix("showroom: \(name) resolves to a path that is not UTF-8, which is not supported. "))
    }
    // Only the folder that the shell has created.
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count <= 1)
  }

  @Test func `a pipe as configuration or log does not block the launch`() throws {
    let pipe = sandbox.folder["config.toml"]
    try #require(mkfifo(pipe, 0o600) == 0)
    let state = sandbox.folder["state/showroom"]
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    try #require(mkfifo("\(state)/showroom.log", 0o600) == 0)

    let configured = try sandbox.run("list", "--config", pipe)
    let logged = try shell("XDG_STATE_HOME='\(sandbox.folder["state"])' exec \"$0\" list kia --limit 1")

    #expect(configured.ending == .exit(2))
    #expect(configured.error == "showroom: Could not read the configuration file \(pipe): it is not a regular file.\n")
    #expect(logged.ending == .exit(0))
  }
}
