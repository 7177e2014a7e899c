/// The device that frames are written to.
///
/// ``TTYDevice`` is a terminal, and ``HeadlessTerminal`` a device in memory.
@MainActor
protocol TerminalDevice: AnyObject {
  /// The current size of the terminal.
  var size: Size { get }
  /// The descriptor of the input; `nil` if events do not come from a descriptor.
  var inputDescriptor: Int32? { get }
  /// Enters the screen: raw mode, the alternate screen, and reports of the mouse, pastes and the focus.
  ///
  /// - Throws: ``TerminalError`` if the modes cannot be set.
  func enter() throws(TerminalError)
  /// Restores the terminal. Has no effect if the screen was not entered.
  func leave()
  /// Leaves, stops the process, and enters again once it is continued.
  /// - Parameter wholeJob: whether every process of the job stops, as with Ctrl-Z in a terminal in its ordinary mode.
  func suspend(wholeJob: Bool)
  /// Sets the modes again, because another program may have changed them while this process was stopped.
  func resume()
  /// Writes `bytes` without blocking, in one system call if the terminal accepts all. The rest stays pending.
  func write(_ bytes: UnsafeRawBufferPointer)
  /// Writes a control sequence that belongs to this terminal only, and so to no recording.
  func send(_ sequence: [UInt8])
  /// Enables or disables mouse input, also for the times when the screen is entered again.
  func setMouse(_ isEnabled: Bool)
  /// The time until which a terminal may answer a query; `nil` if no answer is expected.
  var answerDeadline: ContinuousClock.Instant? { get set }
  /// The descriptor that becomes writable once pending output can be written; `nil` if there is none.
  var blockedOutput: Int32? { get }
  /// Writes the pending output that the terminal accepts now.
  func writePending()
}

extension TerminalDevice {
  /// Writes the sequence like a frame.
  package func send(_ sequence: [UInt8]) { sequence.withUnsafeBytes(write) }
  /// Has no effect, because the device has no reports to set.
  func setMouse(_ isEnabled: Bool) {}
  /// `nil`, because the device is asked nothing.
  package var answerDeadline: ContinuousClock.Instant? {
    get { nil }
    set {}
  }
  /// `nil`, because the device accepts all output at once.
  var blockedOutput: Int32? { nil }
  /// Has no effect, because no output is pending.
  func writePending() {}
}
