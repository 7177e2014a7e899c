/// The device that frames are written to.
///
/// ``TTYDevice`` is a terminal, and ``HeadlessTerminal`` is a device in memory.
@MainActor
protocol TerminalDevice: AnyObject {
  /// The current size of the terminal.
  var size: Size { get }
  /// The descriptor of the input; `nil` if events do not come from a descriptor.
  var inputDescriptor: Int32? { get }
  /// Leaves the screen, stops the process, and enters the screen again once the process is continued.
  /// - Parameter wholeJob: Whether every process of the job stops, as when Ctrl-Z is pressed in a terminal in its
  ///   ordinary mode.
  func suspend(wholeJob: Bool)
  /// Sets the modes again, because another program may have changed them while this process was stopped.
  func resume()
  /// Writes `bytes` without blocking, in one system call if the terminal accepts all of them. The rest stays pending.
  func write(_ bytes: UnsafeRawBufferPointer)
  /// Writes a control sequence that belongs only to this terminal and is not recorded.
  func send(_ sequence: [UInt8])
  /// Enables or disables mouse input, including when the screen is entered again.
  func setMouse(_ isEnabled: Bool)
  /// The time until which a terminal may answer a query; `nil` if no answer is expected.
  var answerDeadline: ContinuousClock.Instant? { get set }
  /// The descriptor that becomes writable once pending output can be written; `nil` if there is none.
  var blockedOutput: Int32? { get }
  /// Writes the pending output that the terminal accepts now.
  func writePending()
}

extension TerminalDevice {
  /// Writes the sequence in the same way as a frame.
  package func send(_ sequence: [UInt8]) { sequence.withUnsafeBytes(write) }
  /// Has no effect, because the device has no reports to set.
  func setMouse(_ isEnabled: Bool) {}
  /// The time until which an answer is expected: none, because no query is sent to the device.
  package var answerDeadline: ContinuousClock.Instant? {
    get { nil }
    set {}
  }
  /// The descriptor to wait for: none, because the device accepts all output immediately.
  var blockedOutput: Int32? { nil }
  /// Has no effect, because no output is pending.
  func writePending() {}
}
