import ArgumentParser
import Foundation
import ReactorTerminal
import ShowroomApp
import TapePlayer

/// Plays a tape.
struct Demo: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Play a tape: the bundled tour, or your own.",
    discussion: """
      The program runs in a temporary folder, with cars, files and a server of its own; \
      nothing of yours is read or changed. A tape that browse --tape-out has written \
      begins with a copy of the database beside it. While it plays, any key halts it and \
      lets it go on; q and Esc hand it to you. Without a terminal, --headless plays it at \
      once and always the same. The status is 1 where the tape expects what does not come \
      or its database cannot be used, 2 where it is no tape.
      """)

  @Argument(
    help: "The tape, or the name of a bundled one; without it, the tour.",
    completion: .custom { _, _, beginning in Self.tapes(completing: beginning) })
  var tape: String?

  @Flag(help: "Play without a terminal, at once.") var headless = false

  @Option(
    help: .init("Record it as an asciicast.", valueName: "file.cast"), completion: .file(extensions: ["cast"]))
  var record: String?

  @Option(help: .init("Columns and rows, without a terminal.", valueName: "CxR"), transform: size(_:)) var size: Size?

  @Option(parsing: .unconditional, help: .init("How much faster than the tape says.", valueName: "factor"))
  var speed = 1.0

  @Flag(help: "Print the last screen; with --headless.") var text = false

  func validate() throws {
    if !TapeSettings.speeds.contains(speed) {
      throw ValidationError("--speed takes a number from 0.01 to 1000, such as 2 or 0.5.")
    }
    try KeptFile.recording.validate(record)
    if !headless {
      if text { throw ValidationError("--text goes with --headless.") }
      if size != nil { throw ValidationError("--size goes with --headless: a terminal has a size.") }
    }
  }

  /// The tape, and how it is to be played.
  /// - Throws: `TapeError` or `ResourceError`.
  @MainActor
  func performance(environment: [String: String]) throws -> DemoPerformance {
    let resources = ResourceLocator(environment: environment)
    let tape = try Tape(contentsOf: BundledTapes(resources).path(of: tape))
    var performance = DemoPerformance(tape, resources: resources)
    performance.size = size
    performance.options.speed = speed
    performance.hearsSignals = true
    performance.recordingFiles =
      (record.map { [$0] } ?? []) + tape.outputs.filter { $0.kind == .recording }.map(\.path)
    return performance
  }

  /// The bundled tapes, and the tapes and folders on the way that is written.
  private static func tapes(completing beginning: String) -> [String] {
    let names = BundledTapes(ResourceLocator(environment: ProcessArguments.environment)).names
    let folder = beginning.lastIndex(of: "/").map { String(beginning[...$0]) } ?? ""
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: folder.isEmpty ? "." : folder)) ?? []
    let files = entries.filter { !$0.hasPrefix(".") }.sorted().compactMap { name -> String? in
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(atPath: folder + name, isDirectory: &isFolder)
      return isFolder.boolValue ? folder + name + "/" : KeptFile.tape.isName(name) ? folder + name : nil
    }
    return (names + files).filter { $0.hasPrefix(beginning) }
  }

  private static func size(_ text: String) throws -> Size {
    guard let size = TapeSettings.size(parsing: text) else { throw ValidationError(TapeSettings.sizeRule) }
    return size
  }
}
