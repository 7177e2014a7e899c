import CReactorTerminal
import Glibc

/// The event loop of a terminal program. On the main thread, it waits only for input, signals, timers and work of the
/// main actor, so that an idle program never wakes.
@MainActor
public final class EventLoop {
  /// A clock whose sleepers are woken by this loop.
  let clock = LoopClock()
  /// A function that receives the terminal's replies to queries.
  package var replyReceived: ((TerminalReply) -> Void)?
  private let device: any TerminalDevice
  private let surface: any Surface
  private let mainQueue = MainQueue()
  private let signals: Int32
  private var input: Int32?
  private var queue: EventQueue
  private var isStopped = false
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// The maximum number of rounds of work before a frame is drawn, because work can keep creating more work.
  private static let roundsPerFrame = 16

  /// A read smaller than this has certainly emptied the input, because the kernel buffers up to 4,096 bytes.
  private static let shortRead = 1_024
  /// The time for which events are handled before signals are read and a frame is drawn.
  private static let slice: Duration = .milliseconds(20)
  /// The size at which a read may be part of a long paste: nearly as much as the kernel passes on at once.
  private static let longInput = 4_000
  /// The number of milliseconds within which the next part of a long paste arrives.
  private static let pastePause: Int32 = 2

  /// Creates a loop for `device`, and takes over the process's signals.
  ///
  /// - Throws: ``TerminalError/system(call:errno:)`` if the process cannot receive signals.
  init(
    device: any TerminalDevice, surface: any Surface, decoder: InputDecoder = InputDecoder()
  ) throws(TerminalError) {
    self.device = device
    self.surface = surface
    queue = EventQueue(decoder: decoder)
    input = device.inputDescriptor
    signals = ct_signals_install()
    guard signals >= 0 else { throw .system(call: "pipe", errno: errno) }
  }

  /// Runs the loop until ``stop()``, or until the program has to end.
  ///
  /// Each time the loop wakes, it reads all pending input, handles as much of it as possible in 20 milliseconds,
  /// performs all work of the main actor, and then calls `afterBatch` once to draw a frame.
  ///
  /// - Parameters:
  ///   - interrupt: A closure that returns the key that ends the program, if there is one. If that key waits behind
  ///     input that takes longer to handle, the input is discarded, as a terminal does at an interrupt.
  ///   - handle: A closure that handles events, in order, until a deadline. It returns the number of events handled: at
  ///     least one, even if the deadline has passed.
  ///   - afterBatch: A closure that runs after every batch, and once at the start.
  /// - Returns: The reason why the program has to end, which `handle` has received as an event, or `nil` after
  ///   ``stop()``.
  func run(
    interrupt: () -> Key?, handle: (_ events: [Event], _ deadline: ContinuousClock.Instant) -> Int,
    afterBatch: () -> Void
  ) -> TerminationCause? {
    mainQueue.drain()
    afterBatch()
    while !isStopped, queue.cause == nil {
      if !queue.isEmpty, let key = interrupt() { queue.skip(to: key) }
      wait()
      let deadline = ContinuousClock.now + Self.slice
      var rounds = 0
      repeat {
        handleEvents(until: deadline, handle)
        rounds += 1
      } while rounds < Self.roundsPerFrame && (mainQueue.performPending() || queue.cause != nil && !queue.isEmpty)
      for reply in queue.takeReplies() { replyReceived?(reply) }
      // No frame is drawn while the terminal has not accepted the previous one. The next frame contains all changes.
      if device.blockedOutput == nil { afterBatch() }
    }
    return queue.cause
  }

  /// Handles events until the deadline. After an event that ends the program, no more keys are handled.
  private func handleEvents(
    until deadline: ContinuousClock.Instant, _ handle: ([Event], ContinuousClock.Instant) -> Int
  ) {
    while !queue.events.isEmpty, !isStopped {
      if ContinuousClock.now >= deadline {
        if queue.cause == nil { return }
        queue.discardInput()
      }
      queue.removeFirst(handle(Array(queue.events), deadline))
    }
  }

