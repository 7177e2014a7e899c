import Foundation
import ReactorCore
import ReactorFlow
import ReactorTerminal
import ShowroomTestSupport
import ShowroomUploads
import TapePlayer
import Testing

@testable import ReactorTerminalCore
@testable import ShowroomApp
@testable import ShowroomFilePicker

/// Every step of every flow, begun by a key that another one follows in the same write. The second key must do what it
/// does when it is pressed after the step.
@Suite(.timeLimit(.minutes(20)), .serialized)
@MainActor
struct TypingAheadTests {
  /// A key, or the start of the program, that begins a step.
  struct Beginning: Sendable, CustomTestStringConvertible {
    /// The step, as it is declared; `nil` for a search, which changes the rows of the same screen.
    var step: String?
    /// The step that the flow adapts it to; `nil` if it keeps it.
    var becomes: String?
    /// The keys that lead to the screen.
    var before: [Key] = []
    /// The key that begins the step; `nil` for the start of the program.
    var key: Key?
    var start = Start.list
    /// The screen that the program starts with.
    var link: String?
    /// Whether another screen than the expected one comes, so that what was typed for that is discarded.
    var isInterrupted = false

    var testDescription: String {
      "\(step ?? "search"): \(link ?? "") \((before + [key].compactMap(\.self)).map(\.configurationName).joined(separator: " "))"
    }
  }

  /// The beginning of the program.
  enum Start: Sendable {
    /// The list of cars.
    case list
    /// No cars yet.
    case empty
    /// A source that is configured.
    case configured
    /// A file that was opened by its name.
    case opened
    /// A read-only database.
    case readOnly
    /// A destination that requires sign-in.
    case locked
    /// A destination that accepts no files.
    case refused
  }

  nonisolated private static func palette(_ words: String) -> [Key] { keys(":" + words) }

  nonisolated private static func keys(_ text: String) -> [Key] { text.map { Key(.character($0)) } }

  /// The keys from the list to a file that is selected in the file picker.
  nonisolated private static let picking: [Key] =
    keys("up") + [.control("u")] + keys("~/a.txt") + [.enter]
  /// The keys from the list to the queue of a car.
  nonisolated private static let uploading: [Key] = picking + ["u"]
  /// The keys in the sign-in that fill its fields.
  nonisolated private static let credentials: [Key] = keys("me") + [.tab] + keys("secret")

