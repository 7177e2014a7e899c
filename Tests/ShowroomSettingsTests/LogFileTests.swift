import Foundation
import Logging
import Testing

@testable import ShowroomSettings

struct LogFileTests {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent("log-\(UUID().uuidString)/showroom.log")

  func handler(_ file: LogFile, level: Logger.Level = .info) -> FileLogHandler {
    FileLogHandler(
      label: "test", file: file, logLevel: level, now: { Date(timeIntervalSince1970: 1_770_091_506.789) })
  }

  func removed<Value>(_ body: () throws -> Value) rethrows -> Value {
    defer { try? FileManager.default.removeItem(at: url.deletingLastPathComponent()) }
    return try body()
  }

  @Test(.timeLimit(.minutes(20)))
  func `a pipe in place of the log does not block`() throws {
    try removed {
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try #require(mkfifo(url.path, 0o600) == 0)
      #expect(throws: POSIXError.self) { try LogFile(url: url) }
    }
  }

  @Test func `each message is one line with its metadata, and messages below the level are omitted`() throws {
    try removed {
      let handler = handler(try LogFile(url: url))
      let logger = Logger(label: "test") { _ in handler }
      logger.debug("hidden")
      logger.warning("refreshing failed", metadata: ["source": "a.csv", "error": "no\nluck\u{1B}[1m"])
      #expect(
        try String(contentsOf: url, encoding: .utf8)
          == "2026-02-03T04:05:06.789Z warning test: refreshing failed error=no\\u{a}luck\\u{1b}[1m source=a.csv\n")
    }
  }

  @Test func `an existing log is continued, and a large one is rotated`() throws {
    try removed {
      let handlers = try (1...3).map { _ in handler(try LogFile(url: url, rotatingAbove: 60)) }
      for handler in handlers { Logger(label: "test") { _ in handler }.info("same file") }
      let grown = try String(contentsOf: url, encoding: .utf8)
      #expect(grown.split(separator: "\n").count == 3)
      _ = try LogFile(url: url, rotatingAbove: 60)
      #expect(try String(contentsOf: url, encoding: .utf8).isEmpty)
      #expect(try String(contentsOfFile: url.path + ".1", encoding: .utf8) == grown)
    }
  }

  @Test func `only the user can read the log`() throws {
    try removed {
      _ = try LogFile(url: url)
      let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
      #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
  }
}
