import Foundation
import GRDB
import ReactorTerminal
import TapePlayer
import Testing

@testable import Catalogue
@testable import ShowroomApp

@Suite("The tape of a session", .timeLimit(.minutes(3)), .serialized)
@MainActor
struct SessionTapeTests {
  /// Opens the second car of what was searched for, follows it, notes something on it, goes back and refreshes.
  private static let work = """
    Type "kia" Sleep 500ms Ctrl+u Escape
    Type "/e" Enter Down Enter Sleep 400ms Type "f" Sleep 700ms Type "e" Sleep 200ms
    Type "Seen in Mapo." Ctrl+s Sleep 6s Escape Sleep 300ms Type "r" Sleep 300ms
    """

  private func place() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("session-tape-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// A database of somebody's own: other cars than the bundled ones, stars, a note, an attached file.
  private func ownDatabase() async throws -> (CatalogueFixture, source: CatalogueSource) {
    let fixture = try await CatalogueFixture()
    try await fixture.store.setFavourite(true, id: 3)
    try await fixture.store.setFavourite(true, id: 4)
    try await fixture.store.setNote("Rust on the left door.", id: 2)
    try await fixture.store.write { db in
      try db.execute(
        sql: """
          INSERT INTO attachment (carID, name, location, destination, size, uploadedAt)
          VALUES (4, 'scan.pdf', '/srv/cars/4/scan.pdf', '/srv/cars', 1234, 1777622400)
          """)
    }
    return (fixture, .file(fixture.file))
  }

  @Test("over a catalogue of one's own ends on the same cells, and what was there before is in it")
  func ownCatalogue() async throws {
    let (fixture, source) = try await ownDatabase()
    let session = try RecordedSession(in: fixture.folder, source: source)
    try await session.perform(Self.work + "\nSleep 300ms")
    let screen = try #require(session.screen)
    #expect(screen.text.contains("★") && screen.text.contains("Up to date"))
    #expect(try await session.replay() == screen)
    #expect(
      try session.beginning().prefix(2) == [
        "Env SHOWROOM_CATALOGUE \"session.sqlite\"", "Env SHOWROOM_DEMO \"unchanged\"",
      ])
  }

  @Test("shows stars, notes and files that were there when it began, not those that it made")
  func copy() async throws {
    let (fixture, source) = try await ownDatabase()
    let session = try RecordedSession(in: fixture.folder, source: source)
    try await session.perform("Type \"F\" Sleep 400ms Down Enter Sleep 500ms Type \"f\" Sleep 4s")
    let screen = try #require(session.screen)
    #expect(screen.text.contains("scan.pdf"))
    #expect(try await session.replay() == screen)
    let copy = fixture.folder.appendingPathComponent("session.sqlite")
    let content = try Data(contentsOf: copy)
    #expect(try await session.replay() == screen)
    #expect(try Data(contentsOf: copy) == content)
    #expect(try fixture.store.userData(id: 4).isFavourite == false)
  }

