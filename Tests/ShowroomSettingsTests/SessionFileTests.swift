import Foundation
import Logging
import ShowroomCatalog
import ShowroomTestSupport
import Synchronization
import Testing

@testable import ShowroomSettings

@Suite
struct SessionFileTests {
  /// The messages of a logger.
  final class Messages: Sendable {
    private let kept = Mutex<[String]>([])
    var texts: [String] { kept.withLock { $0 } }
    func append(_ text: String) { kept.withLock { $0.append(text) } }
  }

  struct Handler: LogHandler {
    let messages: Messages
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    init(_ messages: Messages) { self.messages = messages }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let reason = event.metadata?["reason"].map { ": \($0)" } ?? ""
      messages.append("\(event.message)\(reason)")
    }
  }

  let folder: TemporaryFolder
  let messages = Messages()
  var url: URL { folder.url.appendingPathComponent("state/showroom/session.json") }
  var file: SessionFile { SessionFile(url, logger: Logger(label: "test") { [messages] _ in Handler(messages) }) }

  init() throws { folder = try TemporaryFolder() }

  func write(_ text: String) throws {
    try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  static var example: SessionState {
    var state = SessionState()
    state.query = "make:kia \"a b\" 현대"
    state.sort = Sort(.economy, ascending: false).then(Sort.Level(.year))
    state.columns = [.make, .model, .economy]
    state.columnWidths = [.model: 30]
    state.selectedCar = 7
    state.marked = [9, 7]
    state.theme = "light"
    state.units = .metric
    state.isASCII = true
    state.hasMouse = false
    state.link = "car/7"
    state.pickerFolder = "/home/ann/scans"
    for number in 0..<120 { state.remember(query: "query \(number)") }
    return state
  }

  @Test func `a saved state is loaded again, and is readable by its owner only`() throws {
    #expect(file.save(Self.example))

    #expect(file.load() == Self.example)
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: url.deletingLastPathComponent().path) == ["session.json"])
    #expect(messages.texts == [])
  }

  @Test func `the history has the latest queries first, each once, and at most a hundred`() {
    var state = Self.example
    state.remember(query: "query 50")
    state.remember(query: "  ")

    #expect(state.history.count == 100)
    #expect(state.history.prefix(2) == ["query 50", "query 119"])
    #expect(state.history.count { $0 == "query 50" } == 1)
  }

  @Test func `the first session has no file and no message`() {
    #expect(file.load() == SessionState())
    #expect(messages.texts == [])
  }

  @Test(arguments: [
    ("", "it is damaged"), ("{\"version\": 1, \"query\": \"ki", "it is damaged"), ("[]", "it is damaged"),
    ("{\"version\": 1, \"selectedCar\": \"x\"}", "it is damaged"),
    ("{\"version\": 1, \"selectedCar\": 1e99}", "it is damaged"),
    ("{\"version\": 2, \"query\": 3}", "it was written by a newer version (format 2)"),
    ("{\"version\": 1, \"query\": \"" + String(repeating: "a", count: 1 << 20) + "\"}", "it is too large"),
  ])
  func `a file that cannot be read is ignored with a message`(text: String, reason: String) throws {
    try write(text)

    #expect(file.load() == SessionState())
    #expect(messages.texts == ["ignored the saved session: \(reason)"])
  }

  @Test func `a folder or a pipe in place of the file is ignored`() throws {
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    #expect(file.load() == SessionState())
    #expect(!file.save(Self.example))
    try FileManager.default.removeItem(at: url)
    try #require(mkfifo(url.path, 0o600) == 0)
    #expect(file.load() == SessionState())
    #expect(messages.texts.last == "ignored the saved session: it is not a regular file")
  }

  @Test func `members that this version does not know or accept are left out`() throws {
    try write(
      """
      {"version": 1, "query": "kia", "sort": "color", "columns": "make,wheels,make,year",
       "columnWidths": {"make": 0, "year": 9, "wheels": 3}, "later": [1], "units": "furlongs"}
      """)

    var expected = SessionState()
    expected.query = "kia"
    expected.columns = [.make, .year]
    expected.columnWidths = [.year: 9]
    #expect(file.load() == expected)
  }

  @Test func `two programs that save at once leave the state of one of them`() async throws {
    var other = Self.example
    other.query = String(repeating: "x", count: 4000)
    let states = [Self.example, other]
    let file = file
    #expect(file.save(states[0]))
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<40 { group.addTask { file.save(states[number % 2]) } }
      for _ in 0..<40 { group.addTask { #expect(states.contains(file.load())) } }
    }
    #expect(states.contains(file.load()))
  }
}

@Suite
struct SessionStateSoak {
  @Test func `a damaged session file never makes the program fail`() {
    let text = Array(SessionFileTests.example.json)
    for seed in SoakSeeds(300) {
      var chance = SeededChance(seed: seed)
      var bytes = text
      for _ in 0..<Int.random(in: 1...8, using: &chance) {
        let place = Int.random(in: 0..<bytes.count, using: &chance)
        bytes[place] = UInt8.random(in: 0...255, using: &chance)
      }
      if let state = try? SessionState(json: Data(bytes)) {
        #expect(state.history.count <= 100, "seed \(seed)")
      }
    }
  }
}
