import Glibc
import ReactorTerminalCore
import Testing

extension TestScreen {
  /// Expects the text and styles of the screen to equal a snapshot in a file.
  ///
  /// ```swift
  /// screen.expectSnapshot(named: "empty list")
  /// ```
  ///
  /// The file `Snapshots/empty list.txt` is located next to the test's file. It is written if the environment variable
  /// `RECORD_SNAPSHOTS` is set: `RECORD_SNAPSHOTS=1 swift test`. Otherwise, a missing snapshot is a failure, so that
  /// misspelled names are noticed. In `Package.swift`, list the folder under `exclude:` of the test target.
  ///
  /// - Parameters:
  ///   - name: The name of the file, without its extension. A slash begins a subfolder.
  ///   - filePath: The file of the test.
  ///   - sourceLocation: The location of a failure.
  ///   - report: A closure that receives a failure; by default, it records an issue in the running test.
  public func expectSnapshot(
    named name: String, filePath: String = #filePath, sourceLocation: SourceLocation = #_sourceLocation,
    report: FailureReport = { recordIssue($0, at: $1) }
  ) {
    let file = SnapshotFile(named: name, besideFile: filePath)
    compareSnapshot(with: file, isRecording: SnapshotFile.isRecording, sourceLocation, report)
  }

  func compareSnapshot(
    with file: SnapshotFile, isRecording: Bool, _ location: SourceLocation, _ report: FailureReport
  ) {
    window.render()
    let picture = ScreenPicture(terminal, theme: window.suitedTheme)
    let actual = Snapshot(picture)
    if isRecording {
      if let error = file.write(actual.text) { report("\(file.path) cannot be written: \(error).", location) }
      return
    }
    guard let recorded = file.read() else {
      return report(
        "There is no snapshot \(file.path). To record it, run the test with RECORD_SNAPSHOTS=1.", location)
    }
    let expected = Snapshot(parsing: recorded)
    var lines = comparison("text", expected.rows, actual.rows)
    let styles = comparison("styles", expected.styles, actual.styles)
    if !styles.isEmpty { lines += styles + ["", "Letters:"] + picture.letters.legend }
    guard !lines.isEmpty else { return }
    lines += ["", "The snapshot is \(file.path). To record it again, run the test with RECORD_SNAPSHOTS=1."]
    report(lines.joined(separator: "\n"), location)
  }
}

/// The text and the styles of a screen, as stored in a file: the rows, a line of dashes, the letters of the styles, a
/// line of dashes, and the legend, which is not compared.
@MainActor
struct Snapshot {
  let rows: [String]
  let styles: [String]
  private var legend: [String] = []

  private static let divider = String(repeating: "-", count: 8)

  init(_ picture: ScreenPicture) {
    rows = picture.text
    styles = picture.styles
    legend = picture.letters.legend
  }

  init(parsing text: String) {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    // The last two dividers are used, because a screen may also show dashes.
    let dividers = lines.indices.filter { lines[$0] == Self.divider }.suffix(2)
    let first = dividers.first ?? lines.endIndex
    let second = dividers.last ?? lines.endIndex
    rows = ScreenPicture.trimmed(Array(lines[..<first]), of: " ")
    styles = first < second ? ScreenPicture.trimmed(Array(lines[(first + 1)..<second]), of: ".") : []
  }

  /// The contents of the file.
  var text: String {
    (rows + [Self.divider] + styles + [Self.divider] + legend).map { $0 + "\n" }.joined()
  }
}

/// A file in the folder `Snapshots` next to a test.
struct SnapshotFile {
  let path: String
  private let folder: String

  /// Whether snapshots are written instead of compared.
  static var isRecording: Bool {
    guard let value = getenv("RECORD_SNAPSHOTS") else { return false }
    return !["", "0", "false", "no"].contains(String(cString: value))
  }

  init(named name: String, besideFile file: String) {
    let parts = name.split(separator: "/").filter { $0 != ".." && $0 != "." }
    let home = file.lastIndex(of: "/").map { String(file[..<$0]) } ?? "."
    folder = ([home, "Snapshots"] + parts.dropLast().map(String.init)).joined(separator: "/")
    path = "\(folder)/\(parts.last ?? "unnamed").txt"
  }

  /// Returns the contents; `nil` if there is no such file.
  func read() -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&chunk, 1, chunk.count, file), count > 0 { bytes += chunk[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Writes the file and creates its folders. Returns the error, or `nil` on success.
  func write(_ text: String) -> String? {
    for (index, character) in folder.enumerated().dropFirst() where character == "/" {
      mkdir(String(folder.prefix(index)), 0o755)
    }
    mkdir(folder, 0o755)
    guard let file = fopen(path, "w") else { return String(cString: strerror(errno)) }
    let isWritten = fputs(text, file) >= 0
    let isClosed = fclose(file) == 0
    return isWritten && isClosed ? nil : String(cString: strerror(errno))
  }
}
