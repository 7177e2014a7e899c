import ReactorTerminal

/// Writes what a terminal is shown as an asciicast (version 2): a header, then an event a line.
///
/// Frames are "o", captions "m", another size "r", and keys "i" if they are wanted; what is typed into a secret field is
/// never written. Each line is handed on whole and at once. An error of the file ends the recording, not the program:
/// it is kept in ``failure``.
@MainActor
public final class CastRecorder {
  /// What is known of a recording when it begins.
  public struct Header: Sendable, Hashable {
    /// Columns and rows.
    public var size: Size
    /// What players show above it.
    public var title: String?
    /// Seconds since 1970 at which it was made; without it recordings of the same tape are the same to the byte.
    public var timestamp: Int?
    /// The type of the terminal whose sequences it holds.
    public var term: String

    /// The type whose sequences nearly every player understands.
    public static let commonTerm = "xterm-256color"

    /// A header.
    public init(size: Size, title: String? = nil, timestamp: Int? = nil, term: String = Self.commonTerm) {
      self.size = size
      self.title = title
      self.timestamp = timestamp
      self.term = term
    }
  }

  /// Whether keys and pastes are recorded.
  public let keepsInput: Bool
  /// Why the recording ended early.
  public private(set) var failure: RecordingError?

  private let sink: any RecordingSink
  private var clock: @MainActor () -> Duration = { .zero }
  private var size: Size
  private var recordedSize: Size
  /// Bytes at the end of a write that begin a character whose rest is still to come.
  private var unfinished: [UInt8] = []
  private var hiddenSince: Duration?
  private var hiddenTime: Duration = .zero
  private var lastTime: Duration = .zero
  private var isFinished = false

  /// A recording into `sink`, whose header is written at once.
  /// - Throws: ``RecordingError`` when not even that works.
  public init(
    to sink: any RecordingSink, header: Header, keepsInput: Bool = false
  ) throws(RecordingError) {
    self.sink = sink
    self.keepsInput = keepsInput
    size = header.size
    recordedSize = header.size
    var fields = ["\"version\":2", "\"width\":\(header.size.width)", "\"height\":\(header.size.height)"]
    if let timestamp = header.timestamp { fields.append("\"timestamp\":\(timestamp)") }
    if let title = header.title { fields.append("\"title\":\(JSONText.quoted(title))") }
    fields.append("\"env\":{\"TERM\":\(JSONText.quoted(header.term))}")
    try sink.write(line: Array("{\(fields.joined(separator: ","))}\n".utf8))
  }

  /// Takes the time of events from `clock`, from its present moment on.
  public func follow(_ clock: @escaping @MainActor () -> Duration) {
    let start = clock() - lastTime
    self.clock = { clock() - start }
  }

  // MARK: Events

  /// A frame, or part of one. A character that is cut in two waits for its other part.
  public func output(_ bytes: UnsafeRawBufferPointer) {
    guard hiddenSince == nil else { return }
    var all = unfinished
    all.append(contentsOf: bytes)
    let cut = all.count - all.withUnsafeBufferPointer(UTF8Tail.length)
    unfinished = Array(all[cut...])
    if cut > 0 { write("o", String(decoding: all[..<cut], as: UTF8.self)) }
  }

  /// What a person, or a tape, put in.
  /// - Parameter isSecret: whether it goes to a field that does not show it; then it is not written.
  public func input(_ event: Event, isSecret: Bool) {
    guard keepsInput, hiddenSince == nil else { return }
    if isSecret, event.isTyped { return }
    if let text = TypedBytes.text(of: event) { write("i", text) }
  }

  /// What a watcher is told; nothing for an empty text.
  public func mark(_ caption: String) {
    if hiddenSince == nil, !caption.isEmpty { write("m", caption) }
  }

  /// The screen has another size.
  public func resize(to size: Size) {
    self.size = size
    if hiddenSince == nil { writeSize() }
  }

  // MARK: Hiding

  /// Leaves out what follows, and the time that it takes.
  public func hide() {
    if hiddenSince == nil { hiddenSince = clock() }
  }

  /// Goes on. The screen has to be drawn anew, for a player has not seen what became of it.
  public func show() {
    guard let since = hiddenSince else { return }
    hiddenTime += clock() - since
    hiddenSince = nil
    unfinished = []
    writeSize()
  }

  /// Whether a `hide` waits for its `show`.
  public var isHiding: Bool { hiddenSince != nil }

  /// Ends the recording: colours as they were, the cursor visible, and as much time as has passed. Nothing is taken
  /// after that.
  public func finish() {
    if hiddenSince != nil { show() }
    unfinished = []
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
    // Players need times that do not go back.
    lastTime = max(lastTime, clock() - hiddenTime)
    let line = "[\(JSONText.seconds(lastTime)),\"\(kind)\",\(JSONText.quoted(data))]\n"
    do { try sink.write(line: Array(line.utf8)) } catch { failure = error }
  }
}