  nonisolated static let beginnings: [Beginning] = [
    Beginning(step: "AppStep.started"),
    Beginning(step: "AppStep.started", start: .empty),
    Beginning(step: "AppStep.sourceRequired", start: .empty),
    Beginning(step: "CatalogStep.started"),
    Beginning(step: "CatalogStep.refreshRequested", start: .opened),
    Beginning(step: "CatalogStep.searchLinked", link: "search?q=kia"),
    Beginning(step: "CatalogStep.carLinked", becomes: "CatalogStep.carPicked", link: "car/2"),
    Beginning(step: "CatalogStep.carLinked", becomes: "CatalogStep.carPicked", link: "car/2/upload"),
    Beginning(step: "AppStep.uploadsRequested", link: "uploads"),
    Beginning(step: "OnboardingStep.started", start: .empty),
    Beginning(step: "AppStep.catalogReady", key: .enter, start: .empty),
    Beginning(step: "AppStep.sourceChangeRequested", before: palette("source"), key: .enter),
    Beginning(step: "AppStep.sourceChangeRefused", before: palette("source"), key: .enter, start: .configured),
    Beginning(step: "AppStep.sourceChanged", before: palette("source") + [.enter], key: .enter),
    Beginning(step: "AppStep.uploadsRequested", key: "U"),
    Beginning(step: "UploadStep.queueRequested", key: "U"),
    Beginning(step: "AppStep.tourRequested", before: palette("tour"), key: .enter),
    Beginning(step: "AppStep.helpRequested", key: "?"),
    Beginning(step: "AppStep.costsRequested", key: "$"),
    Beginning(step: "AppStep.undoRequested", before: ["f"], key: "z"),
    Beginning(step: "AppStep.paletteRequested", key: ":"),
    Beginning(step: "AppStep.quitRequested", before: [.enter, "e", "x"], key: .control("c")),
    Beginning(step: "CatalogStep.carPicked", key: .enter),
    Beginning(step: nil, before: ["j", "f"], key: "F"),
    Beginning(step: nil, before: ["s", "j"], key: .enter),
    Beginning(step: nil, key: "m"),
    Beginning(step: nil, before: ["m"], key: "m"),
    Beginning(step: nil, before: keys("/kia"), key: .enter),
    Beginning(step: "CatalogStep.carPicked", before: keys("/kia") + [.enter], key: .enter),
    Beginning(step: "CatalogStep.carShown", before: [.enter], key: "n"),
    Beginning(step: "CatalogStep.carsMarked", before: [.enter], key: .space),
    Beginning(step: "CatalogStep.comparisonRequested", before: [.space, .space], key: "c"),
    Beginning(step: "CatalogStep.carPicked", before: [.space, .space, "c"], key: .enter),
    Beginning(step: "CatalogStep.comparisonEmptied", before: [.space, .space, "c", "x"], key: "x"),
    Beginning(step: "CatalogStep.changesRequested", key: "w"),
    Beginning(step: "CatalogStep.plotRequested", key: "X"),
    Beginning(step: "CatalogStep.carPicked", before: ["X"], key: .enter),
    Beginning(step: "CatalogStep.alikeRequested", before: [.enter], key: "~"),
    Beginning(step: "CatalogStep.noteRequested", before: [.enter], key: "e"),
    Beginning(step: "CatalogStep.noteClosed", before: [.enter, "e"], key: .escape),
    Beginning(step: "CatalogStep.noteClosed", before: [.enter, "e", "x"], key: .control("s")),
    Beginning(step: "CatalogStep.noteClosed", before: [.enter, "e", "x", .escape], key: "s"),
    Beginning(step: "CatalogStep.uploadRequested", key: "u"),
    Beginning(step: "CatalogStep.uploadRequested", before: [.enter], key: "u"),
    Beginning(step: "CatalogStep.uploadRefused", key: "u", start: .readOnly),
    Beginning(step: "UploadStep.filesRequested", before: uploading, key: "a"),
    Beginning(step: "UploadStep.filesPicked", before: picking, key: "u"),
    Beginning(step: "UploadStep.uploadRequested", becomes: "UploadStep.filesPicked", before: picking, key: "u"),
    Beginning(step: "UploadStep.filesPicked", before: uploading + ["a"] + picking.dropFirst(), key: "u"),
    Beginning(step: "UploadStep.filesDeclined", before: ["u"], key: .escape),
    Beginning(step: "UploadStep.destinationRequired", before: uploading, key: "d"),
    Beginning(step: "UploadStep.destinationChosen", before: uploading + ["d"], key: .enter),
    Beginning(step: "UploadStep.destinationKept", before: uploading + ["d"], key: .escape),
    Beginning(step: "UploadStep.uploadedFilesRequested", before: uploading, key: "H"),
    Beginning(step: "UploadStep.destinationRequired", before: picking, key: "u", start: .refused, isInterrupted: true),
    Beginning(step: "UploadStep.credentialsRequired", before: picking, key: "u", start: .locked, isInterrupted: true),
    Beginning(step: "UploadStep.authorizationEnded", before: picking + ["u"], key: .escape, start: .locked),
    Beginning(step: "UploadStep.queueClosed", before: uploading, key: .escape),
    Beginning(step: "AuthorizationStep.started", before: picking, key: "u", start: .locked, isInterrupted: true),
    Beginning(step: "AuthorizationStep.left", before: picking + ["u"] + credentials, key: .escape, start: .locked),
    Beginning(step: "AuthorizationStep.authorized", before: picking + ["u"] + credentials, key: .enter, start: .locked),
    Beginning(step: "AuthorizationStep.canceled", before: picking + ["u"] + credentials, key: .escape, start: .locked),
    Beginning(step: "OnboardingStep.carsImported", key: .enter, start: .empty),
    Beginning(step: "OnboardingStep.tourRequested", key: "d", start: .empty),
    Beginning(step: "OnboardingStep.declined", before: palette("source") + [.enter], key: .escape),
    Beginning(step: "DialogStep.required", key: "?"),
    Beginning(step: nil, before: ["?"], key: .escape),
  ]

