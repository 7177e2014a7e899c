import Foundation
import ShowroomTestSupport
import Testing

/// The history of uploads on the screen of the real program, with a folder as the destination.
@Suite(.waits, .showroom)
struct UploadedFilesTests {
  @Test func `a file that disappeared from the destination is found, and uploaded again`() throws {
    let sandbox = try Sandbox()
    try sandbox.fill(cars: 10)
    try FileManager.default.createDirectory(
      atPath: sandbox.folder["Papers/2024"], withIntermediateDirectories: true)
    try sandbox.folder.write("paid", to: "Papers/2024/b.txt")
    let destination = sandbox.folder["uploaded"]
    let upload = try sandbox.run("upload", "2", sandbox.folder["Papers"], "--destination", destination)
    try #require(upload.ending == .exit(0), "\(upload.error)")
    let stored = "\(destination)/2/Papers/2024/b.txt"
    try FileManager.default.removeItem(atPath: stored)

    let terminal = try sandbox.start(["open", "uploads"], columns: 100)
    try terminal.wait(for: "Uploads")
    try terminal.type("HV")
    try terminal.wait(for: "1 missing")
    try terminal.wait(for: "the missing file") { screen in
      screen.lines.contains { $0.hasPrefix("▸") && $0.contains("Papers/2024/b.txt") && $0.contains("missing") }
    }
    try terminal.type("\r")

    try terminal.wait(for: "the file at the destination") { _ in FileManager.default.fileExists(atPath: stored) }
    #expect(try String(contentsOfFile: stored, encoding: .utf8) == "paid")
    try terminal.wait(for: "1 file uploaded")
  }
}