  @Test(
    "of a new user, of a first start, and in other colours, letters, units and keys ends on the same cells",
    arguments: [
      ([:], true, ["Env SHOWROOM_DEMO \"first-run\""]),
      ([:], false, ["Env SHOWROOM_DEMO \"bundled\""]),
      (
        ["SHOWROOM_THEME": "light", "SHOWROOM_ASCII": "1", "SHOWROOM_UNITS": "metric"], false,
        [
          "Env SHOWROOM_DEMO \"bundled\"", "Env SHOWROOM_THEME \"light\"", "Env SHOWROOM_ASCII \"1\"",
          "Env SHOWROOM_UNITS \"metric\"",
        ]
      ),
      (
        ["SHOWROOM_THEME": "mono", "SHOWROOM_CONFIG": "config.toml"], false,
        [
          "Env SHOWROOM_DEMO \"bundled\"", "Env SHOWROOM_THEME \"mono\"",
          #"Env SHOWROOM_KEYS '{"car.follow":["\u0027","\""],"cars.refresh":["ctrl+g","/"]}'"#,
        ]
      ),
    ])
  func beginnings(environment: [String: String], isFirst: Bool, lines: [String]) async throws {
    let folder = try place()
    defer { try? FileManager.default.removeItem(at: folder) }
    var environment = environment
    if let name = environment["SHOWROOM_CONFIG"] {
      let file = folder.appendingPathComponent(name)
      try Data("[keys]\n\"car.follow\" = [\"'\", '\"']\n\"cars.refresh\" = [\"ctrl+g\", \"/\"]\n".utf8).write(to: file)
      environment["SHOWROOM_CONFIG"] = file.path
    }
    let session = try RecordedSession(in: folder, environment)
    if !isFirst {
      let settings = try Settings(
        SettingsRequest(),
        environment: ["SHOWROOM_RESOURCES": Checkout.resources.path, "SHOWROOM_DATA_DIR": "\(folder.path)/data"])
      _ = try await CatalogueBootstrap.open(settings: settings)
    }
    try await session.perform((isFirst ? "Enter Sleep 1s\n" : "") + Self.work + "\nDown 3 Enter Sleep 400ms Type \"'\"")
    #expect(try await session.replay() == session.screen)
    #expect(try session.beginning().filter { !$0.hasPrefix("Env TZ") } == lines)
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/session.sqlite"))
  }

