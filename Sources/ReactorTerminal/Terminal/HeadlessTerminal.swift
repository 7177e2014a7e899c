/// A terminal in memory: for tests that drive a window without a terminal, and for rendering to text.
///
/// It is both ends: a device that collects bytes, and a surface that keeps what was presented.
@MainActor
public final class HeadlessTerminal: TerminalDevice, Surface {
  /// Columns and rows.
  public private(set) var size: Size
  /// What views are told about it.
  public var capabilities: Capabilities
  /// Nothing to read from: events are fed with `feed(_:)`.
  public var inputDescriptor: Int32? { nil }
  /// Everything written, in order.
  public private(set) var bytes: [UInt8] = []
  /// Calls of `write`.
  public private(set) var writeCount = 0
  /// Calls of `present`.
  public private(set) var frameCount = 0
  /// The rows that were presented last, without trailing spaces.
  public private(set) var rows: [String] = []
  /// The cells that were presented last, row by row.
  public private(set) var cells: [Cell] = []
  /// Where the caret was presented last.
  public private(set) var caret: Point?
  /// Whether the screen is taken over.
  public private(set) var isEntered = false
  /// Calls of `suspend`.
  public private(set) var suspensionCount = 0
  /// Calls of `invalidate`.
  public private(set) var invalidationCount = 0

  private var handle: (([Event]) -> Void)?
  private var afterBatch: (() -> Void)?

  /// A terminal of `size`.
  public init(size: Size = Size(width: 80, height: 24), capabilities: Capabilities = Capabilities()) {
    self.size = size
    self.capabilities = capabilities
  }

  /// Sets what an event loop would call: `handle` for each batch, then `afterBatch`.
  public func attach(handle: @escaping ([Event]) -> Void, afterBatch: @escaping () -> Void) {
    self.handle = handle
    self.afterBatch = afterBatch
  }

  /// Delivers a batch, as if it had been typed faster than anyone could look.
  public func feed(_ events: [Event]) {
    handle?(events)
    afterBatch?()
  }

  /// Delivers each key as a batch of its own.
  public func press(_ keys: Key...) {
    for key in keys { feed([.key(key)]) }
  }

  /// Delivers each character of `text` as a key of its own.
  public func type(_ text: String) {
    for character in text { feed([.key(Key(.character(character)))]) }
  }

  /// Takes another size and delivers the event for it.
  public func resize(to size: Size) {
    guard size != self.size else { return }
    self.size = size
    feed([.resize(size)])
  }

  /// Remembers that the screen was taken over.
  public func enter() { isEntered = true }

  /// Remembers that it was given back.
  public func leave() { isEntered = false }

  /// Counts. The process goes on.
  public func suspend() { suspensionCount += 1 }

  /// Collects.
  public func write(_ bytes: UnsafeRawBufferPointer) {
    self.bytes.append(contentsOf: bytes)
    writeCount += 1
  }

  /// Forgets the bytes and the number of writes.
  public func clearBytes() {
    bytes.removeAll()
    writeCount = 0
  }

  /// Keeps what `grid` shows.
  public func present(_ grid: CellGrid, caret: Point?) {
    frameCount += 1
    rows = grid.rows
    cells = grid.cells
    self.caret = caret
  }

  /// Counts.
  public func invalidate() { invalidationCount += 1 }
}
