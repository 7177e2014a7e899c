import Foundation
import Glibc
import ReactorTerminalCore
import Synchronization

/// An error while writing output.
package enum OutputError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reader has closed the output, as `head` does. This is not a failure.
  case closed
  /// The system reported an error number.
  case failed(Int32)

  /// A message with the cause and what to do.
  package var description: String {
    switch self {
    case .closed: "Output closed (broken pipe)."
    case .failed(ENOSPC): "The output could not be written because the disk is full. Free some space and try again."
    case .failed(EBADF): "The output could not be written because it is closed. Redirect it to a file or /dev/null."
    case .failed(let code): "The output could not be written: \(String(cString: strerror(code)))."
    }
  }
}

/// The buffered standard output or standard error of a command. It reports every write error.
///
/// Can be used from any thread. The process must ignore SIGPIPE; otherwise, writing to a closed output ends it.
package final class TextOutput: Sendable {
  /// The width of the terminal; `nil` for a file or a pipe.
  package let columns: Int?
  /// Whether the output is a terminal that can rewrite a line.
  package let canRewriteLine: Bool
  private let descriptor: Int32
  private let pending = Mutex<[UInt8]>([])

  private static let capacity = 1 << 16

  /// Creates an output for a descriptor.
  package convenience init(descriptor: Int32, environment: [String: String]) {
    var columns: Int?
    if isatty(descriptor) == 1 {
      var window = winsize()
      let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0 && window.ws_col > 0
      columns = isKnown ? Int(window.ws_col) : 80
    }
    self.init(
      descriptor: descriptor, columns: columns, canRewriteLine: !["", "dumb"].contains(environment["TERM"] ?? ""))
  }

  /// Creates an output that is treated as a terminal with a given width, or as a file if the width is `nil`.
  package init(descriptor: Int32, columns: Int?, canRewriteLine: Bool = true) {
    self.descriptor = descriptor
    self.columns = columns
    self.canRewriteLine = columns != nil && canRewriteLine
  }

  /// Whether the output is a terminal.
  package var isTerminal: Bool { columns != nil }

  /// Buffers text, and writes the buffer when it is large.
  package func write(_ text: String) throws(OutputError) {
    let full = pending.withLock { buffer -> [UInt8]? in
      buffer.append(contentsOf: text.utf8)
      guard buffer.count >= Self.capacity else { return nil }
      return Self.take(&buffer)
    }
    if let full { try writeAll(full) }
  }

  /// Writes the buffer. Call this method at the end; otherwise, text is lost.
  package func flush() throws(OutputError) {
    try writeAll(pending.withLock { Self.take(&$0) })
  }

  private static func take(_ buffer: inout [UInt8]) -> [UInt8] {
    let all = buffer
    buffer.removeAll(keepingCapacity: true)
    return all
  }

  private func writeAll(_ bytes: [UInt8]) throws(OutputError) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno == EPIPE {
        throw .closed
      } else if errno == EAGAIN {
        // Another process made the shared descriptor nonblocking.
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&ready, 1, -1)
      } else if errno != EINTR {
        throw .failed(errno)
      }
    }
  }
}

/// Returns text that is safe to show on any terminal, without control characters and directional overrides. Line breaks
/// are kept.
package func sanitized(_ text: String) -> String {
  text.split(omittingEmptySubsequences: false, whereSeparator: \.isLineBreak)
    .map { truncated($0, to: .max, .clip) }
    .joined(separator: "\n")
}
