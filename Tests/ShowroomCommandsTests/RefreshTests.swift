import Foundation
import ShowroomCatalog
import ShowroomText
import Testing

@testable import ShowroomCommands

@Suite("showroom refresh", .timeLimit(.minutes(20)))
@MainActor
struct RefreshTests {
  @Test func `a new catalog is filled from the bundled one, and a second refresh changes nothing`() async throws {
    let shell = try Shell()
    #expect(try await shell.run("refresh") == .init(status: 0, output: "3 new\n"))
    #expect(try await shell.run("refresh") == .init(status: 0, output: "Up to date\n"))
  }

  @Test func `a refresh uses the source of the previous refresh`() async throws {
    let shell = try Shell()
    _ = try await shell.run("list")
    try shell.write(Shell.catalog(Shell.cars + [Shell.hostile]), to: "other.json")
    let other = shell.home.appendingPathComponent("other.json").path
    #expect(
      try await shell.run("refresh", "--source", other) == .init(status: 0, output: "1 new\n"))

    let again = try await shell.run("refresh")

    #expect(again == .init(status: 0, output: "Up to date\n"))
    #expect(try await shell.run("doctor").output.contains(other))
    #expect(try await shell.run("list", "--format", "csv").output.split(separator: "\r\n").count == 5)
  }

  @Test func `a refresh that would remove more than a tenth of the cars is rejected, unless --allow-shrink is given`()
    async throws
  {
    let shell = try Shell()
    _ = try await shell.run("list")
    try shell.write(Shell.catalog([Shell.bmw, Shell.hostile]), to: "other.json")
    let other = shell.home.appendingPathComponent("other.json").path

    let refused = try await shell.run("refresh", "--source", other)

    #expect(
      refused
        == .init(
          status: 1,
          errors: "showroom: The refresh would remove 2 of 3 cars, so nothing was changed. \(other) no longer lists "
            + "them. Set the right source with --source, or accept this one with --allow-shrink.\n"))
    #expect(try shell.store().count() == 3)
    #expect(try await shell.run("refresh").output == "Up to date\n")
    #expect(
      try await shell.run("refresh", "--source", other, "--allow-shrink")
        == .init(status: 0, output: "1 new, 2 gone\n"))
  }

  @Test func `a refresh that would remove a car with a note is rejected, however few it removes`() async throws {
    let cars = (1...40).map { #"{"id": \#($0), "make": "Kia", "model": "K\#($0)", "year": 2020, "fuel": "Petrol"}"# }
    let shell = try Shell(cars: cars)
    _ = try await shell.run("list")
    try shell.store().setNote("mine", id: 7)
    try shell.write(Shell.catalog(cars.filter { !$0.contains("K7\"") }), to: "catalog.csv.gz")

    let refused = try await shell.run("refresh")

    #expect(refused.status == 1)
    #expect(
      refused.errors.contains("showroom: The refresh would withdraw 1 of 40 cars, so nothing was changed. "))
    #expect(try shell.store().car(id: 7)?.isWithdrawn == false)

    try shell.store().setNote(nil, id: 7)
    #expect(try await shell.run("refresh").output == "1 gone\n")
  }

  @Test func `removed and withdrawn cars are counted separately`() async throws {
    let shell = try Shell()
    _ = try await shell.run("list")
    let store = try shell.store()
    try store.setFavorite(true, id: 22)
    try shell.write(Shell.catalog([Shell.bmw]), to: "catalog.csv.gz")
    #expect(
      try await shell.run("refresh", "--allow-shrink").output
        == "2 gone (1 withdrawn)\n")
  }

  @Test(arguments: [
    (RefreshLoss(cars: 649, removed: 649), "remove 649 of 649 cars", "them."),
    (RefreshLoss(cars: 649, removed: 70), "remove 70 of 649 cars", "them."),
    (
      RefreshLoss(cars: 649, removed: 70, kept: 2), "remove 68 of 649 cars",
      """
      them. It also lacks 2 that are favorites or have notes, prices or files, which would be kept and marked as \
      withdrawn.
      """
    ),
    (
      RefreshLoss(cars: 649, removed: 2, kept: 1), "remove 1 of 649 cars",
      """
      it. It also lacks a car that is a favorite or has a note, a price or files, which would be kept and marked as \
      withdrawn.
      """
    ),
    (
      RefreshLoss(cars: 649, removed: 1, kept: 1), "withdraw 1 of 649 cars",
      "it. It is a favorite or has a note, a price or files, so it would be kept and marked as withdrawn."
    ),
    (RefreshLoss(cars: 1, removed: 1), "remove the only car", "it."),
    (
      RefreshLoss(cars: 1, removed: 1, kept: 1), "withdraw the only car",
      "it. It is a favorite or has a note, a price or files, so it would be kept and marked as withdrawn."
    ),
  ])
  func `a rejection counts the cars, even if there is only one`(loss: RefreshLoss, action: String, message: String) {
    #expect(
      RefreshCommand.ShrinkError(loss: loss, source: "cars.csv").description
        == "The refresh would \(action), so nothing was changed. cars.csv no longer lists \(message) "
        + "Set the right source with --source, or accept this one with --allow-shrink.")
  }

  @Test func `a source with other cars under the same IDs is rejected as such`() {
    func error(_ loss: RefreshLoss) -> String { "\(RefreshCommand.ShrinkError(loss: loss, source: "cars.csv"))" }

    #expect(
      error(RefreshLoss(cars: 649, removed: 0, reassigned: 1))
        == "The refresh would replace 1 car with another, so nothing was changed. cars.csv has another car under the "
        + "ID of one of yours, which is a favorite or has a note, a price or files. What you have added would then "
        + "belong to the other car. Set the right source with --source, or accept this one with --allow-shrink.")
    #expect(
      error(RefreshLoss(cars: 649, removed: 70, reassigned: 2)).hasPrefix(
        "The refresh would remove 70 of 649 cars, so nothing was changed. cars.csv no longer lists them. cars.csv has "
          + "other cars under the IDs of 2 of yours, which are favorites or have notes, prices or files. "))
  }

  @Test func `an older edition is rejected as such`() {
    #expect(
      "\(RefreshCommand.ShrinkError(loss: RefreshLoss(cars: 649, removed: 60, isOlder: true), source: "cars.csv"))"
        == "The refresh would remove 60 of 649 cars, so nothing was changed. cars.csv seems to be older than the "
        + "catalog and does not list them. Set the right source with --source, or accept this one with --allow-shrink.")
  }

  @Test func `progress is shown and cleared on a terminal, and not written to a file`() async throws {
    let shell = try Shell()
    let onTerminal = try await shell.run("refresh", columns: 80)
    #expect(onTerminal.output == "3 new\n")
    #expect(onTerminal.errors.hasPrefix("\r\u{1B}[K[--------------------] 0%  Reading cars · 0/"))
    #expect(onTerminal.errors.contains("[####################] 100%  Reading 3 cars · "))
    #expect(onTerminal.errors.hasSuffix("\r\u{1B}[K"))
    let intoFile = try await shell.run("refresh", "--source", shell.home.path)
    #expect(intoFile.errors == "showroom: \(shell.home.path) is a folder. Choose a file in it.\n")
  }

  @Test func `a failure reports the error of the source and leaves the catalog unchanged`() async throws {
    let shell = try Shell()
    _ = try await shell.run("list")
    try shell.write("<!doctype html><html></html>", to: "page.html")
    let page = shell.home.appendingPathComponent("page.html").path
    #expect(
      try await shell.run("refresh", "--source", page)
        == .init(
          status: 1,
          errors: "showroom: \(page) is a web page, not a catalog. Use the address of the file itself.\n"))
    #expect(try await shell.run("list", "--format", "csv").output.split(separator: "\r\n").count == 4)
  }

  @Test func `a canceled refresh exits with status 130 and leaves no partial changes`() async throws {
    let shell = try Shell()
    let (output, errors) = (try Capture(), try Capture())
    let task = Task { await shell.run(["refresh"], output.output, errors.output) }
    task.cancel()
    #expect(await task.value == 130)
    #expect(try errors.text() == "showroom: Canceled. The catalog is unchanged.\n")
    let store = try shell.store()
    #expect(try store.count() == 0)
  }

  @Test func `a signal cancels the refresh`() async throws {
    let wasCanceled = try await canceling(on: SIGUSR2) {
      kill(getpid(), SIGUSR2)
      let (never, continuation) = AsyncStream.makeStream(of: Void.self)
      // Ends only when the task is canceled.
      for await _ in never {}
      return withExtendedLifetime(continuation) { Task.isCancelled }
    }
    #expect(wasCanceled)
  }
}
