/// A terminal in memory, for tests that drive a window without a terminal, and for rendering to text.
///
/// It is both a device that collects bytes and a surface that stores the presented cells.
@MainActor
package final class HeadlessTerminal: TerminalDevice, Surface, TerminalHost {
  /// The size in cells.
  package private(set) var size: Size
  /// The capabilities that views see.
  package var capabilities: Capabilities
  /// The descriptor of the input: none, because events arrive through ``feed(_:)``.
  var inputDescriptor: Int32? { nil }
  /// The bytes written, in order.
  private(set) var bytes: [UInt8] = []
  /// The number of calls to ``write(_:)``.
  private(set) var writeCount = 0
  /// The number of calls to ``present(_:cursor:)``.
  package private(set) var frameCount = 0
  /// The text of the rows presented last, without trailing spaces.
  package var rows: [String] { glyphs?.rows(of: cells, width: presentedWidth) ?? [] }
  /// The cells presented last, row by row.
  package private(set) var cells: [Cell] = []
  private var glyphs: GlyphTable?
  private var presentedWidth = 0
  /// The hardware cursor presented last.
  package private(set) var cursor: Cursor?
  /// The position of the hardware cursor if it is visible.
  package var caret: Point? { cursor.flatMap { $0.isVisible ? $0.position : nil } }
  /// The number of calls to ``invalidate()``.
  package private(set) var invalidationCount = 0

  /// The copied texts, in order.
  package private(set) var copiedTexts: [String] = []
  /// The outcome of copying; `nil` to leave it open until ``endCopies(_:)``. No program is started.
  package var copyOutcome: CopyOutcome? = .copied
  private var pendingCopies: [@MainActor (CopyOutcome) -> Void] = []
  /// The requests of the window, in order.
  package private(set) var requests: [TerminalRequest] = []

  private var handle: (([Event]) -> Void)?
  private var afterBatch: (() -> Void)?

  /// Creates a terminal of `size`.
  package init(size: Size = Size(width: 80, height: 24), capabilities: Capabilities = Capabilities()) {
    self.size = size
    self.capabilities = capabilities
  }

  /// Sets the functions that an event loop would call: `handle` for each batch, then `afterBatch`. They must capture
  /// the window weakly, because the window retains the terminal.
  package func attach(handle: @escaping ([Event]) -> Void, afterBatch: @escaping () -> Void) {
    self.handle = handle
    self.afterBatch = afterBatch
  }

  /// Delivers events as one batch.
  package func feed(_ events: [Event]) {
    handle?(events)
    afterBatch?()
  }

  /// Delivers each key in a separate batch.
  package func press(_ keys: Key...) {
    for key in keys { feed([.key(key)]) }
  }

  /// Delivers each character of `text` as a key in a separate batch.
  package func type(_ text: String) {
    for character in text { feed([.key(Key(.character(character)))]) }
  }

  /// Changes the size and delivers the corresponding event.
  package func resize(to size: Size) {
    guard size != self.size else { return }
    self.size = size
    feed([.resize(size)])
  }

  /// Does nothing: the process keeps running.
  func suspend(wholeJob: Bool) {}

  /// Does nothing: there are no modes to set.
  func resume() {}

  /// Stores the bytes.
  func write(_ bytes: UnsafeRawBufferPointer) {
    self.bytes.append(contentsOf: bytes)
    writeCount += 1
  }

  /// Records the request.
  package func perform(_ request: TerminalRequest) { requests.append(request) }

  /// Records the text.
  package func copy(_ text: String, ended: @escaping @MainActor (CopyOutcome) -> Void) {
    copiedTexts.append(text)
    if let copyOutcome { ended(copyOutcome) } else { pendingCopies.append(ended) }
  }

  /// Ends the copies whose outcome was left open.
  package func endCopies(_ outcome: CopyOutcome) {
    let ended = pendingCopies
    pendingCopies = []
    for end in ended { end(outcome) }
  }

  /// Clears the bytes and the number of writes.
  func clearBytes() {
    bytes.removeAll()
    writeCount = 0
  }

  /// Stores the cells of `grid`. No bytes are written.
  @discardableResult
  package func present(_ grid: CellGrid, cursor: Cursor?) -> Int {
    frameCount += 1
    cells = grid.cells
    glyphs = grid.glyphs
    presentedWidth = grid.width
    self.cursor = cursor
    return 0
  }

  /// Counts the call.
  package func invalidate() { invalidationCount += 1 }
}