  /// The input after every beginning: the key that goes back or quits.
  nonisolated private static let quit = Event.key("q")
  /// Other input, of which a test draws samples: keys that confirm, upload, move, mark, type and open, a paste, and
  /// clicks. Ctrl-C is left out, because it does not wait for any screen.
  nonisolated fileprivate static let followers: [Event] = [
    .key(.enter), .key("u"), .key(.escape), .key(.down), .key(.up), .key(.tab), .key(.space), .key(.backspace),
    .key(.control("s")), .key("/"), .key("?"), .key(":"), .key("x"), .key("w"), .key("e"), .key("G"),
    .paste(Paste("kia")), .mouse(MouseEvent(.press, at: Point(x: 4, y: 6))),
    .mouse(MouseEvent(.press, at: Point(x: 20, y: 12))),
  ]

  @Test(arguments: beginnings.indices)
  func `a key typed ahead acts on the screen that the key before it leads to`(number: Int) async throws {
    let beginning = Self.beginnings[number]
    for event in [Self.quit, Self.followers[number % 3]] {
      try await expectSameOutcome(of: beginning, then: event, beginning.testDescription)
    }
  }

  fileprivate func expectSameOutcome(
    of beginning: Beginning, then event: Event, _ name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let slow = try await outcome(of: beginning, then: beginning.isInterrupted ? nil : event, isTypedAhead: false)
    let fast = try await outcome(of: beginning, then: event, isTypedAhead: true)
    #expect(fast.text == slow.text, "\(name) then \(event)", sourceLocation: sourceLocation)
    #expect(fast.steps == slow.steps, "\(name) then \(event)", sourceLocation: sourceLocation)
    // The first steps are complete before anything can be typed.
    if let step = beginning.becomes ?? beginning.step, beginning.key != nil || beginning.link != nil {
      #expect(slow.steps.contains(step), "\(slow.steps)", sourceLocation: sourceLocation)
    }
  }

  @Test func `the beginnings cover every step of every flow`() throws {
    var declared: Set<String> = []
    for source in try Checkout.sources(in: "ShowroomApp") {
      var name = ""
      for line in source.text.split(separator: "\n") {
        if let match = line.firstMatch(of: /enum (\w+Step): Step/) { name = String(match.1) }
        if line == "}" { name = "" }
        if !name.isEmpty, let match = line.firstMatch(of: /^  case (\w+)/) { declared.insert("\(name).\(match.1)") }
      }
    }

    #expect(declared.count > 40)
    #expect(declared == Set(Self.beginnings.compactMap(\.step)))
  }

  /// The result of two keys.
  private struct Outcome: Sendable {
    /// The screens, what they show, and what the program was asked to do.
    var text: String
    /// The steps since the first key.
    var steps: [String]
  }