  @Test("shows moments in the zone that the session was in")
  func zone() throws {
    let moments = MomentFormatting(in: TimeZone(identifier: "Asia/Seoul"))
    #expect(moments.minute(1_777_622_400) == "2026-05-01 17:00")
    #expect(
      try refusal("# Far away\nEnv TZ \"Mars/Olympus\"")
        == "a.tape:2:1: TZ cannot be \"Mars/Olympus\": write the name of a zone of time, such as Asia/Seoul.")
  }

  @Test("refuses what no session writes")
  func refusals() throws {
    #expect(
      try refusal("Env SHOWROOM_CATALOGUE \"\"")
        == "a.tape:1:1: SHOWROOM_CATALOGUE is empty: give it a value, or leave it out.")
    #expect(
      try refusal("Env SHOWROOM_CATALOGUE \"x.sqlite\"\nEnv SHOWROOM_DEMO \"first-run\"")
        == "a.tape:2:1: SHOWROOM_DEMO cannot be \"first-run\": write unchanged or unreachable.")
    // The last one counts.
    #expect(
      try refusal("Env SHOWROOM_THEME \"dark\"\nSleep 1s  Env SHOWROOM_THEME \"pink\"")
        == "a.tape:2:11: SHOWROOM_THEME cannot be \"pink\": write auto, dark, light or mono.")
    #expect(try refusal("Env SHOWROOM_KEYS \"f\"").hasPrefix("a.tape:1:1: SHOWROOM_KEYS names no keys: "))
    #expect(
      try refusal("Env SHOWROOM_KEYS '{\"car.follow\":[\"hyper+f\"]}'").hasPrefix(
        "a.tape:1:1: SHOWROOM_KEYS names no keys: "))
  }

  @Test("can neither start programs on the machine where it is played nor have files read there")
  func variables() throws {
    let names = [
      "SHOWROOM_OPENER", "DISPLAY", "SHOWROOM_CONFIG", "SHOWROOM_CA_FILE", "SHOWROOM_SOURCE", "HOME", "XDG_CONFIG_HOME",
    ]
    let beginning = try beginning(
      names.map { "Env \($0) \"/nowhere/x\"" }.joined(separator: "\n") + "\nEnv NO_COLOR \"1\"")
    #expect(beginning.environment.filter { $0.value == "/nowhere/x" }.isEmpty)
    #expect(beginning.environment["NO_COLOR"] == "1")
    #expect(beginning.settings.configurationFile == nil)
  }

  private func refusal(_ text: String) throws -> String {
    "\(try #require(#expect(throws: TapeError.self) { try beginning(text) }))"
  }

  private func beginning(_ text: String) throws -> DemoBeginning {
    let resources = ResourceLocator(environment: ["SHOWROOM_RESOURCES": Checkout.resources.path])
    let house = try DemoHouse(catalogue: resources.catalogue())
    defer { house.remove() }
    return try DemoBeginning(Tape(parsing: text, file: "a.tape"), in: house, resources: resources)
  }

  @Test("with a catalogue that cannot be used is not played, and says why")
  func unusable() async throws {
    let (fixture, _) = try await ownDatabase()
    let file = fixture.folder.appendingPathComponent("a.sqlite")
    let tape = try Tape(
      parsing: "Env SHOWROOM_CATALOGUE \"a.sqlite\"\nWait /Cars/",
      file: fixture.folder.appendingPathComponent("a.tape").path)
    func failure(_ content: Data) async throws -> TapeCatalogue.Cause? {
      try content.write(to: file)
      let failure = await #expect(throws: TapeCatalogue.Failure.self) {
        try await DemoPerformance(
          tape, resources: ResourceLocator(environment: ["SHOWROOM_RESOURCES": Checkout.resources.path])
        ).playHeadless()
      }
      #expect("\(try #require(failure))".hasPrefix("\(tape.file):1:1: The "))
      return failure?.cause
    }
    try fixture.store.copy(to: file.path)
    let whole = try Data(contentsOf: file)
    let path = file.path
    #expect(try await failure(Data()) == .notACatalogue(path: path))
    #expect(try await failure(Data("SQLite format 3\0".utf8)) == .notACatalogue(path: path))
    var newer = whole
    newer[63] = 9
    #expect(try await failure(newer) == .newer(path: path, found: 9, supported: 2))
    var foreign = whole
    foreign[63] = 0
    #expect(try await failure(foreign) == .notACatalogue(path: path))
    for damaged in [
      whole.prefix(5_000), whole.prefix(100), whole.prefix(8_192) + Data(repeating: 0x5A, count: whole.count - 8_192),
    ] {
      guard case .damaged(path, _) = try await failure(Data(damaged)) else {
        Issue.record("\(damaged.count) bytes were taken")
        continue
      }
    }
    try whole.write(to: file)
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: "UPDATE catalogueState SET carCount = 7") }
    try queue.close()
    #expect(
      try await failure(Data(contentsOf: file))
        == .damaged(path: path, detail: "the catalogue says 7 cars but holds 8"))
    try FileManager.default.removeItem(at: file)
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    let folder = #expect(throws: TapeCatalogue.Failure.self) { try TapeCatalogue(of: tape)?.copy(to: fixture.folder) }
    #expect(folder?.cause == .unreadable(path: path, reason: "it is not a file"))
  }

  @Test("never takes the place of the database itself, not even where a tape names that")
  func database() async throws {
    let (fixture, _) = try await ownDatabase()
    let data = fixture.folder.appendingPathComponent("data")
    let tape = data.appendingPathComponent("catalogue.tape").path
    try Data("Env SHOWROOM_CATALOGUE \"catalogue.sqlite\"\n".utf8).write(to: URL(fileURLWithPath: tape))
    #expect(throws: CatalogueCopy.Failure.exists(path: data.appendingPathComponent("catalogue.sqlite").path)) {
      try CatalogueCopy(beside: tape).check(fixture.store)
    }
  }

  @Test("takes the place of the one before, whose copy goes when it is not needed")
  func replacing() async throws {
    let (fixture, source) = try await ownDatabase()
    let copy = fixture.folder.appendingPathComponent("session.sqlite")
    for _ in 0..<2 { try await RecordedSession(in: fixture.folder, source: source).perform("Type \"j\"") }
    #expect(FileManager.default.fileExists(atPath: copy.path))
    let new = try place()
    defer { try? FileManager.default.removeItem(at: new) }
    for name in ["session.tape", "session.sqlite"] {
      try FileManager.default.moveItem(
        at: fixture.folder.appendingPathComponent(name), to: new.appendingPathComponent(name))
    }
    try await RecordedSession(in: new).perform("Enter Sleep 1s")
    #expect(!FileManager.default.fileExists(atPath: new.appendingPathComponent("session.sqlite").path))
  }
}
