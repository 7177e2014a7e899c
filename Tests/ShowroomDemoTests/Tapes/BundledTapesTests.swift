import Foundation
import ReactorTerminal
import ReactorTesting
import ShowroomTestSupport
import Testing

@testable import ShowroomDemo
@testable import ShowroomSettings
@testable import TapePlayer

extension Checkout {
  @MainActor
  static func performance(of tape: URL) throws -> DemoPerformance {
    var performance = try DemoPerformance(
      Tape(contentsOf: tape.path), resources: ResourceLocator(environment: ["SHOWROOM_RESOURCES": resources.path]))
    performance.windowOpened = { FrameCheck.watch($0) }
    return performance
  }
}

extension WireTests { @Suite(.timeLimit(.minutes(20))) @MainActor struct BundledTapesTests {} }

extension WireTests.BundledTapesTests {
  @Test(arguments: Checkout.names(in: Checkout.tapes, ending: ".tape"))
  func `every tape meets its expectations and produces the same bytes twice`(name: String) async throws {
    var results: [(screen: ScreenSnapshot, recording: [UInt8])] = []
    let wire = try WireCheck()
    defer { wire.close() }
    for play in 0..<2 {
      var performance = try Checkout.performance(of: Checkout.tapes.appendingPathComponent(name))
      if play == 0 {
        performance.windowOpened = { window in
          FrameCheck.watch(window)
          wire.watch(window)
        }
      } else {
        // The frames are compared with those of the first time instead.
        performance.windowOpened = { _ in }
      }
      let memory = RecordingBuffer()
      performance.recordings = [memory]
      results.append((try await performance.playHeadless(), memory.bytes))
    }
    #expect(wire.frames > 0 && wire.offences.prefix(3) == [])
    #expect(results[0].recording.count > 1_000)
    #expect(results[0].screen == results[1].screen)
    let lines = results.map {
      $0.recording.split(separator: UInt8(ascii: "\n")).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(lines[0].count == lines[1].count)
    // Comparing the bytes would print both recordings.
    let difference = zip(lines[0], lines[1]).first { $0 != $1 }
    #expect(difference == nil)
  }

  /// A size, with a theme and the characters, so that together they cover each of these.
  struct Look: Sendable, CustomStringConvertible {
    let size: Size
    let appearance: DemoAppearance

    init(_ width: Int, _ height: Int, _ theme: ThemeChoice, isASCII: Bool = false) {
      size = Size(width: width, height: height)
      appearance = DemoAppearance(theme: theme, isASCII: isASCII)
    }

    var description: String { "\(size)" }

    static let all = [
      Look(80, 24, .dark), Look(120, 40, .light), Look(200, 60, .mono), Look(50, 12, .dark, isASCII: true),
    ]
  }

  /// The tapes of single screens, which require neither a size nor particular characters.
  nonisolated private static let screens = Checkout.names(in: Checkout.tapes, ending: ".tape").filter { name in
    let tape = try? Tape(contentsOf: Checkout.tapes.appendingPathComponent(name).path)
    return name != "tour.tape" && tape?.settings.width == nil
  }

  @Test(arguments: screens, Look.all)
  func `a tape without a size plays at every size, in every theme, and in ASCII`(name: String, look: Look) async throws
  {
    var performance = try Checkout.performance(of: Checkout.tapes.appendingPathComponent(name))
    (performance.size, performance.appearance) = (look.size, look.appearance)
    var foreign: Set<Unicode.Scalar> = []
    performance.windowOpened = { window in
      FrameCheck.watch(window)
      window.rendered.subscribe { [weak window] in
        foreign.formUnion(window?.grid.scalarsBeyondASCII.compactMap(Unicode.Scalar.init) ?? [])
      }.disposed(by: window.disposeBag)
    }

    let screen = try await performance.playHeadless()

    #expect(screen.size == look.size)
    // Names of files are shown as they are.
    let strays = foreign.filter { !("가"..."힣").contains(Character($0)) }
    #expect(look.appearance.isASCII == false || strays.isEmpty, "\(strays)")
  }

  @Test func `there are tapes without a size`() { #expect(Self.screens.count >= 16) }

  @Test(arguments: [Size(width: 40, height: 10), Size(width: 60, height: 20), Size(width: 120, height: 40)])
  func `the tour plays in every supported size`(size: Size) async throws {
    var tour = try Checkout.performance(of: Checkout.tapes.appendingPathComponent("tour.tape"))
    #expect(tour.tape.settings.width == nil && tour.tape.settings.height == nil)
    tour.size = size
    let screen = try await tour.playHeadless()
    #expect(screen.size == size)
    #expect(screen.text.contains("3/66 · filter: suv"))
  }

  @Test func `the tour lasts a minute, as its name says`() async throws {
    var tour = try Checkout.performance(of: Checkout.tapes.appendingPathComponent("tour.tape"))
    let recording = RecordingBuffer()
    tour.recordings = [recording]
    _ = try await tour.playHeadless()

    let last = try #require(recording.text.split(separator: "\n").last)
    let seconds = try #require(last.dropFirst().split(separator: ",").first.flatMap { Double($0) })
    #expect((57...60).contains(seconds), "\(seconds) s")
  }

  @Test(arguments: [0.5, 4, 100])
  func `the tour plays at every speed, although toasts keep their duration`(speed: Double) async throws {
    var tour = try Checkout.performance(of: Checkout.tapes.appendingPathComponent("tour.tape"))
    tour.options.speed = speed
    let screen = try await tour.playHeadless()
    #expect(screen.text.contains("3/66 · filter: suv"))
  }

  @Test(arguments: [("mono.tape", Theme.mono), ("light.tape", .light)])
  func `a tape chooses its theme`(name: String, theme: Theme) async throws {
    let screen = try await Checkout.performance(of: Checkout.tapes.appendingPathComponent(name)).playHeadless()
    let shown = Set(screen.cells.flatMap { [$0.style.foreground, $0.style.background] }).subtracting([.default])
    let known = Set(Role.allCases.flatMap { [theme[$0].foreground, theme[$0].background] })
    #expect(shown.isSubset(of: known))
    #expect(shown.isEmpty == (theme == .mono))
    #expect(screen.isLight == (theme == .light))
  }

  @Test func `the bundled tapes use no command that vhs rejects`() throws {
    let names = Checkout.names(in: Checkout.tapes, ending: ".tape")
    #expect(names.count >= 17)
    for name in names {
      let tape = try Tape(contentsOf: Checkout.tapes.appendingPathComponent(name).path)
      #expect(tape.warnings.isEmpty, "\(name)")
      #expect(tape.extensions.isEmpty, "\(name)")
      // vhs ends a pattern at its first slash, even if it is escaped (charmbracelet/vhs#592).
      let patterns = tape.commands.compactMap {
        if case .wait(let wait) = $0.action { wait.pattern?.source } else { nil }
      }
      #expect(!patterns.isEmpty && !patterns.contains { $0.contains("/") }, "\(name)")
    }
  }

  @Test(
    .enabled(if: InstalledPrograms.contains("vhs"), "vhs is required"))
  func `the bundled tapes are valid in vhs`() async throws {
    let names = Checkout.names(in: Checkout.tapes, ending: ".tape")
    let paths = names.map { Checkout.tapes.appendingPathComponent($0).path }
    let ending = try await ChildProgram("/usr/bin/env", ["vhs", "validate"] + paths, output: .kept).ended()
    #expect(ending.status == 0, "\(String(decoding: ending.output, as: UTF8.self))")
  }

  @Test func `a failure shows the screen`() async throws {
    let tape = try Tape(parsing: "Wait /Cars/\nWait@1s /zeppelin/\n", file: "demo.tape")
    let performance = DemoPerformance(
      tape, resources: ResourceLocator(environment: ["SHOWROOM_RESOURCES": Checkout.resources.path]))
    let failure = await #expect(throws: TapeFailure.self) { try await performance.playHeadless() }
    #expect(
      "\(try #require(failure))".hasPrefix("demo.tape:2:1: Timed out after 1 s waiting for /zeppelin/ on the screen"))
    #expect(failure?.screen.first?.hasPrefix(" Cars") == true)
  }

  @Test func `a written tape leads to the same screen`() async throws {
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
        for _ in 0..<count { writer.record(.key(key), at: time) }
      case .type(let text, _):
        for character in text { writer.record(.key(Key(.character(character))), at: time) }
      case .sleep(let duration): time += duration
      default: break
      }
    }
    let second = try Tape(parsing: writer.tape(endingAt: time), file: "second.tape")
    let screens = (
      try await DemoPerformance(first, resources: resources).playHeadless(),
      try await DemoPerformance(second, resources: resources).playHeadless()
    )
    #expect(screens.0.text == screens.1.text)
    #expect(screens.0.text.contains("★"))
  }
}
