import Foundation
import ShowroomNetwork
import ShowroomTestSupport
import SystemPackage
import Testing

@testable import ShowroomApp

@Suite(.timeLimit(.minutes(20)))
struct SystemOpenerTests {
  private func failure(_ environment: [String: String], _ path: String = "/x y.pdf") async -> OpenerError? {
    do throws(OpenerError) {
      try await SystemOpener(environment: environment).open(.file(FilePath(path)))
      return nil
    } catch {
      return error
    }
  }

  @Test func `opening needs a desktop unless a program is configured`() async {
    #expect(await failure([:]) == .noDesktop(.file))
    #expect(await failure(["DISPLAY": "", "SHOWROOM_OPENER": ""]) == .noDesktop(.file))
    #expect(await failure(["SHOWROOM_OPENER": "true"]) == nil)
  }

  @Test func `errors name the exit status, or the program that could not be started`() async {
    #expect(await failure(["SHOWROOM_OPENER": "false"]) == .failed("false", status: 1, .file))
    let missing = await failure(["SHOWROOM_OPENER": "/nowhere/opener"])
    #expect(missing?.description.hasPrefix("Could not start /nowhere/opener (No such file") == true)
  }

  /// Returns the lines that an opener program prints about its environment.
  private func seen(_ command: String, _ environment: [String: String]) async throws -> [String] {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("opener-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let answer = folder.appendingPathComponent("answer")
    // A script that the shell reads. Starting a program that was just written fails while another test forks.
    let script = folder.appendingPathComponent("script")
    try Data("\(command) > '\(answer.path)'\n".utf8).write(to: script)
    #expect(await failure(environment.merging(["SHOWROOM_OPENER": "/bin/sh"]) { $1 }, script.path) == nil)
    return try String(contentsOf: answer, encoding: .utf8).split(separator: "\n").map(String.init)
  }

  @Test func `the opener does not inherit the secrets of the program`() async throws {
    let environment = [
      "SHOWROOM_UPLOAD_PASSWORD": "p", "SHOWROOM_UPLOAD_TOKEN": "t", "AWS_SECRET_ACCESS_KEY": "s", "HOME": "/home/a",
      "DISPLAY": ":0", "PATH": "/usr/bin:/bin",
    ]

    let variables = try await seen("env", environment)

    #expect(variables.filter { $0.hasPrefix("SHOWROOM_") || $0.hasPrefix("AWS_") } == [])
    #expect(Set(variables).isSuperset(of: ["HOME=/home/a", "DISPLAY=:0", "PATH=/usr/bin:/bin"]))
  }

  @Test func `the opener has a session of its own, without a terminal`() async throws {
    // The process ID, its session, and its terminal, of the shell that runs the opener.
    let numbers = try await seen("cut -d' ' -f1,6,7 /proc/$$/stat", ["PATH": "/usr/bin:/bin"])
    let fields = try #require(numbers.first).split(separator: " ")

    #expect(fields.count == 3)
    #expect(fields.first == fields.dropFirst().first, "the session is that of another process")
    #expect(fields.last == "0", "the session has a terminal")
    #expect(try await seen("(: < /dev/tty) 2>&1 || echo none", ["PATH": "/usr/bin:/bin"]).last == "none")
    #expect(
      try await seen("readlink /proc/$$/fd/0 /proc/$$/fd/2", ["PATH": "/usr/bin:/bin"]) == ["/dev/null", "/dev/null"])
  }

  @Test func `the opener inherits no file descriptors`() async throws {
    let leak = open("/dev/null", O_RDONLY)
    defer { close(leak) }
    let high = fcntl(leak, F_DUPFD, 700)
    defer { close(high) }

    let descriptors = try await seen("ls /proc/self/fd", ["PATH": "/usr/bin:/bin"])

    // The last one belongs to `ls`, which reads the folder.
    #expect(descriptors == ["0", "1", "2", "3"])
  }

  @Test func `the address of a page is passed as it is`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("opener-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let program = folder.appendingPathComponent("opener")
    let answer = folder.appendingPathComponent("answer")
    // Written by another process, because a program that this one has just written may still be open in a child of
    // another test, and then it cannot be started.
    let writing = """
      printf '%s\\n' '#!/bin/sh' 'printf %s "$1" > \(answer.path)' > '\(program.path)'; chmod 700 '\(program.path)'
      """
    let ending = try await ChildProgram("/bin/sh", ["-c", writing]).ended()
    #expect(ending.status == 0)
    let address = try WebAddress(parsing: "https://www.fueleconomy.gov/feg/Find.do?action=sbs&id=34289")

    try await SystemOpener(environment: ["SHOWROOM_OPENER": program.path]).open(.page(address))

    #expect(try String(contentsOf: answer, encoding: .utf8) == address.text)
    #expect(address.text == "https://www.fueleconomy.gov/feg/Find.do?action=sbs&id=34289")
  }

  @Test func `the path is passed as one argument and not interpreted by a shell`() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("opener-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("a; rm $HOME `id`.pdf")
    try Data().write(to: file)
    // Removes its argument.
    #expect(await failure(["SHOWROOM_OPENER": "rm"], file.path) == nil)
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }
}
