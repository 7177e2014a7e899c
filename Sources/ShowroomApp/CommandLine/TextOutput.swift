import Foundation
import Glibc
import ReactorTerminal
import Synchronization

/// Why text could not be written.
public enum OutputError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Whoever read has stopped reading, as `head` does. Nothing is wrong.
  case closed
  /// The system refused, by its error number.
  case failed(Int32)

  /// A sentence that says what to do.
  public var description: String {
    switch self {
    case .closed: "Nobody reads the output any more."
    case .failed(ENOSPC): "The output could not be written: the disk is full; free some space and try again."
    case .failed(let code): "The output could not be written: \(String(cString: strerror(code)))."
    }
  }
}

/// Standard output or standard error of a command: buffered, and honest about what could not be written.
///
/// Usable from any thread. SIGPIPE has to be ignored in the process, or it ends it before anyone can be told.
public final class TextOutput: Sendable {
  /// Columns when it is a terminal; nil when it is a file or a pipe.
  public let columns: Int?
  /// Whether it is a terminal that can go back to the beginning of a line.
  public let canRewriteLine: Bool
  private let descriptor: Int32
  private let pending = Mutex<[UInt8]>([])

  private static let capacity = 1 << 16

  /// The output on `descriptor`.
  public convenience init(descriptor: Int32, environment: [String: String]) {
    var columns: Int?
    if isatty(descriptor) == 1 {
      var window = winsize()
      let isKnown = ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0 && window.ws_col > 0
      columns = isKnown ? Int(window.ws_col) : 80
    }
    self.init(
      descriptor: descriptor, columns: columns, canRewriteLine: !["", "dumb"].contains(environment["TERM"] ?? ""))
  }

  /// The output on `descriptor`, taken for a terminal of so many columns, or for none.
  public init(descriptor: Int32, columns: Int?, canRewriteLine: Bool = true) {
    self.descriptor = descriptor
    self.columns = columns
    self.canRewriteLine = columns != nil && canRewriteLine
  }

  /// Whether it is a terminal.
  public var isTerminal: Bool { columns != nil }

  /// Takes text, and writes what has gathered once that is much.
  public func write(_ text: String) throws(OutputError) {
    let full = pending.withLock { buffer -> [UInt8]? in
      buffer.append(contentsOf: text.utf8)
      guard buffer.count >= Self.capacity else { return nil }
      return Self.take(&buffer)
    }
    if let full { try writeAll(full) }
  }

  /// Writes what has gathered. To be called at the end, or text is lost.
  public func flush() throws(OutputError) {
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
        // Someone who shares the descriptor made it so.
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&ready, 1, -1)
      } else if errno != EINTR {
        throw .failed(errno)
      }
    }
  }
}

/// `text` as it may be shown to a person on any terminal: no control characters, no overrides of direction. Lines stay.
public func neutralised(_ text: String) -> String {
  text.split(separator: "\n", omittingEmptySubsequences: false)
    .map { truncated($0, to: .max, .clip) }
    .joined(separator: "\n")
}
