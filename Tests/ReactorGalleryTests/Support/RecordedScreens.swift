import Testing

@testable import ReactorTesting

/// The expected screens of a tape, in one file of the folder `Snapshots` beside the test. They are recorded again as
/// those of `expectSnapshot` are.
struct RecordedScreens {
  private let file: SnapshotFile
  private static let mark = "=== "

  init(_ name: String, filePath: String = #filePath) { file = SnapshotFile(named: name, besideFile: filePath) }

  /// Expects the recorded screens, and shows each one that differs.
  func expect(_ screens: [GalleryTape.Screen], sourceLocation: SourceLocation = #_sourceLocation) throws {
    if SnapshotFile.isRecording {
      let error = file.write(screens.map { "\(Self.mark)\($0.name)\n\($0.text)\n" }.joined())
      return #expect(error == nil, sourceLocation: sourceLocation)
    }
    let recorded = parsed(try #require(file.read(), "There is no \(file.path).", sourceLocation: sourceLocation))
    #expect(screens.map(\.name) == recorded.map(\.name), sourceLocation: sourceLocation)
    for (screen, expected) in zip(screens, recorded) where screen != expected {
      Issue.record(
        """
        \(screen.name) differs from \(file.path), which RECORD_SNAPSHOTS=1 records again.
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
