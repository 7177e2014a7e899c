/// Where frames go and how large they are: the one seam through which bytes reach a terminal.
///
/// Two implementations: `TTYDevice`, a real terminal, and `HeadlessTerminal`, memory.
@MainActor
public protocol TerminalDevice: AnyObject {
  /// Columns and rows, asked of the terminal each time.
  var size: Size { get }
  /// The descriptor that keys arrive on; nil where events are fed by hand.
  var inputDescriptor: Int32? { get }
  /// Takes the screen over: raw mode, alternate screen, mouse, paste and focus reports.
  /// - Throws: `TerminalError` when there is no terminal to take over.
  func enter() throws(TerminalError)
  /// Gives the screen back as it was found. Does nothing when it was not taken.
  func leave()
  /// Leaves, stops the process as Ctrl-Z does, and enters again once it is continued.
  func suspend()
  /// Writes `bytes`, in one system call unless the terminal takes less. What it does not take now waits here: nobody else
  /// waits for it.
  func write(_ bytes: UnsafeRawBufferPointer)
  /// The descriptor that becomes writable when some of what waits can be written; nil when nothing waits.
  var blockedOutput: Int32? { get }
  /// Writes what waits, as far as the terminal takes it now.
  func writePending()
}

extension TerminalDevice {
  /// Memory takes everything at once.
  public var blockedOutput: Int32? { nil }
  /// Does nothing, where nothing waits.
  public func writePending() {}
}