  private func outcome(
    of beginning: Beginning, then event: Event?, isTypedAhead: Bool
  ) async throws -> Outcome {
    let script = UploadScript()
    var environment: [String: String] = [:]
    switch beginning.start {
    case .locked:
      script.refuse(UploadFailure(.unauthorized, "The server requires sign-in."))
    case .refused: script.refuse(UploadFailure(.forbidden, "Nobody may write to /files."))
    case .configured: environment["SHOWROOM_SOURCE"] = "/nowhere/cars.csv"
    case .list, .opened, .empty, .readOnly: break
    }
    let running = Running()
    let stage = HeadlessStage(externalWork: .reported { running.journey?.catalog.refreshProgress.value != nil })
    let start = beginning.start
    return try await stage.perform {
      let journey = try await Journey(
        start == .empty ? [] : CatalogFixture.cars, environment: environment, isReadOnly: start == .readOnly,
        service: script.service, on: stage)
      running.journey = journey
      try journey.bundle(CatalogFixture.cars)
      try Data("hello".utf8).write(to: journey.fixture.folder.appendingPathComponent("a.txt"))
      var steps: [String] = []
      let log = journey.navigation?.coordinator.didNavigate.bind { steps.append(Self.name(of: $0.step)) }
      if let link = beginning.link { journey.navigation?.open(try ShowroomLink(parsing: link)) }
      if start == .opened {
        try journey.fixture.publish(CatalogFixture.cars)
        journey.navigation?.refresh()
      }
      if isTypedAhead, beginning.key == nil, let event {
        stage.window.handle([event])
        try await stage.deliver(.focusGained)
      }
      try await stage.advance(by: .seconds(1))
      for key in beginning.before { try await stage.deliver(.key(key)) }
      // The check of the destination that is begun by the file picker.
      try await stage.advance(by: .seconds(1))
      if start == .locked, beginning.step == "AuthorizationStep.authorized" { script.refuse(nil) }

      if let key = beginning.key {
        steps = []
        if isTypedAhead, let event {
          stage.window.handle(Self.events(of: key, event))
          try await stage.deliver(.focusGained)
        } else {
          try await stage.deliver(.key(key))
          try await stage.advance(by: .seconds(1))
        }
      }
      if !isTypedAhead, let event { try await stage.deliver(event) }
      // Waits for an import, which a key begins when it has waited.
      try await stage.deliver(.focusGained)
      // Until toasts are gone, which do not begin at the same time.
      try await stage.advance(by: .seconds(20))
      log?.dispose()
      defer { journey.end() }
      return Outcome(
        text: """
          \(journey.titles) \(stage.window.modals.map(\.title)) quits: \(journey.quits.value) tours: \(journey.tours)
          \(Self.repeatable(journey.text))
          """, steps: steps)
    }
  }

  /// Returns what a terminal makes of a key and what follows it in the same write.
  private static func events(of key: Key, _ event: Event) -> [Event] {
    guard case .key(let next) = event, let first = bytes(of: key), let second = bytes(of: next) else {
      return [.key(key), event]
    }
    var decoder = InputDecoder()
    return decoder.decode(first + second, at: .now) + decoder.flush()
  }

  private static func bytes(of key: Key) -> [UInt8]? {
    switch key.code {
    case .enter: [0x0D]
    case .escape: [0x1B]
    case .tab: [0x09]
    case .backspace: [0x7F]
    case .up: Array("\u{1B}[A".utf8)
    case .down: Array("\u{1B}[B".utf8)
    case .character(let character) where key.modifiers == .control: character.utf8.map { $0 & 0x1F }
    case .character(let character): Array(character.utf8)
    default: nil
    }
  }

  /// The program that is being tested, once it exists.
  private final class Running {
    weak var journey: Journey?
  }

  /// Returns the text of a screen without the name of the temporary folder and the times of its files.
  private static func repeatable(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .filter { line in !["car-list-tes", "source.", "json.", "catalogue.sqlite"].contains { line.contains($0) } }
      .joined(separator: "\n").replacing(/\d{4}-\d\d-\d\d \d\d:\d\d/, with: "a time")
  }

  private static func name(of step: any Sendable) -> String {
    "\(type(of: step)).\("\(step)".prefix { $0 != "(" })"
  }
}

/// The same with all of what a terminal sends, in a soak for every step.
@Suite(.timeLimit(.minutes(15)), .serialized)
@MainActor
struct TypingAheadSoak {
  @Test func `a key, a paste or a click typed ahead acts on the screen that it is meant for`() async throws {
    let tests = TypingAheadTests()
    for seed in SoakSeeds(24) {
      var chance = SeededChance(seed: seed)
      let beginning = try #require(TypingAheadTests.beginnings.randomElement(using: &chance))
      let event = try #require(TypingAheadTests.followers.randomElement(using: &chance))
      try await tests.expectSameOutcome(of: beginning, then: event, "seed \(seed), \(beginning.testDescription)")
    }
  }
}
