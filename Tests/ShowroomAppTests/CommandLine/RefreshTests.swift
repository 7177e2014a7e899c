import Catalogue
import Foundation
import Testing

@testable import ShowroomApp

@Suite("showroom refresh", .timeLimit(.minutes(5)))
@MainActor
struct RefreshTests {
  @Test("fills a new catalogue from the bundled one, and the second time changes nothing")
  func bundled() async throws {
    let shell = try Shell()
    #expect(try await shell.run("refresh") == .init(status: 0, output: "3 added, 0 changed, 0 removed\n"))
    #expect(try await shell.run("refresh") == .init(status: 0, output: "Nothing has changed\n"))
  }

  @Test("takes the source that is named, for this once")
  func source() async throws {
    let shell = try Shell()
    _ = try await shell.run("list")
    try shell.write(Shell.catalogue([Shell.bmw, Shell.hostile]), to: "other.json")
    let other = shell.home.appendingPathComponent("other.json").path
    #expect(
      try await shell.run("refresh", "--source", other) == .init(status: 0, output: "1 added, 0 changed, 2 removed\n"))
    #expect(try await shell.run("refresh") == .init(status: 0, output: "2 added, 0 changed, 1 removed\n"))
  }

  @Test("says what stays for a star or a note")
  func kept() async throws {
    let shell = try Shell()
    _ = try await shell.run("list")
    let store = try shell.store()
    try await store.setFavourite(true, id: 22)
    try shell.write(Shell.catalogue([Shell.bmw]), to: "catalogue.json")
    #expect(
      try await shell.run("refresh").output == "0 added, 0 changed, 2 removed (1 kept for a star or a note)\n")
  }

  @Test("groups thousands in its sentence")
  func sentence() {
    let counts = RefreshCounts(added: 3806, changed: 26, removed: 1)
    #expect(RefreshCommand.sentence(.applied(counts)) == "3,806 added, 26 changed, 1 removed")
    #expect(RefreshCommand.sentence(.applied(RefreshCounts(unchanged: 7))) == "Nothing has changed")
    #expect(RefreshCommand.sentence(.notModified) == "Nothing has changed")
  }

  @Test("counts cars that only cost another sum by themselves, where there are any")
  func repriced() {
    let counts = RefreshCounts(added: 3806, changed: 29, repriced: 45_739, removed: 1, withdrawn: 1)
    #expect(
      RefreshCommand.sentence(.applied(counts))
        == "3,806 added, 29 changed, 1 removed (1 kept for a star or a note), 45,739 repriced")
    #expect(
      RefreshCommand.sentence(.applied(RefreshCounts(repriced: 2))) == "0 added, 0 changed, 0 removed, 2 repriced")
  }

  @Test("shows progress on a terminal and takes it away, and writes none into a file")
  func progress() async throws {
    let shell = try Shell()
    let onTerminal = try await shell.run("refresh", columns: 80)
    #expect(onTerminal.output == "3 added, 0 changed, 0 removed\n")
    #expect(onTerminal.errors.hasPrefix("\r\u{1B}[KReading 0 cars") && onTerminal.errors.hasSuffix("\r\u{1B}[K"))
    let intoFile = try await shell.run("refresh", "--source", shell.home.path)
    #expect(intoFile.errors == "showroom: \(shell.home.path) is a directory; give the file in it.\n")
  }

  @Test("fails with the sentence of the source and leaves what was there")
  func failure() async throws {
    let shell = try Shell()
    _ = try await shell.run("list")
    try shell.write("<!doctype html><html></html>", to: "page.html")
    let page = shell.home.appendingPathComponent("page.html").path
    #expect(
      try await shell.run("refresh", "--source", page)
        == .init(
          status: 1,
          errors: "showroom: \(page) is a web page, not a catalogue; use the address of the file itself.\n"))
    #expect(try await shell.run("list", "--format", "csv").output.split(separator: "\r\n").count == 4)
  }

  @Test("ends with status 130 when it is cancelled, and nothing is half written")
  func cancelled() async throws {
    let shell = try Shell()
    let (output, errors) = (try Capture(), try Capture())
    let task = Task { await shell.run(["refresh"], output.output, errors.output) }
    task.cancel()
    #expect(await task.value == 130)
    #expect(try errors.text() == "showroom: Cancelled; the catalogue is as it was.\n")
    let store = try shell.store()
    #expect(try store.count() == 0)
  }

  @Test("hears a signal as a wish to cancel")
  func signal() async throws {
    let wasCancelled = try await cancelling(on: SIGUSR2) {
      kill(getpid(), SIGUSR2)
      let (never, continuation) = AsyncStream.makeStream(of: Void.self)
      // Ends when the task is cancelled, and not otherwise.
      for await _ in never {}
      return withExtendedLifetime(continuation) { Task.isCancelled }
    }
    #expect(wasCancelled)
  }
}
