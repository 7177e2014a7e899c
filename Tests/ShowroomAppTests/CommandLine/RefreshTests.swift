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

  @Test func `a refresh takes the source of the refresh before it`() async throws {
    let shell = try Shell()
    _ = try await shell.run("list")
    try shell.write(Shell.catalogue(Shell.cars + [Shell.hostile]), to: "other.json")
    let other = shell.home.appendingPathComponent("other.json").path
    #expect(
      try await shell.run("refresh", "--source", other) == .init(status: 0, output: "1 added, 0 changed, 0 removed\n"))

    let again = try await shell.run("refresh")

    #expect(again == .init(status: 0, output: "Nothing has changed\n"))
    #expect(try await shell.run("doctor").output.contains(other))
    #expect(try await shell.run("list", "--format", "csv").output.split(separator: "\r\n").count == 5)
  }

  @Test func `a refresh that would remove more than a tenth of the cars is refused, unless --allow-shrink is given`()
    async throws
  {
    let shell = try Shell()
    _ = try await shell.run("list")
    try shell.write(Shell.catalogue([Shell.bmw, Shell.hostile]), to: "other.json")
    let other = shell.home.appendingPathComponent("other.json").path

    let refused = try await shell.run("refresh", "--source", other)

    #expect(
      refused
        == .init(
          status: 1,
          errors: "showroom: \(other) lacks 2 of the 3 cars, so nothing was changed; "
            + "name the right source with --source, or remove them with --allow-shrink.\n"))
    #expect(try shell.store().count() == 3)
    #expect(try await shell.run("refresh").output == "Nothing has changed\n")
    #expect(
      try await shell.run("refresh", "--source", other, "--allow-shrink")
        == .init(status: 0, output: "1 added, 0 changed, 2 removed\n"))
  }

  @Test func `a refresh that would remove a car with a note is refused, however few it removes`() async throws {
    let cars = (1...40).map { #"{"id": \#($0), "make": "Kia", "model": "K\#($0)", "year": 2020, "fuel": "Petrol"}"# }
    let shell = try Shell(cars: cars)
    _ = try await shell.run("list")
    try await shell.store().setNote("mine", id: 7)
    try shell.write(Shell.catalogue(cars.filter { !$0.contains("K7\"") }), to: "catalogue.json")

    let refused = try await shell.run("refresh")

    #expect(refused.status == 1)
    #expect(
      refused.errors.contains(
        "lacks 1 of the 40 cars, 1 of them with a star, a note or files, so nothing was changed; "))
    #expect(try shell.store().car(id: 7)?.isWithdrawn == false)

    try await shell.store().setNote(nil, id: 7)
    #expect(try await shell.run("refresh").output == "0 added, 0 changed, 1 removed\n")
  }

  @Test("says what stays for a star or a note")
  func kept() async throws {
    let shell = try Shell()
    _ = try await shell.run("list")
    let store = try shell.store()
    try await store.setFavourite(true, id: 22)
    try shell.write(Shell.catalogue([Shell.bmw]), to: "catalogue.json")
    #expect(
      try await shell.run("refresh", "--allow-shrink").output
        == "0 added, 0 changed, 2 removed (1 kept for a star or a note)\n")
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
    #expect(onTerminal.errors.hasPrefix("\r\u{1B}[K[--------------------] 0%  Reading cars · 0/"))
    #expect(onTerminal.errors.contains("[####################] 100%  Reading 3 cars · "))
    #expect(onTerminal.errors.hasSuffix("\r\u{1B}[K"))
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
