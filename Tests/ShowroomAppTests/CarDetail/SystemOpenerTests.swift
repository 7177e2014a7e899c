import Foundation
import SystemPackage
import Testing

@testable import ShowroomApp

@Suite("The system's opener", .timeLimit(.minutes(5)))
struct SystemOpenerTests {
  private func failure(_ environment: [String: String], _ path: String = "/x y.pdf") async -> OpenerFailure? {
    do throws(OpenerFailure) {
      try await SystemOpener(environment: environment).open(FilePath(path))
      return nil
    } catch {
      return error
    }
  }

  @Test("needs a desktop, unless a program was named")
  func desktop() async {
    #expect(await failure([:]) == .noDesktop)
    #expect(await failure(["DISPLAY": "", "SHOWROOM_OPENER": ""]) == .noDesktop)
    #expect(await failure(["SHOWROOM_OPENER": "true"]) == nil)
  }

  @Test("says with which status the program ended, and which could not be started")
  func endings() async {
    #expect(await failure(["SHOWROOM_OPENER": "false"]) == .failed("false", status: 1))
    let missing = await failure(["SHOWROOM_OPENER": "/nowhere/opener"])
    #expect(missing?.description.hasPrefix("/nowhere/opener cannot be started (No such file") == true)
  }

  @Test("gets the path as one argument: no shell reads it")
  func noShell() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("opener-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("a; rm $HOME `id`.pdf")
    try Data().write(to: file)
    // Removes the file that it is given.
    #expect(await failure(["SHOWROOM_OPENER": "rm"], file.path) == nil)
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }
}
