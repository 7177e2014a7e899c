import Foundation
import GRDB
import ReactorTerminal
import ShowroomTestSupport
import ShowroomText
import TapePlayer
import Testing

@testable import ShowroomApp
@testable import ShowroomCatalog
@testable import ShowroomDemo
@testable import ShowroomSettings

@Suite(.timeLimit(.minutes(20)), .serialized)
@MainActor
struct SessionTapeTests {
  /// Opens the second search result, makes it a favorite, writes a note, and goes back.
  private static let work = """
    Type "kia" Sleep 500ms Ctrl+u Escape
    Type "/e" Enter Down Enter Sleep 400ms Type "f" Sleep 700ms Type "e" Sleep 200ms
    Type "Seen in Mapo." Ctrl+s Sleep 6s Escape Sleep 300ms
    """
  /// Refreshes the catalog.
  private static let refresh = #" Type "r" Sleep 300ms"#

  private func place() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("session-tape-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// Creates a database with other cars than the bundled ones, favorites, a note, and an attachment.
  private func ownDatabase() async throws -> (SessionCatalog, source: CatalogSource) {
    let fixture = try await SessionCatalog()
    try fixture.store.setFavorite(true, id: 3)
    try fixture.store.setFavorite(true, id: 4)
    try fixture.store.setNote("Rust on the left door.", id: 2)
    try await fixture.store.write { db in
      try db.execute(
        sql: """
          INSERT INTO attachment (carID, name, location, destination, size, uploadedAt)
          VALUES (4, 'scan.pdf', '/srv/cars/4/scan.pdf', '/srv/cars', 1234, 1777622400)
          """)
    }
    return (fixture, .file(fixture.file))
  }

  @Test func `the tape of a session with its own catalog ends on the same cells`() async throws {
    let (fixture, source) = try await ownDatabase()
    let session = try RecordedSession(in: fixture.folder, source: source)
    try await session.perform(Self.work + Self.refresh + "\nSleep 300ms")
    let screen = try #require(session.screen)
    #expect(screen.text.contains("★") && screen.text.contains("Up to date"))
    #expect(try await session.replay() == screen)
    #expect(
      try session.variables().prefix(2) == [
        "Env SHOWROOM_CATALOG \"session.sqlite\"", "Env SHOWROOM_DEMO \"unchanged\"",
      ])
  }

  @Test func `the copy contains favorites, notes and files only from before the session`() async throws {
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
    #expect(try fixture.store.userData(id: 4).isFavorite == false)
  }

