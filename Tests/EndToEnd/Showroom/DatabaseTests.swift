import Foundation
import Glibc
import ShowroomTestSupport
import Testing

@Suite(.waits, .showroom)
struct DatabaseTests {
  @Test func `two processes on one data directory show each other's favorites`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 40)
    let one = try sandbox.open()
    let two = try sandbox.open()
    try one.type("jjf")
    try two.wait(for: "the star that the other set") { screen in
      screen.lines.contains { $0.contains("★") && $0.contains("Car 00003") }
    }
    try two.type("jjf")
    try one.wait(for: "the star gone again") { screen in !screen.lines.contains { $0.contains("★") } }
  }

  @Test func `a file that is not a database is not changed`() throws {
    let sandbox = try Sandbox()
    try FileManager.default.createDirectory(atPath: sandbox.data, withIntermediateDirectories: true)
    let text = String(repeating: "my diary\n", count: 100)
    try Data(text.utf8).write(to: URL(fileURLWithPath: sandbox.database))
    try expectMessage(sandbox, "is not a catalog database")
    #expect(try String(contentsOfFile: sandbox.database, encoding: .utf8) == text)
  }

  @Test func `a FIFO in place of the database is reported`() throws {
    let sandbox = try Sandbox()
    try FileManager.default.createDirectory(atPath: sandbox.data, withIntermediateDirectories: true)
    try #require(mkfifo(sandbox.database, 0o600) == 0)

    try expectMessage(sandbox, "is not a catalog database")
  }

  @Test(arguments: ["000", "777"])
  func `only the owner can read the database, regardless of the umask`(mask: String) throws {
    let sandbox = try Sandbox()

    for _ in 0..<2 {
      let run = try PlainRun(
        ["/bin/sh", "-c", "umask \(mask); exec \"$0\" list --data-dir \"$1\"", Programs.showroom, sandbox.data],
        environment: sandbox.environment)
      #expect(run.ending == .exit(0), "\(run.error)")
    }

    let modes = try [sandbox.data, sandbox.database].map { path in
      try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    }
    #expect(modes == [0o700, 0o600])
  }

  @Test func `a database of a newer version is not changed`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 10)
    try overwrite(sandbox.database, at: 60, with: [0, 0, 0, 99])
    let before = try Data(contentsOf: URL(fileURLWithPath: sandbox.database))
    try expectMessage(sandbox, "was written by a newer version (format 99")
    #expect(try Data(contentsOf: URL(fileURLWithPath: sandbox.database)) == before)
  }

  @Test func `a damaged database is reported`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 2000)
    // Otherwise the write-ahead log would replace damaged pages.
    for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: sandbox.database + ending) }
    try overwrite(sandbox.database, at: 100, with: Array(repeating: 0xA5, count: 100_000))
    try expectMessage(sandbox, "corrupted")
  }

  @Test func `a database locked by another process is reported after a while`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 10)
    let descriptor = open(sandbox.database, O_RDWR | O_CLOEXEC)
    defer { close(descriptor) }
    // The exclusive lock of SQLite: the pending byte and the shared range (os_unix.c).
    var lock = flock(l_type: Int16(F_WRLCK), l_whence: Int16(SEEK_SET), l_start: 0x4000_0000, l_len: 512, l_pid: 0)
    try #require(fcntl(descriptor, F_SETLK, &lock) == 0)
    try expectMessage(sandbox, "is locked by another program")
  }

  @Test func `a read-only database is shown, and edits report that it is read-only`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 10)
    // Root ignores permissions, but not a read-only mount.
    guard getuid() != 0 else { return try readOnlyMount(sandbox) }
    chmod(sandbox.database, 0o444)
    chmod(sandbox.data, 0o555)
    defer { chmod(sandbox.data, 0o755) }
    try expectReadOnly(sandbox)
  }

  private func readOnlyMount(_ sandbox: Sandbox) throws {
    guard SmallDisk.isPossible else { return }
    try PlainRun.checked("/bin/mount", "--bind", sandbox.data, sandbox.data)
    defer { _ = try? PlainRun(["/bin/umount", "-l", sandbox.data]) }
    try PlainRun.checked("/bin/mount", "-o", "remount,ro,bind", sandbox.data)
    try expectReadOnly(sandbox)
  }

  private func expectReadOnly(_ sandbox: Sandbox) throws {
    let terminal = try sandbox.open()
    #expect(terminal.screen.isAt(1, of: 10))
    try terminal.type("f")
    try terminal.wait(for: "read-only")
    let list = try sandbox.run("list", "--format", "csv")
    #expect(list.ending == .exit(0))
    #expect(list.output.contains("Car 00010"))
  }

  @Test func `a data directory that is a file is reported`() throws {
    let sandbox = try Sandbox()
    try sandbox.folder.write("", to: ".data")
    try expectMessage(sandbox, "it is not a directory")
  }

  @Test(.enabled(if: SmallDisk.isPossible, "skipped: a small disk can only be mounted by root"))
  func `a full disk is reported, and existing data stays intact`() throws {
    let sandbox = try Sandbox()
    let disk = try SmallDisk(at: sandbox.data, kilobytes: 1024)
    try sandbox.fill(cars: 200)
    let before = try sandbox.run("list", "--format", "csv").output
    #expect(before.split(whereSeparator: \.isNewline).count == 201)

    try sandbox.folder.write(Sandbox.table(cars: 20_000), to: "cars.csv")
    let refresh = try sandbox.run("refresh", "--source", sandbox.folder["cars.csv"])
    #expect(refresh.ending == .exit(1))
    #expect(refresh.error.contains("is full"))
    #expect(refresh.error.split(separator: "\n").count == 1)
    #expect(try sandbox.run("list", "--format", "csv").output == before)
    #expect(try sandbox.run("doctor").output.contains("OK"))

    let terminal = try sandbox.open(["--source", sandbox.folder["cars.csv"]])
    try terminal.type("r")
    try terminal.wait(for: "is full")
    withExtendedLifetime(disk) {}
  }

  @Test(.enabled(if: SmallDisk.isPossible, "skipped: a small disk can only be mounted by root"))
  func `the cars are shown on a full disk, and edits report that it is full`() throws {
    let sandbox = try Sandbox()
    let disk = try SmallDisk(at: sandbox.data, kilobytes: 1024)
    try sandbox.fill(cars: 10)
    #expect(try PlainRun(["/bin/dd", "if=/dev/zero", "of=\(sandbox.data)/filler"]).ending != .exit(0))

    let list = try sandbox.run("list", "--format", "csv")
    #expect(list.ending == .exit(0), "\(list.error)")
    #expect(list.output.contains("Car 00010"))
    let terminal = try sandbox.open()
    try terminal.type("f")
    try terminal.wait(for: "is full")
    withExtendedLifetime(disk) {}
  }

  @Test(.enabled(if: SmallDisk.isPossible, "skipped: a small disk can only be mounted by root"))
  func `a refresh that succeeds on a small disk is complete, and one that fails loses nothing`() throws {
    let table = Sandbox.table(cars: 5_000)
    for kilobytes in [600, 1_200, 1_800, 2_400, 3_000, 4_000] {
      let sandbox = try Sandbox()
      let disk = try SmallDisk(at: sandbox.data, kilobytes: kilobytes)
      try sandbox.fill(cars: 10)
      try sandbox.folder.write(table, to: "cars.csv")

      let refresh = try sandbox.run("refresh", "--source", sandbox.folder["cars.csv"])

      #expect(refresh.ending == .exit(0) || refresh.error.contains("is full"), "\(kilobytes) KB: \(refresh.error)")
      let list = try sandbox.run("list", "--format", "csv")
      let cars = list.output.split(whereSeparator: \.isNewline).count - 1
      #expect(cars == 5_000 || refresh.ending != .exit(0) && cars == 10, "\(kilobytes) KB: \(cars) \(list.error)")
      #expect(try !sandbox.run("doctor").output.contains("corrupted"))
      withExtendedLifetime(disk) {}
    }
  }

  /// Expects status 1 and one message, with and without a screen, and a restored terminal.
  private func expectMessage(_ sandbox: Sandbox, _ words: String, sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    let list = try sandbox.run("list")
    #expect(list.ending == .exit(1), sourceLocation: sourceLocation)
    #expect(list.error.contains(words), sourceLocation: sourceLocation)
    #expect(list.error.split(separator: "\n").count == 1, sourceLocation: sourceLocation)
    let terminal = try sandbox.start()
    let ending = try terminal.waitForEnd()
    #expect(ending == .exit(1), sourceLocation: sourceLocation)
    let text = terminal.screen.lines.joined()
    #expect(text.contains(words) || terminal.wrote(words), "\(text)", sourceLocation: sourceLocation)
    terminal.expectRestored(sourceLocation: sourceLocation)
  }

  private func overwrite(_ path: String, at offset: UInt64, with bytes: [UInt8]) throws {
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    defer { try? file.close() }
    try file.seek(toOffset: offset)
    try file.write(contentsOf: Data(bytes))
  }
}

extension PlainRun {
  /// Runs a system tool that must succeed.
  fileprivate static func checked(_ arguments: String...) throws {
    let run = try PlainRun(arguments)
    try #require(run.ending == .exit(0), "\(arguments.joined(separator: " ")): \(run.error)")
  }
}
