import ReactorCore

/// A timer that calls its members ten times a second, and stops while it has none.
///
/// All spinners of a window share one ticker, so that they turn together and need one timer.
@MainActor
public final class Ticker {
  /// The time between two ticks.
  public static let interval: Duration = .milliseconds(100)

  private let clock: any Clock<Duration>
  private var members: [ObjectIdentifier: Member] = [:]
  private var task: Task<Void, Never>?

  private struct Member {
    weak var owner: AnyObject?
    let tick: @MainActor () -> Void
  }

  init(clock: any Clock<Duration>) {
    self.clock = clock
  }

  /// Calls `tick` at every interval, until ``remove(_:)`` is called or the owner is released.
  public func add(_ owner: AnyObject, _ tick: @escaping @MainActor () -> Void) {
    members[ObjectIdentifier(owner)] = Member(owner: owner, tick: tick)
    if task == nil { start() }
  }

  /// Stops the calls for `owner`.
  public func remove(_ owner: AnyObject) {
    members[ObjectIdentifier(owner)] = nil
    if members.isEmpty { stop() }
  }

  private func start() {
    task = Task.immediate(executorPreference: EffectExecutor.current) { [weak self, clock] in
      while !Task.isCancelled {
        guard (try? await clock.sleep(for: Ticker.interval)) != nil, self?.tick() == true else { return }
      }
    }
  }

  private func stop() {
    task?.cancel()
    task = nil
  }

  private func tick() -> Bool {
    members = members.filter { $0.value.owner != nil }
    for member in members.values { member.tick() }
    if members.isEmpty { stop() }
    return task != nil
  }
}

extension Window {
  /// The time on the window's clock since the window was created, for example to detect two key presses in quick
  /// succession without a timer.
  public var time: Duration { stopwatch() }

  static func stopwatch<C: Clock<Duration>>(_ clock: C) -> @MainActor () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  /// Calls `action` after `delay` on the window's clock, unless the result is disposed of first.
  public func after(_ delay: Duration, _ action: @escaping @MainActor () -> Void) -> any Disposable {
    let task = Task.immediate(executorPreference: EffectExecutor.current) { [clock] in
      guard (try? await clock.sleep(for: delay)) != nil, !Task.isCancelled else { return }
      action()
    }
    return ActionDisposable { task.cancel() }
  }
}
