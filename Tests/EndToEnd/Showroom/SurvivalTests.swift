import Foundation
import Glibc
import ShowroomTestSupport
import Testing

/// Tests that what the program has acknowledged survives the end of the program, whatever ends it.
@Suite(.waits, .showroom)
struct SurvivalTests {
  enum End: CaseIterable {
    case key, controlC, terminate, hangUp, kill
  }

  /// Returns a sandbox with few cars and a file with many others, which do not fit into the cache of the database.
  private func sandbox() throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 10)
    try sandbox.folder.write(Self.others, to: "others.csv")
    return sandbox
  }

  private static let count = 12_000

  /// Other cars with long names, which are in another order than their IDs, so that pages leave the cache and return.
  private static let others: String = {
    var lines = Sandbox.table(cars: count).split(separator: "\r\n").map(String.init)
    for number in 1..<lines.count {
      let name = "Car \(number * 7_919 % count) " + String(repeating: "with a long name ", count: 6)
      lines[number] = "9" + lines[number].replacing(/Car \d+/, with: name)
    }
    return lines.joined(separator: "\r\n") + "\r\n"
  }()

  private func end(_ terminal: PseudoTerminal, by end: End, _ sandbox: Sandbox) throws {
    switch end {
    case .key: try terminal.type("q")
    case .controlC: try terminal.press(.controlC)
    case .terminate: terminal.signal(SIGTERM)
    case .hangUp: terminal.hangUp()
    case .kill:
      // The screen shows a favorite before it is written.
      let deadline = Deadline.usual
      while try favorites(sandbox).isEmpty { try #require(!deadline.hasPassed) }
      terminal.signal(SIGKILL)
    }
    try terminal.waitForEnd()
  }

  private func favorites(_ sandbox: Sandbox) throws -> [Substring] {
    let list = try sandbox.run("list", "--favorites", "--format", "csv")
    #expect(list.ending == .exit(0), "\(list.error)")
    return list.output.split(whereSeparator: \.isNewline).dropFirst().map { $0 }
  }

  @Test(arguments: End.allCases)
  func `a favorite set after a refresh was declined on the screen survives`(_ how: End) throws {
    let sandbox = try sandbox()
    let terminal = try sandbox.open(["--source", sandbox.folder["others.csv"]])

    try terminal.type("r")
    try terminal.wait(for: "Remove 10 of 10 cars?")
    // The question takes no key as long as nobody can have read it, which nothing on the screen shows. The list ignores
    // the key.
    let deadline = Deadline.usual
    while terminal.screen.contains("Remove 10 of 10") {
      try #require(!deadline.hasPassed)
      try terminal.type("n")
      while terminal.takeOutput(within: 400) {}
    }
    try terminal.type("f")
    try terminal.wait(for: "★")
    try end(terminal, by: how, sandbox)

    #expect(try favorites(sandbox).count == 1)
    #expect(try sandbox.run("doctor").output.contains("OK"))
  }

  @Test func `a favorite set on the screen after a refresh by a command was rejected survives a kill`() throws {
    let sandbox = try sandbox()
    let terminal = try sandbox.open()

    let refresh = try sandbox.run("refresh", "--source", sandbox.folder["others.csv"])
    #expect(refresh.ending == .exit(1))
    try terminal.type("f")
    try terminal.wait(for: "★")
    try end(terminal, by: .kill, sandbox)

    #expect(try favorites(sandbox).count == 1)
    #expect(try sandbox.run("doctor").output.contains("OK"))
  }

  /// The file that grows when a refresh reaches the phase.
  enum Phase: String, CaseIterable {
    /// Cars leave the cache of the database.
    case spill = "-wal"
    /// The log is copied into the database.
    case copy = ""
  }

  @Test(arguments: Phase.allCases)
  func `an approved refresh that is killed leaves the old cars or the new ones`(_ phase: Phase) throws {
    for delay in [0, 200, 1_000, 5_000] {
      let sandbox = try sandbox()
      let terminal = try sandbox.open()
      try terminal.type("f")
      try terminal.wait(for: "★")
      try terminal.type("q")
      try terminal.waitForEnd()
      let file = sandbox.database + phase.rawValue
      let before = Self.size(of: file)

      _ = try PlainRun(
        [Programs.showroom, "refresh", "--allow-shrink", "--data-dir", sandbox.data]
          + ["--source", sandbox.folder["others.csv"]], environment: sandbox.environment
      ) { pid in
        let deadline = Deadline.usual
        while Self.size(of: file) < max(before, 100_000) + 1, Self.isRunning(pid), !deadline.hasPassed {}
        // A busy loop, because the phase lasts some milliseconds.
        let start = ContinuousClock.now
        while ContinuousClock.now - start < .microseconds(delay) {}
        kill(pid, SIGKILL)
      }

      #expect(try sandbox.run("doctor").output.contains("OK"))
      // The favorite is among them, also if the source no longer has it.
      let cars = try Self.count(of: "", in: sandbox)
      #expect([10, Self.count + 1].contains(cars), "\(cars)")
      #expect(try Self.count(of: "fav:yes", in: sandbox) == 1)
    }
  }

  private static func count(of query: String, in sandbox: Sandbox) throws -> Int {
    try sandbox.run("list", query, "--format", "csv").output.split(whereSeparator: \.isNewline).count - 1
  }

  private static func size(of file: String) -> Int {
    var status = stat()
    return stat(file, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Whether a child has not ended. One that has can still be waited for.
  private static func isRunning(_ pid: pid_t) -> Bool {
    var info = siginfo_t()
    return waitid(P_PID, id_t(pid), &info, WEXITED | WNOHANG | WNOWAIT) == 0 && info.si_signo == 0
  }
}
