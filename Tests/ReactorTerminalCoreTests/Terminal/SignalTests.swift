import CReactorTerminal
import Glibc
import Testing

/// The tests run one at a time, because signal handlers are global.
@Suite(.serialized) struct SignalTests {
  /// Waits for a signal, which arrives on any thread that does not block it.
  private func isReadable(_ descriptor: Int32) -> Bool {
    var source = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&source, 1, 5_000) > 0
  }

  @Test func `deferrable signals are read in order`() {
    let descriptor = ct_signals_install()
    defer { ct_signals_remove() }
    #expect(descriptor >= 0)
    #expect(ct_signals_next() == 0)
    for number in [SIGWINCH, SIGTERM, SIGCONT] {
      kill(getpid(), number)
      #expect(isReadable(descriptor))
      #expect(ct_signals_next() == number)
    }
    #expect(ct_signals_next() == 0)
  }

  @Test func `the pipe that signals arrive on is closed on exec`() {
    let descriptor = ct_signals_install()
    defer { ct_signals_remove() }

    #expect(fcntl(descriptor, F_GETFD) & FD_CLOEXEC != 0)
  }

  @Test func `removing the handlers restores the previous ones`() {
    var before = sigaction()
    sigaction(SIGTERM, nil, &before)
    _ = ct_signals_install()
    var during = sigaction()
    sigaction(SIGTERM, nil, &during)
    ct_signals_remove()
    var after = sigaction()
    sigaction(SIGTERM, nil, &after)
    let handlers = [before, during, after].map { unsafeBitCast($0.__sigaction_handler.sa_handler, to: Int.self) }
    #expect(handlers[0] == handlers[2])
    #expect(handlers[0] != handlers[1])
  }

  @Test func `an ignored signal stays ignored`() {
    let former = signal(SIGHUP, SIG_IGN)
    defer { signal(SIGHUP, former) }
    let descriptor = ct_signals_install()
    defer { ct_signals_remove() }
    kill(getpid(), SIGHUP)
    kill(getpid(), SIGWINCH)
    #expect(isReadable(descriptor))
    #expect([ct_signals_next(), ct_signals_next()] == [SIGWINCH, 0])
  }
}
