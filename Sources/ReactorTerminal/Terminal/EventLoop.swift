import CTerminal
import Glibc

/// Waits for keys, signals, timers and work of the main actor at once, on the main thread, and for nothing else: an idle
/// program does not wake.
@MainActor
public final class EventLoop {
  /// Sleepers on this clock are woken by this loop.
  public let clock = LoopClock()
  private let device: any TerminalDevice
  private let surface: any Surface
  private var decoder: InputDecoder
  private let mainQueue = MainQueue()
  private let signals: Int32
  private var input: Int32?
  private var queued: [Event] = []
  private var isStopped = false
  private var cause: TerminationCause?
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// Rounds of work done before a frame is painted: work that makes work must not keep the screen from its turn.
  private static let roundsPerFrame = 16

  /// Events handled before signals and the screen get their turn: however much arrives at once, the program can be ended.
  private static let eventsPerBatch = 4_096

  /// The kernel keeps up to 4,096 bytes of a terminal's input; a read of fewer than this left nothing behind.
  private static let shortRead = 1_024

  /// A loop for `device`.
  /// - Throws: `TerminalError.system` when no signals can be received.
  public init(
    device: any TerminalDevice, surface: any Surface, decoder: InputDecoder = InputDecoder()
  ) throws(TerminalError) {
    self.device = device
    self.surface = surface
    self.decoder = decoder
    input = device.inputDescriptor
    signals = ct_signals_install()
    guard signals >= 0 else { throw .system(call: "pipe", errno: errno) }
  }

  /// Runs until `stop()`, or until the program has to end.
  ///
  /// Each time something happens, everything that is pending is read and all work of the main actor is done; then
  /// `afterBatch` is called once, to paint.
  ///
  /// - Parameters:
  ///   - handle: is given the events of a batch, in order. Not called for a batch without any.
  ///   - afterBatch: is called after every batch, and once at the start.
  /// - Returns: why the program has to end (`handle` has been told), or nil after `stop()`.
  public func run(handle: ([Event]) -> Void, afterBatch: () -> Void) -> TerminationCause? {
    isStopped = false
    cause = nil
    mainQueue.drain()
    afterBatch()
    while !isStopped, cause == nil {
      wait()
      var rounds = 0
      repeat {
        let batch = takeBatch()
        if !batch.isEmpty { handle(batch) }
        rounds += 1
      } while rounds < Self.roundsPerFrame && (mainQueue.performPending() || cause != nil && !queued.isEmpty)
      // A frame that the terminal has not taken yet is the one that it shows next; what changes meanwhile goes into the
      // one after it.
      if device.blockedOutput == nil { afterBatch() }
    }
    return cause
  }

  /// The next events to handle. A program that has to end hears of that behind no more than one batch.
  private func takeBatch() -> [Event] {
    guard queued.count > Self.eventsPerBatch else {
      defer { queued = [] }
      return queued
    }
    let batch = Array(queued.prefix(Self.eventsPerBatch))
    queued = cause.map { [.terminate($0)] } ?? Array(queued.dropFirst(Self.eventsPerBatch))
    return batch
  }

  /// Makes `run` return after the present batch.
  public func stop() { isStopped = true }

  /// Suspends the program as Ctrl-Z does. Returns when it is continued; `.resumed` and `.resize` follow as events.
  public func suspend() {
    device.suspend()
    returnToScreen()
  }

  private func returnToScreen() {
    surface.resize(to: device.size)
    surface.invalidate()
    queued.append(.resumed)
    queued.append(.resize(device.size))
  }

  private static func milliseconds(_ duration: Duration) -> Int32 {
    let (seconds, attoseconds) = duration.components
    return Int32(clamping: seconds * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }

  /// Waits for something to happen, takes in keys and signals, and wakes sleepers.
  private func wait() {
    let flush = decoder.deadline.map { max(.zero, ContinuousClock.now.duration(to: $0)) }
    let pause = queued.isEmpty ? [flush, clock.pause()].compactMap(\.self).min() : .zero
    // A descriptor of -1 is passed over.
    var sources = (
      pollfd(fd: input ?? -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
      pollfd(fd: mainQueue.descriptor, events: Int16(POLLIN), revents: 0),
      pollfd(fd: device.blockedOutput ?? -1, events: Int16(POLLOUT), revents: 0)
    )
    let ready = withUnsafeMutableBytes(of: &sources) { bytes in
      poll(bytes.bindMemory(to: pollfd.self).baseAddress, 4, pause.map(Self.milliseconds) ?? -1)
    }
    clock.wake()
    if ready > 0, sources.3.revents != 0 { device.writePending() }
    // Keys first: they were meant for the screen as it was before a change of its size. A signal says better than the
    // end of the input why the terminal is gone.
    let hasInput = ready > 0 && sources.0.revents != 0
    let isEnded = hasInput && !takeInput()
    if !hasInput, let deadline = decoder.deadline, .now >= deadline { queued.append(contentsOf: decoder.flush()) }
    if ready > 0, sources.1.revents != 0 { takeSignals() }
    if isEnded { end(.endOfInput) }
  }

  /// Reads all that is pending, and decodes it together. False at the end of the input.
  private func takeInput() -> Bool {
    guard let descriptor = input else { return true }
    var bytes: [UInt8] = []
    var count = 0
    repeat {
      count = read(descriptor, &buffer, buffer.count)
      if count > 0 {
        bytes.append(contentsOf: buffer[..<count])
      } else if count == 0 || errno != EINTR && errno != EAGAIN {
        // The terminal is gone. Never look at it again: it would be readable for ever.
        input = nil
      }
    } while count >= Self.shortRead && bytes.count < InputDecoder.pasteLimit && isReadable(descriptor)
    queued.append(contentsOf: decoder.decode(bytes))
    return input != nil
  }

  private func isReadable(_ descriptor: Int32) -> Bool {
    var source = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&source, 1, 0) > 0
  }

  private func takeSignals() {
    while case let number = ct_signals_next(), number != 0 {
      switch number {
      case SIGWINCH:
        surface.resize(to: device.size)
        queued.append(.resize(device.size))
      case SIGTSTP:
        (device as? TTYDevice)?.suspend(wholeJob: false)
        returnToScreen()
      case SIGCONT:
        (device as? TTYDevice)?.reenter()
        returnToScreen()
      default: end(.signal(number))
      }
    }
  }

  private func end(_ why: TerminationCause) {
    guard cause == nil else { return }
    cause = why
    queued.append(.terminate(why))
  }
}
