import CReactorTerminal
import Glibc
import ShowroomTestSupport
import Synchronization
import Testing

@testable import ReactorTerminalCore

/// The tests run one at a time, because the stored restoring sequence is global.
@MainActor
@Suite(.serialized) struct TTYDeviceTests {
  @Test func `leaving undoes everything that entering did`() throws {
    let pty = try PseudoTerminal()
    let device = try TTYDevice(input: pty.terminal, output: pty.terminal)
    try device.enter()
    #expect(!pty.isCooked)
    #expect(
      pty.shown()
        == "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1h\u{1B}=\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h\u{1B}[?1004h")
    device.leave()
    #expect(pty.isCooked)
    let left = pty.shown()
    for mode in ["2026", "1006", "1002", "1000", "2004", "1004", "1", "1049"] {
      #expect(left.contains("\u{1B}[?\(mode)l"), "mode \(mode)")
    }
    #expect(left.hasSuffix("\u{1B}[?1049l\u{1B}[?25h") && left.contains("\u{1B}[0m") && left.contains("\u{1B}>"))
    device.leave()
    #expect(pty.shown().isEmpty)
  }

  @Test func `the mouse can be switched off and stays off when the screen is entered again`() throws {
    let pty = try PseudoTerminal()
    let device = try TTYDevice(input: pty.terminal, output: pty.terminal)
    try device.enter()
    _ = pty.shown()

    device.setMouse(false)
    device.setMouse(false)

    #expect(pty.shown() == "\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l")
    device.resume()
    #expect(!pty.shown().contains("\u{1B}[?1000h"))
    device.setMouse(true)
    #expect(pty.shown() == "\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h")
    device.leave()
  }

  /// The modes on a terminal that is known to have all extensions.
  private static let extended = TerminalModes(
    mouse: true, profile: TerminalProfile(environment: ["TERM": "xterm-ghostty"]))

  @Test func `on an extensible terminal every mode that is set is also reset`() throws {
    let pty = try PseudoTerminal()
    let device = try TTYDevice(input: pty.terminal, output: pty.terminal, modes: Self.extended)

    try device.enter()
    let entered = pty.shown()
    device.leave()
    let left = pty.shown()

    #expect(
      entered
        == "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1h\u{1B}=\u{1B}[?1000h\u{1B}[?1002h\u{1B}[?1006h\u{1B}[?2004h\u{1B}[?1004h"
        + "\u{1B}[22;2t\u{1B}[?2031h\u{1B}[>5u")
    #expect(
      left
        == "\u{1B}[?2026l\u{1B}[<u\u{1B}[?2031l\u{1B}[23;2t\u{1B}]9;4;0;0\u{1B}\\\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?1000l"
        + "\u{1B}[?2004l\u{1B}[?1004l\u{1B}[?1l\u{1B}>\u{1B}[r\u{1B}[0m\u{1B}[999;1H\u{1B}[2K\u{1B}[?1049l\u{1B}[?25h")
  }

  @Test func `the cursor reappears on the Linux console, whose description also hides it by its shape`() {
    let left = String(decoding: TerminalModes(mouse: true, isLinuxConsole: true).leave, as: UTF8.self)

    #expect(left.hasSuffix("\u{1B}[?25h\u{1B}[?0c"))
  }

  @Test func `suspending and a crash reset the same modes as leaving`() throws {
    let pty = try PseudoTerminal()
    let device = try TTYDevice(input: pty.terminal, output: pty.terminal, modes: Self.extended)
    let expected = String(decoding: Self.extended.leave, as: UTF8.self)

    try device.enter()
    _ = pty.shown()
    // The shell has stopped and continued the program.
    device.resume()
    #expect(pty.shown() == expected + String(decoding: Self.extended.enter, as: UTF8.self))

    // What the handlers of fatal signals, `exit` and the end of the process call.
    ct_restore()
    #expect(pty.shown() == expected)
    device.leave()
    #expect(pty.shown() == "")
  }

  @Test func `the modes that a killed program leaves behind are not restored`() throws {
    let pty = try PseudoTerminal()
    let device = try TTYDevice(input: pty.terminal, output: pty.terminal)
    try device.enter()
    device.leave()
    var modes = termios()
    tcgetattr(pty.terminal, &modes)
    cfmakeraw(&modes)
    tcsetattr(pty.terminal, TCSANOW, &modes)
    #expect(!pty.isCooked)

    try device.enterAgain()
    #expect(!pty.isCooked)
    device.leave()

    #expect(pty.isCooked)
  }

  @Test func `modes enabled by the terminal's answer about itself are reset as well`() throws {
    let pty = try PseudoTerminal()
    var modes = TerminalModes(mouse: true, profile: TerminalProfile(environment: ["TERM": "xterm-256color"]))
    let device = try TTYDevice(input: pty.terminal, output: pty.terminal, modes: modes)
    try device.enter()
    _ = pty.shown()

    _ = modes.profile.learn("ghostty 1.2.0")
    device.adopt(modes.profile)
    ct_restore()

    #expect(pty.shown() == String(decoding: modes.leave, as: UTF8.self))
    #expect(modes.leave.count > TerminalModes(mouse: true).leave.count)
  }

  @Test func `a control sequence is sent at once, but neither to a terminal that was left nor to a recording`() throws {
    let pty = try PseudoTerminal()
    let device = try TTYDevice(input: pty.terminal, output: pty.terminal)
    var recorded = 0
    device.frameWritten = { _ in recorded += 1 }
    device.send(Array("early".utf8))
    #expect(pty.shown() == "")

    try device.enter()
    _ = pty.shown()
    device.send(Array("\u{1B}]11;?\u{1B}\\".utf8))
    #expect(pty.shown() == "\u{1B}]11;?\u{1B}\\")
    device.leave()
    _ = pty.shown()
    device.send(Array("late".utf8))

    #expect(pty.shown() == "")
    #expect(recorded == 0)
  }

  @Test func `an answer that is still in transit does not reach the shell`() async throws {
    var isInTime = false
    while !isInTime {
      let pty = try PseudoTerminal()
      let device = try TTYDevice(input: pty.terminal, output: pty.terminal)
      try device.enter()
      _ = pty.shown()
      let start = ContinuousClock.now
      device.answerDeadline = start + .seconds(60)
      let person = pty.person
      let terminal = Task.detached {
        _ = write(person, "\u{1B}]11;rgb:0000/", 15)
        _ = write(person, "0000/0000\u{7}", 10)
        return ContinuousClock.now
      }

      device.leave()

      // The device waits at least this long for either part. An answer that comes later proves nothing.
      isInTime = await terminal.value < start + .milliseconds(20)
      // In its ordinary mode, the terminal would echo what arrives.
      if isInTime { #expect(!pty.shown().contains("rgb")) }
      #expect(device.answerDeadline == nil)
    }
  }

  @Test func `a silent terminal delays the end by a tenth of a second at most`() throws {
    let time = try leastTime(below: .milliseconds(400)) {
      let pty = try PseudoTerminal()
      let device = try TTYDevice(input: pty.terminal, output: pty.terminal)
      try device.enter()
      device.answerDeadline = .now + .seconds(1)
      return ContinuousClock().measure { device.leave() }
    }

    #expect(time < .milliseconds(400))
  }

  @Test func `without mouse input no mouse reports are requested`() throws {
    let pty = try PseudoTerminal()
    let device = try TTYDevice(input: pty.terminal, output: pty.terminal, mouse: false)
    try device.enter()
    defer { device.leave() }
    #expect(!pty.shown().contains("?1000h"))
  }

  @Test func `the terminal is restored only once`() throws {
    let pty = try PseudoTerminal()
    let device = try TTYDevice(input: pty.terminal, output: pty.terminal)
    try device.enter()
    _ = pty.shown()
    ct_restore()
    ct_restore()
    #expect(pty.isCooked)
    #expect(pty.shown().components(of: "?1049l") == 1)
    Array("late frame".utf8).withUnsafeBytes(device.write)
    #expect(pty.shown().isEmpty)
    device.leave()
  }

  @Test func `unread input does not reach the shell`() throws {
    let pty = try PseudoTerminal()
    let device = try TTYDevice(input: pty.terminal, output: pty.terminal)
    try device.enter()
    _ = write(pty.person, "\u{1B}[<0;1;1M", 9)
    device.leave()
    var waiting = pollfd(fd: pty.terminal, events: Int16(POLLIN), revents: 0)
    #expect(poll(&waiting, 1, 0) == 0)
  }

  @Test func `the size is that of the terminal`() throws {
    let pty = try PseudoTerminal(columns: 132, rows: 50)
    let device = try TTYDevice(input: pty.terminal, output: pty.terminal)
    #expect(device.size == Size(width: 132, height: 50))
    pty.resize(columns: 40, rows: 10)
    #expect(device.size == Size(width: 40, height: 10))
    pty.resize(columns: 0, rows: 0)
    #expect(device.size == Size(width: 80, height: 24))
    // ncurses would take these numbers for negative ones.
    pty.resize(columns: 40_000, rows: 50_000)
    #expect(device.size == Size(width: 4_096, height: 1_024))
  }

  @Test func `a pipe is an error with a description`() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    let error = #expect(throws: TerminalError.self) { try TTYDevice(input: ends[0], output: ends[1]) }
    #expect(error == .notATerminal)
    #expect(error?.description.contains("needs a terminal") == true)
  }

  @Test func `a frame larger than the terminal accepts at once arrives completely`() async throws {
    let pty = try PseudoTerminal()
    let device = try TTYDevice(input: pty.terminal, output: pty.terminal)
    try device.enter()
    defer { device.leave() }
    _ = pty.shown()
    // Non-blocking, as a program that shared the terminal may have left it.
    _ = fcntl(pty.terminal, F_SETFL, O_RDWR | O_NONBLOCK)
    let person = pty.person
    let reader = Task.detached { () -> Int in
      var total = 0
      var chunk = [UInt8](repeating: 0, count: 4_096)
      while total < 200_000 {
        var waiting = pollfd(fd: person, events: Int16(POLLIN), revents: 0)
        guard poll(&waiting, 1, 5_000) > 0 else { break }
        total += max(0, read(person, &chunk, chunk.count))
      }
      return total
    }
    [UInt8](repeating: 0x78, count: 200_000).withUnsafeBytes(device.write)
    while let blocked = device.blockedOutput {
      var waiting = pollfd(fd: blocked, events: Int16(POLLOUT), revents: 0)
      _ = poll(&waiting, 1, 5_000)
      device.writePending()
    }
    #expect(await reader.value == 200_000)
  }

  @Test func `a terminal that does not read blocks nothing and is restored within a second`() throws {
    let time = try leastTime(below: .seconds(1)) {
      let pty = try PseudoTerminal()
      let device = try TTYDevice(input: pty.terminal, output: pty.terminal)
      try device.enter()

      let writing = ContinuousClock().measure {
        for _ in 0..<10 { [UInt8](repeating: 0x78, count: 100_000).withUnsafeBytes(device.write) }
      }
      #expect(device.blockedOutput != nil)
      let leaving = ContinuousClock().measure { device.leave() }

      #expect(pty.isCooked)
      return max(writing, leaving)
    }
    #expect(time < .seconds(1))
  }

  @Test func `pending output is written before the restoring sequence`() async throws {
    let pty = try PseudoTerminal()
    let device = try TTYDevice(input: pty.terminal, output: pty.terminal)
    try device.enter()
    let person = pty.person
    [UInt8](repeating: 0x78, count: 60_000).withUnsafeBytes(device.write)
    #expect(device.blockedOutput != nil)
    let (arrivals, arrival) = AsyncStream<Void>.makeStream()
    let hasLeft = Mutex(false)
    let reader = Task.detached { () -> [UInt8] in
      var all: [UInt8] = []
      var chunk = [UInt8](repeating: 0, count: 4_096)
      while true {
        let isLast = hasLeft.withLock { $0 }
        while case let count = read(person, &chunk, chunk.count), count > 0 {
          all += chunk[..<count]
          arrival.yield()
        }
        if isLast { return all }
        var waiting = pollfd(fd: person, events: Int16(POLLIN), revents: 0)
        _ = poll(&waiting, 1, 100)
      }
    }
    // The device does not wait for a terminal that accepts nothing.
    for await _ in arrivals { break }

    device.leave()
    hasLeft.withLock { $0 = true }

    let bytes = await reader.value
    #expect(bytes.filter { $0 == 0x78 }.count == 60_000)
    #expect(String(decoding: bytes.suffix(14), as: UTF8.self) == "\u{1B}[?1049l\u{1B}[?25h")
  }

  @Test func `the descriptor for output is closed on exec and non-blocking`() throws {
    let pty = try PseudoTerminal()
    let device = try TTYDevice(input: pty.terminal, output: pty.terminal)
    try device.enter()
    defer { device.leave() }

    // The terminals that a child process would inherit, except its standard streams and those of the tests.
    let inherited = (3..<Int32(1_024)).filter { descriptor in
      let flags = fcntl(descriptor, F_GETFD)
      return flags >= 0 && flags & FD_CLOEXEC == 0 && descriptor != pty.person && descriptor != pty.terminal
        && isatty(descriptor) == 1
    }

    #expect(inherited == [])
    #expect(fcntl(pty.terminal, F_GETFL) & O_NONBLOCK == 0)
  }

  @Test func `a memory file is closed on exec`() {
    let descriptor = ct_memory_file("test")
    defer { close(descriptor) }

    #expect(descriptor >= 0)
    #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
  }
}

extension String {
  /// Returns the number of occurrences of `part`.
  fileprivate func components(of part: String) -> Int { ranges(of: part).count }
}
