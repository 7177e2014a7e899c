import Foundation
import ShowroomTestSupport
import Testing

/// Tests that an idle program does not wake up, whatever it did before.
@Suite(.waits, .showroom, .enabled(if: FileManager.default.fileExists(atPath: "/proc/self/task"), "skipped: no /proc"))
struct IdlenessTests {
  @Test func `after a refresh over HTTP the program does not wake up`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 30)
    let server = try LoopbackServer.serving(Sandbox.table(cars: 31))
    let terminal = try sandbox.open(["--source", "http://localhost:\(server.port)/cars.csv"])

    try terminal.type("r")
    try terminal.waitForRow(1, of: 31)

    try expectStillness(of: terminal)
  }

  @Test func `after an upload over HTTP the program does not wake up`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 30)
    try sandbox.folder.write(String(repeating: "invoice", count: 1000), to: "invoice.txt")
    let server = try LoopbackServer.storing()
    let terminal = try sandbox.open(["--destination", "http://localhost:\(server.port)/files/"])

    try terminal.type("u")
    try terminal.wait(for: "Choose files")
    try terminal.type("p\u{15}~/invoice.txt\r")
    try terminal.wait(for: "the cursor on the selected file") { screen in
      screen.lines.contains { $0.hasPrefix("▸") && $0.contains("invoice.txt") }
    }
    try terminal.type("\r")
    try terminal.wait(for: "✓ Uploaded")

    // The database and the file that the cars came from are watched.
    try expectStillness(of: terminal, watches: 2)
  }

  private func expectStillness(of terminal: PseudoTerminal, watches: Int = 1) throws {
    try terminal.requireWatches(watches)
    try terminal.waitUntilStill()
  }
}