  /// Makes ``run(interrupt:handle:afterBatch:)`` return after the current batch. If it has not started, it will return
  /// after its first frame.
  func stop() { isStopped = true }

  /// Suspends the program as Ctrl-Z does. Returns once it is continued; the events `resumed` and `resize` follow.
  func suspend() {
    device.suspend(wholeJob: true)
    returnToScreen()
  }

  /// Prepares the loop after another program has used the terminal. Pending signals to stop were meant for that
  /// program.
  func returnToScreenOfAnother() {
    var others: [Int32] = []
    while case let number = ct_signals_next(), number != 0 {
      if ![SIGTSTP, SIGCONT, SIGWINCH].contains(number) { others.append(number) }
    }
    for number in others { queue.end(.signal(number)) }
    returnToScreen()
  }

  private func returnToScreen() {
    surface.resize(to: device.size)
    surface.invalidate()
    queue.append(.resumed)
    queue.append(.resize(device.size))
  }

  private static func milliseconds(_ duration: Duration) -> Int32 {
    let (seconds, attoseconds) = duration.components
    return Int32(clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }

  /// Waits until something happens, reads input and signals, and wakes sleepers.
  private func wait() {
    let flush = queue.deadline.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
    let pause = queue.isEmpty ? [flush, clock.pause()].compactMap(\.self).min() : .zero
    // poll ignores a descriptor of -1.
    var sources = (
      pollfd(fd: queue.isFull ? -1 : input ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
      pollfd(fd: mainQueue.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: device.blockedOutput ?? -1, events: Int16(POLLOUT), revents: 0)
    )
    let ready = withUnsafeMutableBytes(of: &sources) { bytes in
      poll(bytes.bindMemory(to: pollfd.self).baseAddress, 4, pause.map(Self.milliseconds) ?? -1)
    }
    clock.wake()
    if ready > 0, sources.3.revents != 0 { device.writePending() }
    // Keys come first, because they were meant for the screen before it was resized. Signals come before the end of the
    // input, because they better explain why the terminal is gone.
    let hasInput = ready > 0 && sources.0.revents != 0
    let isEnded = hasInput && !takeInput()
    if !hasInput { queue.flush() }
    if ready > 0, sources.1.revents != 0 { takeSignals() }
    if isEnded { queue.end(.endOfInput) }
  }

  /// Reads all pending input. Returns `false` at the end of the input.
  private func takeInput() -> Bool {
    guard let descriptor = input else { return true }
    var bytes: [UInt8] = []
    var count = 0
    repeat {
      count = read(descriptor, &buffer, buffer.count)
      if count > 0 {
        bytes.append(contentsOf: buffer[..<count])
      } else if count == 0 || errno != EINTR && errno != EAGAIN {
        // The terminal is gone. It must not be polled again, because it would always be readable.
        input = nil
      }
    } while count >= Self.shortRead && bytes.count < EventQueue.byteLimit
      && isReadable(descriptor, after: bytes.count)
    queue.append(bytes)
    return input != nil
  }

  /// Returns whether more of a long input arrives immediately. The kernel passes it on in small parts, and an interrupt
  /// may follow. The loop does not wait for the repeats of a key that is held down.
  private func isReadable(_ descriptor: Int32, after count: Int) -> Bool {
    var source = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&source, 1, count < Self.longInput ? 0 : Self.pastePause) > 0
  }

  private func takeSignals() {
    while case let number = ct_signals_next(), number != 0 {
      switch number {
      case SIGWINCH:
        surface.resize(to: device.size)
        queue.append(.resize(device.size))
      case SIGTSTP:
        device.suspend(wholeJob: false)
        returnToScreen()
      case SIGCONT:
        device.resume()
        returnToScreen()
      default: queue.end(.signal(number))
      }
    }
  }
}
