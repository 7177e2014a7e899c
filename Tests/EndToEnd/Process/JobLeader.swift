import Glibc

/// The session leader of a pseudo-terminal, which runs the program as its job: `Tests/JobLeader`.
final class JobLeader {
  enum Report: Hashable {
    case started(pid_t)
    case stopped(Int32)
    case ended(Ending)
    case failed(Int32)
  }

  private let pid: pid_t
  private let channel: Int32

  /// - Parameter terminal: The path of the slave end of the pseudo-terminal.
  init(
    terminal: String, arguments: [String], environment: [String: String], directory: String
  ) throws(SystemCallError) {
    var ends: [Int32] = [-1, -1]
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    _ = try SystemCallError.check("socketpair", socketpair(AF_UNIX, kind, 0, &ends))
    defer { Glibc.close(ends[1]) }
    channel = ends[0]
    let spawn = Spawn(
      arguments: [Programs.jobLeader, terminal, directory] + arguments, environment: environment,
      descriptors: [3: ends[1]])
    do {
      pid = try spawn()
    } catch {
      Glibc.close(ends[0])
      throw error
    }
  }

  deinit {
    Glibc.close(channel)
    kill(pid, SIGKILL)
    waitpid(pid, nil, 0)
  }

  /// The descriptor that becomes readable when there is a report.
  var descriptor: Int32 { channel }

  /// Returns the next report; `nil` if the leader has ended.
  func nextReport() -> Report? {
    var message: [Int32] = [0, 0]
    guard recv(channel, &message, 8, Int32(MSG_WAITALL)) == 8 else { return nil }
    switch UInt8(truncatingIfNeeded: message[0]) {
    case UInt8(ascii: "p"): return .started(message[1])
    case UInt8(ascii: "s"): return .stopped(message[1])
    case UInt8(ascii: "x"): return .ended(Ending(waitStatus: message[1]))
    default: return .failed(message[1])
    }
  }

  /// Continues the stopped job in the foreground, as `fg` does.
  func continueJob() {
    var byte: UInt8 = 1
    send(channel, &byte, 1, Int32(MSG_NOSIGNAL))
  }
}
