import Foundation
import Testing

/// The expected screens of a tape, in a file of the folder `Screens`. They are recorded again if the environment
/// variable `RECORD_SNAPSHOTS` is set, as those of `expectSnapshot` are.
struct RecordedScreens {
  private let url: URL
  private static let mark = "=== "

  init(_ name: String) {
    url = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Screens").appendingPathComponent("\(name).txt")
  }

  private static var isRecording: Bool {
    !["", "0", "false", "no"].contains(ProcessInfo.processInfo.environment["RECORD_SNAPSHOTS", default: ""])
  }

  /// Expects the recorded screens, and shows each one that differs.
  func expect(_ screens: [GalleryTape.Screen], sourceLocation: SourceLocation = #_sourceLocation) throws {
    if Self.isRecording {
      let text = screens.map { "\(Self.mark)\($0.name)\n\($0.text)\n" }.joined()
      return try Data(text.utf8).write(to: url)
    }
    let recorded = try parsed(String(contentsOf: url, encoding: .utf8))
    #expect(
      screens.map(\.name) == recorded.map(\.name), "\(url.path) is of another tape.", sourceLocation: sourceLocation)
    for (screen, expected) in zip(screens, recorded) where screen != expected {
      Issue.record(
        """
        \(screen.name) differs from \(url.path), which RECORD_SNAPSHOTS=1 records again.
        Expected:
        \(expected.text)
        Actual:
        \(screen.text)
        """, sourceLocation: sourceLocation)
    }
  }

  private func parsed(_ text: String) -> [GalleryTape.Screen] {
    var screens: [(name: String, lines: [Substring])] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      if line.hasPrefix(Self.mark) {
        screens.append((String(line.dropFirst(Self.mark.count)), []))
      } else if !screens.isEmpty {
        screens[screens.count - 1].lines.append(line)
      }
    }
    return screens.map { GalleryTape.Screen(name: $0.name, text: $0.lines.joined(separator: "\n")) }
  }
}
