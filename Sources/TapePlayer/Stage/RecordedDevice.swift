import ReactorTerminal

/// The terminal that a headless recording is made for: it has a size and takes bytes.
@MainActor
final class RecordedDevice: TerminalDevice {
  var size: Size
  var inputDescriptor: Int32? { nil }
  private let recorder: Recorder?

  init(size: Size, recorder: Recorder?) {
    self.size = size
    self.recorder = recorder
  }

  func enter() {}
  func leave() {}
  func suspend() {}
  func write(_ bytes: UnsafeRawBufferPointer) { recorder?.output(bytes) }
}
