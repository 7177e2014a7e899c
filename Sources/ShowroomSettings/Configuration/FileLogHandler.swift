import Foundation
import Logging

/// A handler that writes log messages to a file: `2026-02-03T04:05:06.789Z warning showroom.catalog: refreshing failed
/// error=…`.
struct FileLogHandler: LogHandler {
  let label: String
  let file: LogFile
  var logLevel: Logger.Level
  var metadata: Logger.Metadata = [:]
  /// A closure that returns the current time. Replaced in tests.
  var now: @Sendable () -> Date = { Date() }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    var line = "\(now().formatted(Self.time)) \(event.level) \(label): \(event.message)"
    var details = metadata.merging(event.metadata ?? [:]) { $1 }
    if let error = event.error { details["error"] = "\(error)" }
    for (key, value) in details.sorted(by: { $0.key < $1.key }) { line += " \(key)=\(value)" }
    file.append(Self.oneLine(line))
  }

  private static let time = Date.ISO8601FormatStyle(includingFractionalSeconds: true)

  /// Escapes control characters, because external text must neither forge a line nor control a reader's terminal.
  private static func oneLine(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else { return text }
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator:
        line.append(contentsOf: "\\u{\(String(scalar.value, radix: 16))}".unicodeScalars)
      default: line.append(scalar)
      }
    }
    return String(line)
  }
}
