import Glibc
import ReactorTerminal

/// The file of an entry, scrolled to the code of a state.
final class SourceView: View {
  private let text = ScrollText()
  private var firstLine = 0

  override init() {
    super.init()
    addSubview(text)
  }

  /// Shows the code of a state.
  func show(_ state: GalleryState, of entry: GalleryEntry) {
    let source = SourceText(entry, state)
    firstLine = source.range.lowerBound
    text.lines = source.lines.enumerated().map { number, line in
      [Span(line, source.range.contains(number) ? .text : .secondary)]
    }
    setNeedsLayout()
  }

  override func layoutSubviews() {
    text.frame = bounds
    text.scroll(to: firstLine)
  }
}

/// The lines of an entry's file, and the lines that create one of its states.
struct SourceText {
  let lines: [String]
  let range: Range<Int>

  /// Reads the file of an entry. The code of a state extends from its name to the name of the next state.
  @MainActor
  init(_ entry: GalleryEntry, _ state: GalleryState) {
    guard let text = Self.contents(of: entry.file) else {
      lines = ["The source is not available:", "this program runs outside of its checkout."]
      range = 0..<2
      return
    }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let starts = lines.indices.filter { lines[$0].hasPrefix("      GalleryState(") }
    let start = starts.first { lines[$0].contains("\"\(state.name)\"") } ?? 0
    let end = lines.indices.first { $0 > start && (starts.contains($0) || lines[$0].hasPrefix("    ])")) }
    self.lines = lines
    range = start..<(end ?? lines.count)
  }

  private static func contents(of path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 65_536)
    let count = fread(&bytes, 1, bytes.count, file)
    return String(decoding: bytes[..<count], as: UTF8.self)
  }
}
