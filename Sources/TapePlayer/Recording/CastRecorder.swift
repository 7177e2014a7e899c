import ReactorFiles
import ReactorTerminalCore

/// A recorder of terminal output in the asciicast format, version 2: a header, followed by one event per line.
///
/// Frames are events of type "o", captions "m", size changes "r", and keys, if recorded, "i". Text typed into a secret
/// field is never recorded. Every line is written immediately and as a whole. An error ends the recording but not the
/// program; see ``failure``.
@MainActor
public final class CastRecorder {
  /// The header of a recording.
  public struct Header: Sendable, Hashable {
    /// The size of the screen at the start.
    public var size: Size
    /// The title shown by players.
    public var title: String?
    /// The time of the recording in seconds since 1970; `nil` to make recordings of the same tape identical.
    public var timestamp: Int?
    /// The terminal type whose escape sequences the recording contains.
    public var term: String

    /// The terminal type that nearly every player supports.
    public static let commonTerm = "xterm-256color"

    /// Creates a header.
    public init(size: Size, title: String? = nil, timestamp: Int? = nil, term: String = Self.commonTerm) {
      self.size = size
      self.title = title
      self.timestamp = timestamp
      self.term = term
    }
  }

  /// Whether keys and pasted text are recorded.
  package let recordsInput: Bool
  /// The error that ended the recording early, if there was one.
  public private(set) var failure: RecordingError?

  private let sink: any RecordingSink
  private var time = RecordingClock()
  private var size: Size
  private var recordedSize: Size
  /// The first bytes of a character that was split by the last write.
  private var incompleteBytes: [UInt8] = []
  private var lastTime: Duration = .zero
  private var isFinished = false

  /// Creates a recorder and writes the header to a file.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - header: The header.
  ///   - recordsInput: Whether keys and pasted text are recorded.
  /// - Throws: ``RecordingError`` if the header cannot be written.
  public convenience init(
    to file: RecordingFile, header: Header, recordsInput: Bool = false
  ) throws(RecordingError) {
    try self.init(to: file as any RecordingSink, header: header, recordsInput: recordsInput)
  }

  /// Creates a recorder and writes the header to `sink`.
  package init(
    to sink: any RecordingSink, header: Header, recordsInput: Bool = false
  ) throws(RecordingError) {
    self.sink = sink
    self.recordsInput = recordsInput
    size = header.size
    recordedSize = header.size
    var fields = ["\"version\":2", "\"width\":\(header.size.width)", "\"height\":\(header.size.height)"]
    if let timestamp = header.timestamp { fields.append("\"timestamp\":\(timestamp)") }
    if let title = header.title { fields.append("\"title\":\(JSONText.string(title))") }
    fields.append("\"env\":{\"TERM\":\(JSONText.string(header.term))}")
    try sink.write(line: Array("{\(fields.joined(separator: ","))}\n".utf8))
  }

  /// Uses the time of `clock`, measured from now, for all further events.
  package func follow(_ clock: @escaping @MainActor () -> Duration) {
    time = RecordingClock(at: lastTime, clock)
  }

  // MARK: Events

  /// Records a frame or a part of one. The bytes of an incomplete character are kept until the next call.
  package func output(_ bytes: UnsafeRawBufferPointer) {
    guard !isHiding else { return }
    var all = incompleteBytes
    all.append(contentsOf: bytes)
    let cut = all.count - all.withUnsafeBufferPointer(UTF8Tail.length)
    incompleteBytes = Array(all[cut...])
    if cut > 0 { write("o", String(decoding: all[..<cut], as: UTF8.self)) }
  }

  /// Records input from the user or from a tape.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - isSecret: Whether the input goes to a secret field, in which case typed and pasted text is not recorded.
  package func input(_ event: Event, isSecret: Bool) {
    guard recordsInput, !isHiding else { return }
    if isSecret, event.isTyped { return }
    if let text = InputSequence.text(for: event) { write("i", text) }
  }

  /// Records a caption as a marker, unless it is empty.
  package func mark(_ caption: String) {
    if !isHiding, !caption.isEmpty { write("m", caption) }
  }

  /// Records a change of the screen's size.
  package func resize(to size: Size) {
    self.size = size
    if !isHiding { writeSize() }
  }

  // MARK: Hiding

  /// Leaves out all further events and their duration.
  package func hide() { time.hide() }

  /// Resumes the recording. The caller must redraw the screen, because its changes were not recorded.
  package func show() {
    guard time.show() else { return }
    incompleteBytes = []
    writeSize()
  }

  /// Whether events are currently left out.
  package var isHiding: Bool { time.isHiding }

  /// Ends the recording with default colors and a visible cursor. Further events are ignored.
  public func finish() {
    show()
    incompleteBytes = []
    write("o", "\u{1B}[0m\u{1B}[?25h")
    isFinished = true
  }

  private func writeSize() {
    guard size != recordedSize else { return }
    recordedSize = size
    write("r", "\(size.width)x\(size.height)")
  }

  private func write(_ kind: String, _ data: String) {
    guard failure == nil, !isFinished else { return }
    // Players require times that never decrease.
    lastTime = max(lastTime, time.now)
    let line = "[\(Self.seconds(lastTime)),\"\(kind)\",\(JSONText.string(data))]\n"
    do { try sink.write(line: Array(line.utf8)) } catch { failure = error }
  }

  /// Returns seconds with six decimals.
  private static func seconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let digits = String(attoseconds / 1_000_000_000_000)
    return "\(seconds)." + String(repeating: "0", count: max(0, 6 - digits.count)) + digits
  }
}

extension CastRecorder {
  /// Returns a recorder that writes to several files and sinks; `nil` if there are none.
  ///
  /// - Throws: ``RecordingError``, after removing the files.
  package static func recorder(
    _ files: [RecordingFile], _ sinks: [any RecordingSink] = [], header: Header, recordsInput: Bool = false
  ) throws(RecordingError) -> CastRecorder? {
    if files.isEmpty, sinks.isEmpty { return nil }
    do throws(RecordingError) {
      return try CastRecorder(to: MultipleSinks(sinks + files), header: header, recordsInput: recordsInput)
    } catch {
      for file in files { file.remove() }
      // A recording without its first line cannot be played.
      guard case .cannotWrite(let path, let code) = error else { throw error }
      throw .cannotCreate(path: path, errno: code)
    }
  }

  /// A sink that writes each line to several sinks.
  private final class MultipleSinks: RecordingSink {
    private let sinks: [any RecordingSink]
    init(_ sinks: [any RecordingSink]) { self.sinks = sinks }
    func write(line: [UInt8]) throws(RecordingError) {
      for sink in sinks { try sink.write(line: line) }
    }
  }
}