  @Test(
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
          #"Env SHOWROOM_KEYS '{"car.favorite":["\u0027","\""],"cars.refresh":["ctrl+g","/"]}'"#,
        ]
      ),
    ])
  func `the tape of a session under any conditions ends on the same cells`(
    environment: [String: String], isFirst: Bool, lines: [String]
  ) async throws {
    let folder = try place()
    defer { try? FileManager.default.removeItem(at: folder) }
    var environment = environment
    if let name = environment["SHOWROOM_CONFIG"] {
      let file = folder.appendingPathComponent(name)
      try Data("[keys]\n\"car.favorite\" = [\"'\", '\"']\n\"cars.refresh\" = [\"ctrl+g\", \"/\"]\n".utf8).write(
        to: file)
      environment["SHOWROOM_CONFIG"] = file.path
    }
    let session = try RecordedSession(in: folder, environment)
    if !isFirst {
      let settings = try Settings(
        SettingsRequest(),
        environment: ["SHOWROOM_RESOURCES": Checkout.resources.path, "SHOWROOM_DATA_DIR": "\(folder.path)/data"])
      _ = try await CatalogBootstrap.open(settings: settings)
    }
    // After the first run, a refresh reads the source of the edition, but a tape never uses the network.
    try await session.perform(
      (isFirst ? "Enter Sleep 1s\n" + Self.work : Self.work + Self.refresh)
        + "\nDown 3 Enter Sleep 400ms Type \"'\"")
    #expect(try await session.replay() == session.screen)
    #expect(try session.variables().filter { !$0.hasPrefix("Env TZ") } == lines)
    #expect(!FileManager.default.fileExists(atPath: "\(folder.path)/session.sqlite"))
  }

  @Test func `times are shown in the time zone of the session`() throws {
    let timestamps = TimestampFormatting(in: TimeZone(identifier: "Asia/Seoul"))
    #expect(timestamps.minute(1_777_622_400) == "2026-05-01 17:00")
    #expect(
      try error(for: "# Far away\nEnv TZ \"Mars/Olympus\"")
        == "a.tape:2:1: TZ cannot be \"Mars/Olympus\". Use the name of a time zone, such as Asia/Seoul.")
  }

  @Test(arguments: ["SHOWROOM_CATALOG", "SHOWROOM_CATALOGUE"])
  func `a tape names its catalog by the variable of any version`(variable: String) async throws {
    let (fixture, _) = try await ownDatabase()
    try fixture.store.copy(to: fixture.folder.appendingPathComponent("a.sqlite").path)
    let tape = try Tape(
      parsing: "Env \(variable) \"a.sqlite\"\nWait /1.8/\nType \"F\"\nWait /1.2 · ★ only/",
      file: fixture.folder.appendingPathComponent("a.tape").path)

    let screen = try await DemoPerformance(
      tape, resources: ResourceLocator(environment: ["SHOWROOM_RESOURCES": Checkout.resources.path])
    ).playHeadless()

    #expect(screen.text.contains("★"))
  }

  @Test func `invalid variables are rejected`() throws {
    #expect(
      try error(for: "Env SHOWROOM_CATALOG \"\"")
        == "a.tape:1:1: SHOWROOM_CATALOG is empty. Set a value or remove it.")
    #expect(
      try error(for: "Env SHOWROOM_CATALOG \"../x.sqlite\"")
        == "a.tape:1:1: SHOWROOM_CATALOG cannot be \"../x.sqlite\". Use the name of a file beside the tape, such as "
        + "session.sqlite.")
    #expect(
      try error(for: "Env SHOWROOM_CATALOG \"x.sqlite\"\nEnv SHOWROOM_DEMO \"first-run\"")
        == "a.tape:2:1: SHOWROOM_DEMO cannot be \"first-run\". Use unchanged or unreachable.")
    // The last value counts.
    #expect(
      try error(for: "Env SHOWROOM_THEME \"dark\"\nSleep 1s  Env SHOWROOM_THEME \"pink\"")
        == "a.tape:2:11: SHOWROOM_THEME cannot be \"pink\". Use auto, dark, light or mono.")
    #expect(try error(for: "Env SHOWROOM_KEYS \"f\"").hasPrefix("a.tape:1:1: SHOWROOM_KEYS does not name keys: "))
    #expect(
      try error(for: "Env SHOWROOM_KEYS '{\"car.favorite\":[\"hyper+f\"]}'").hasPrefix(
        "a.tape:1:1: SHOWROOM_KEYS does not name keys: "))
  }

  @Test func `a tape can neither start programs nor name files to read`() throws {
    let names = [
      "SHOWROOM_OPENER", "DISPLAY", "SHOWROOM_CONFIG", "SHOWROOM_CA_FILE", "SHOWROOM_SOURCE", "HOME", "XDG_CONFIG_HOME",
    ]
    let configuration = try configuration(
      names.map { "Env \($0) \"/nowhere/x\"" }.joined(separator: "\n") + "\nEnv NO_COLOR \"1\"")
    #expect(configuration.environment.filter { $0.value == "/nowhere/x" }.isEmpty)
    #expect(configuration.environment["NO_COLOR"] == "1")
    #expect(configuration.settings.configurationFile == nil)
  }

  private func error(for text: String) throws -> String {
    "\(try #require(#expect(throws: TapeError.self) { try configuration(text) }))"
  }

  @Test func `a demo has the theme and the characters of its user, unless the tape determines them`() throws {
    let chosen = DemoAppearance(theme: .light, isASCII: true)

    let ofUser = try configuration("Wait /Cars/", chosen)
    let ofTape = try configuration("Env SHOWROOM_THEME \"mono\"\nEnv SHOWROOM_ASCII \"0\"", chosen)
    let standard = try configuration("Wait /Cars/")
    let adaptive = try configuration("Wait /Cars/", DemoAppearance(theme: .auto))

    #expect(ofUser.theme == .light && ofUser.settings.isASCII && !ofUser.followsTerminal)
    #expect(ofTape.theme == .mono && !ofTape.settings.isASCII)
    #expect(standard.theme == .dark && !standard.settings.isASCII && !standard.followsTerminal)
    #expect(adaptive.followsTerminal)
  }

  private func configuration(
    _ text: String, _ appearance: DemoAppearance = DemoAppearance()
  ) throws -> DemoConfiguration {
    let resources = ResourceLocator(environment: ["SHOWROOM_RESOURCES": Checkout.resources.path])
    let sandbox = try DemoSandbox()
    defer { sandbox.remove() }
    return try DemoConfiguration(
      Tape(parsing: text, file: "a.tape"), in: sandbox, resources: resources, appearance: appearance)
  }

  @Test func `a tape with an unusable catalog is not played`() async throws {
    let (fixture, _) = try await ownDatabase()
    let file = fixture.folder.appendingPathComponent("a.sqlite")
    let tape = try Tape(
      parsing: "Env SHOWROOM_CATALOG \"a.sqlite\"\nWait /Cars/",
      file: fixture.folder.appendingPathComponent("a.tape").path)
    func failure(_ content: Data) async throws -> TapeCatalogError.Cause? {
      try content.write(to: file)
      let failure = await #expect(throws: TapeCatalogError.self) {
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
    #expect(try await failure(Data()) == .notACatalog(path: path))
    #expect(try await failure(Data("SQLite format 3\0".utf8)) == .notACatalog(path: path))
    var newer = whole
    newer[63] = UInt8(Schema.version + 1)
    #expect(try await failure(newer) == .newer(path: path, found: Schema.version + 1, supported: Schema.version))
    var foreign = whole
    foreign[63] = 0
    #expect(try await failure(foreign) == .notACatalog(path: path))
    for damaged in [
      whole.prefix(5_000), whole.prefix(100), whole.prefix(8_192) + Data(repeating: 0x5A, count: whole.count - 8_192),
    ] {
      guard case .damaged(path, _) = try await failure(Data(damaged)) else {
        Issue.record("\(damaged.count) bytes were accepted")
        continue
      }
    }
    try whole.write(to: file)
    let queue = try DatabaseQueue(path: path)
    try await queue.write { try $0.execute(sql: "UPDATE catalogState SET carCount = 7") }
    try queue.close()
    #expect(
      try await failure(Data(contentsOf: file))
        == .damaged(path: path, detail: "the catalog should have 7 cars but has 8"))
    try FileManager.default.removeItem(at: file)
    try FileManager.default.createDirectory(at: file, withIntermediateDirectories: true)
    let folder = #expect(throws: TapeCatalogError.self) { try TapeCatalog(of: tape)?.copy(to: fixture.folder) }
    #expect(folder?.cause == .unreadable(path: path, reason: "it is not a regular file"))
  }

  @Test func `the copy never replaces the database itself, nor has its name`() async throws {
    let (fixture, _) = try await ownDatabase()
    let data = fixture.folder.appendingPathComponent("data")
    let database = data.appendingPathComponent(CatalogStore.fileName)
    let tape = database.deletingPathExtension().appendingPathExtension("tape").path

    let copy = CatalogCopy(beside: tape)

    #expect(copy.name == "catalogue-session.sqlite")
    let link = data.appendingPathComponent(copy.name)
    try FileManager.default.linkItem(at: database, to: link)
    try Data("Env SHOWROOM_CATALOG \"\(copy.name)\"\n".utf8).write(to: URL(fileURLWithPath: tape))
    #expect(throws: CatalogCopyError.exists(path: link.path)) { try copy.check(fixture.store) }
  }

  @Test func `a tape opens nothing but a file beside it that was sent along`() async throws {
    let (fixture, _) = try await ownDatabase()
    let manager = FileManager.default
    let home = fixture.folder.appendingPathComponent("home")
    let sent = home.appendingPathComponent("sent")
    let data = home.appendingPathComponent("data")
    for folder in [sent.appendingPathComponent("sub"), data] {
      try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    let own = data.appendingPathComponent(CatalogStore.fileName)
    try fixture.store.copy(to: own.path)
    for name in [CatalogStore.fileName, "sub/a.sqlite"] {
      try manager.copyItem(at: own, to: sent.appendingPathComponent(name))
    }
    for (link, target) in [("link.sqlite", own.path), ("up", "../data"), ("dangling.sqlite", "/none")] {
      try manager.createSymbolicLink(atPath: sent.appendingPathComponent(link).path, withDestinationPath: target)
    }
    mkfifo(sent.appendingPathComponent("pipe.sqlite").path, 0o600)

    for value in [
      own.path, "../data/\(CatalogStore.fileName)", "up/\(CatalogStore.fileName)", "sub/a.sqlite", "./link.sqlite",
      CatalogStore.fileName, "..", ".", "link.sqlite", "dangling.sqlite", "pipe.sqlite", "up", "/dev/zero",
      "\(own.path)\u{0}.sqlite", "/\u{301}dev/zero",
    ] {
      let tape = sent.appendingPathComponent("a.tape")
      try Data("Env SHOWROOM_CATALOG \"\(value)\"\nWait /Cars/\nOutput a.txt\n".utf8).write(to: tape)
      var performance = try Checkout.performance(of: tape)
      performance.options.folder = sent.path

      let error = await #expect(throws: (any Error).self, "\(value)") { try await performance.playHeadless() }

      #expect(error is TapeError || error is TapeCatalogError, "\(value): \(String(describing: error))")
      #expect(!manager.fileExists(atPath: sent.appendingPathComponent("a.txt").path), "\(value)")
    }
  }

  @Test func `a catalog over the limit is not copied`() async throws {
    let (fixture, _) = try await ownDatabase()
    let file = fixture.folder.appendingPathComponent("a.sqlite")
    try Data("SQLite format 3\0".utf8).write(to: file)
    #expect(truncate(file.path, 3 << 30) == 0)
    let target = fixture.folder.appendingPathComponent("target")
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    let tape = try Tape(
      parsing: "Env SHOWROOM_CATALOG \"a.sqlite\"", file: fixture.folder.appendingPathComponent("a.tape").path)

    let error = #expect(throws: TapeCatalogError.self) { try TapeCatalog(of: tape)?.copy(to: target) }

    #expect(error?.cause == .unreadable(path: file.path, reason: "it is larger than 512 MB"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: target.path) == [])
  }

  @Test func `a tape replaces an earlier one, and removes its copy if it needs none`() async throws {
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
