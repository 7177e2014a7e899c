import CReactorTerminal
import Glibc

/// The memory file that ncurses writes to instead of the terminal, so that a frame can be read back in one piece.
@MainActor
final class FrameFile {
  /// The stream that ncurses writes to.
  let stream: UnsafeMutablePointer<FILE>
  private let descriptor: Int32
  private var buffer: UnsafeMutableRawBufferPointer

  private static let synchronizedStart = Array("\u{1B}[?2026h".utf8)
  private static let synchronizedEnd = Array("\u{1B}[?2026l".utf8)

  init() throws(TerminalError) {
    descriptor = ct_memory_file("frame")
    guard descriptor >= 0 else { throw .system(call: "memfd_create", errno: errno) }
    guard let stream = fdopen(descriptor, "w+") else {
      let code = errno
      Glibc.close(descriptor)
      throw .system(call: "fdopen", errno: code)
    }
    self.stream = stream
    buffer = .allocate(byteCount: 1 << 16, alignment: 16)
  }

  /// Closes the file. ncurses must no longer use it.
  func close() {
    fclose(stream)
    buffer.deallocate()
    buffer = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  }

  /// Discards the bytes written since the last frame.
  func discard() { lseek(descriptor, 0, SEEK_SET) }

  /// Calls `body` with the bytes written since the last frame, unless there are none.
  ///
  /// - Parameters:
  ///   - synchronized: Whether to enclose the bytes in the marks of a synchronized update.
  ///   - isJoined: Whether to join style sequences.
  func take(synchronized: Bool, isJoined: Bool, _ body: (UnsafeRawBufferPointer) -> Void) {
    let count = Int(lseek(descriptor, 0, SEEK_CUR))
    guard count > 0 else { return }
    let start = synchronized ? Self.synchronizedStart : []
    let end = synchronized ? Self.synchronizedEnd : []
    reserve(count + start.count + end.count)
    buffer.copyBytes(from: start)
    let read = pread(descriptor, buffer.baseAddress?.advanced(by: start.count), count, 0)
    discard()
    guard read > 0 else { return }
    let frame = UnsafeMutableRawBufferPointer(rebasing: buffer[start.count..<start.count + read])
    let used = start.count + (isJoined ? StyleSequences.join(frame) : read)
    UnsafeMutableRawBufferPointer(rebasing: buffer[used...]).copyBytes(from: end)
    body(UnsafeRawBufferPointer(rebasing: buffer[..<(used + end.count)]))
  }

  private func reserve(_ count: Int) {
    guard buffer.count < count else { return }
    buffer.deallocate()
    buffer = .allocate(byteCount: count * 2, alignment: 16)
  }
}
