import Foundation
import ReactorTerminal
import TestServers
import Testing

@testable import ShowroomApp
@testable import TapePlayer

/// The files of the checkout that the tests are built in.
enum Checkout {
  static let resources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Resources", isDirectory: true)
  static let tapes = resources.appendingPathComponent("tapes", isDirectory: true)
  static let screenshots = resources.appendingPathComponent("screenshots", isDirectory: true)

  /// The names of what a folder holds with this end.
  static func names(in folder: URL, ending: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(ending) }.sorted()
  }

  /// A performance of one of its tapes.
  @MainActor
  static func performance(of tape: URL) throws -> DemoPerformance {
    try DemoPerformance(
      Tape(contentsOf: tape.path), resources: ResourceLocator(environment: ["SHOWROOM_RESOURCES": resources.path]))
  }
}

@Suite("Tapes", .timeLimit(.minutes(5)), .serialized)
@MainActor
struct TapesTests {
  @Test(
    "show what they expect, and are the same to the byte when they are played again",
    arguments: Checkout.names(in: Checkout.tapes, ending: ".tape"))
  func everyTape(name: String) async throws {
    var results: [(screen: ScreenSnapshot, recording: [UInt8])] = []
    for _ in 0..<2 {
      var performance = try Checkout.performance(of: Checkout.tapes.appendingPathComponent(name))
      let memory = RecordingMemory()
      performance.recordings = [memory]
      results.append((try await performance.playHeadless(), memory.bytes))
    }
    #expect(results[0].recording.count > 1_000)
    #expect(results[0].screen == results[1].screen)
    #expect(results[0].recording == results[1].recording)
  }

  @Test(
    "show the tour in every size that the program has room in",
    arguments: [Size(width: 40, height: 10), Size(width: 60, height: 20), Size(width: 120, height: 40)])
  func tourInEverySize(size: Size) async throws {
    var tour = try Checkout.performance(of: Checkout.tapes.appendingPathComponent("tour.tape"))
    #expect(tour.tape.settings.width == nil && tour.tape.settings.height == nil)
    tour.size = size
    let screen = try await tour.playHeadless()
    #expect(screen.size == size)
    #expect(screen.text.hasPrefix(" Cars ") && screen.text.contains("/649"))
  }

  @Test("show the tour at every speed: messages stay as long as ever", arguments: [0.5, 4, 100])
  func tourAtEverySpeed(speed: Double) async throws {
    var tour = try Checkout.performance(of: Checkout.tapes.appendingPathComponent("tour.tape"))
    tour.options.speed = speed
    let screen = try await tour.playHeadless()
    #expect(screen.text.hasPrefix(" Cars ") && screen.text.contains("/649"))
  }

  @Test("are drawn in the colours that they name", arguments: [("mono.tape", Theme.mono), ("light.tape", .light)])
  func colours(name: String, theme: Theme) async throws {
    let screen = try await Checkout.performance(of: Checkout.tapes.appendingPathComponent(name)).playHeadless()
    let shown = Set(screen.cells.flatMap { [$0.style.foreground, $0.style.background] }).subtracting([.default])
    let known = Set(Role.allCases.flatMap { [theme[$0].foreground, theme[$0].background] })
    #expect(shown.isSubset(of: known))
    #expect(shown.isEmpty == (theme == .mono))
    #expect(screen.isLight == (theme == .light))
  }

  @Test("can be read by the tool whose language they are in, comments apart")
  func language() throws {
    let names = Checkout.names(in: Checkout.tapes, ending: ".tape")
    #expect(names.count >= 17)
    for name in names {
      let tape = try Tape(contentsOf: Checkout.tapes.appendingPathComponent(name).path)
      #expect(tape.warnings.isEmpty, "\(name)")
      #expect(tape.extensions.isEmpty, "\(name)")
      // vhs ends a pattern at its first slash, escaped or not (charmbracelet/vhs#592).
      let patterns = tape.commands.compactMap {
        if case .wait(let wait) = $0.action { wait.pattern?.source } else { nil }
      }
      #expect(!patterns.isEmpty && !patterns.contains { $0.contains("/") }, "\(name)")
    }
  }

  @Test(
    "are valid to vhs itself",
    .enabled(if: InstalledPrograms.contains("vhs"), "skipped: no vhs on the PATH, whose language the tapes are in"))
  func validity() async throws {
    let names = Checkout.names(in: Checkout.tapes, ending: ".tape")
    let paths = names.map { Checkout.tapes.appendingPathComponent($0).path }
    let ending = try await ChildProgram("/usr/bin/env", ["vhs", "validate"] + paths, output: .kept).ended()
    #expect(ending.status == 0, "\(String(decoding: ending.output, as: UTF8.self))")
  }

  @Test("are where the pictures of the README come from, which are up to date (make screenshots)")
  func pictures() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("pictures-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    var performance = try Checkout.performance(of: Checkout.screenshots.appendingPathComponent("pictures.tape"))
    performance.options.folder = folder.path
    _ = try await performance.playHeadless()
    let names = Checkout.names(in: folder, ending: ".svg")
    #expect(names == Checkout.names(in: Checkout.screenshots, ending: ".svg"))
    for name in names {
      let fresh = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      let kept = try String(contentsOf: Checkout.screenshots.appendingPathComponent(name), encoding: .utf8)
      // Two pictures are too much to read in a message.
      let isFresh = fresh == kept
      #expect(isFresh, "\(name) is stale: run make screenshots")
    }
  }

  @Test("fail with the screen, and leave no folder behind")
  func failure() async throws {
    let tape = try Tape(parsing: "Wait /Cars/\nWait@1s /zeppelin/\n", file: "demo.tape")
    let performance = DemoPerformance(
      tape, resources: ResourceLocator(environment: ["SHOWROOM_RESOURCES": Checkout.resources.path]))
    let failure = await #expect(throws: TapeFailure.self) { try await performance.playHeadless() }
    #expect("\(try #require(failure))".hasPrefix("demo.tape:2:1: Expected /zeppelin/ on the screen"))
    #expect(failure?.screen.first?.hasPrefix(" Cars") == true)
  }

  @Test("that a session has written lead to the same screen")
  func writtenTape() async throws {
    let first = try Tape(
      parsing: """
        Wait /Cars/
        Type "/kia electric"
        Enter
        Down 3
        Enter
        Sleep 500ms
        Type "f"
        Sleep 1s
        """, file: "first.tape")
    let resources = ResourceLocator(environment: ["SHOWROOM_RESOURCES": Checkout.resources.path])
    let writer = TapeWriter(size: Size(width: 80, height: 24), title: "A session")
    var time: Duration = .seconds(1)
    for command in first.commands {
      switch command.action {
      case .press(let key, let count, _):
        for _ in 0..<count { writer.note(.key(key), at: time) }
      case .type(let text, _):
        for character in text { writer.note(.key(Key(.character(character))), at: time) }
      case .sleep(let duration): time += duration
      default: break
      }
    }
    let second = try Tape(parsing: writer.tape(at: time), file: "second.tape")
    let screens = (
      try await DemoPerformance(first, resources: resources).playHeadless(),
      try await DemoPerformance(second, resources: resources).playHeadless()
    )
    #expect(screens.0.text == screens.1.text)
    #expect(screens.0.text.contains("★"))
  }
}
