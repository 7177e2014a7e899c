import Foundation
import ShowroomTestSupport
import Testing

/// Tests that the file by which other programs see that this one uploads disappears with it.
@Suite(.waits, .showroom)
struct UploadOwnerTests {
  private func locks(_ sandbox: Sandbox) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: sandbox.data).filter { $0.hasSuffix(".lock") }
  }

  /// Returns a catalog of a few cars, and files to upload beside it.
  private func sandbox(files: Int) throws -> Sandbox {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 10)
    for number in 1...files {
      try sandbox.folder.write(String(repeating: "invoice", count: 1000), to: "invoice \(number).txt")
    }
    return sandbox
  }

  /// The file used to stay after one run in four.
  @Test func `no upload from the command line leaves the file of its program`() throws {
    let sandbox = try sandbox(files: 16)
    for number in 1...16 {
      let run = try sandbox.run("upload", "2", sandbox.folder["invoice \(number).txt"])
      #expect(run.ending == .exit(0), "\(run.error)")
      #expect(try locks(sandbox) == [])
    }
    // Nothing to upload is an ending, too.
    #expect(try sandbox.run("uploads").ending == .exit(0))
    #expect(try locks(sandbox) == [])
  }

  @Test(arguments: ["q", "\u{3}"])
  func `quitting after an upload leaves no file of the program`(key: String) throws {
    let sandbox = try sandbox(files: 1)
    let terminal = try sandbox.open(["--destination", sandbox.folder["uploaded"]])
    try terminal.type("u")
    try terminal.wait(for: "Choose files")
    try terminal.type("p\u{15}~/invoice 1.txt\r")
    try terminal.wait(for: "the cursor on the selected file") { screen in
      screen.lines.contains { $0.hasPrefix("▸") && $0.contains("invoice 1.txt") }
    }
    try terminal.type("\r")
    try terminal.wait(for: "✓ Uploaded")
    #expect(try locks(sandbox).count == 1, "the program is seen by others")

    // From the picker or the queue, a key may lead back first.
    for _ in 0..<3 where terminal.ending == nil { try terminal.type(key) }

    #expect(try terminal.waitForEnd() == .exit(0))
    #expect(try locks(sandbox) == [])
  }
}
