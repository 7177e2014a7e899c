import ReactorCore

/// Calls back about ten times a second while anyone needs it, and not at all otherwise.
///
/// One ticker serves every spinner of a window, so that they turn together and cost one timer.
@MainActor
public final class Ticker {
  /// Time between two ticks.
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

  /// Calls `tick` at every interval until `remove(owner)`, or until the owner is gone.
  public func add(_ owner: AnyObject, _ tick: @escaping @MainActor () -> Void) {
    members[ObjectIdentifier(owner)] = Member(owner: owner, tick: tick)
    if task == nil { start() }
  }

  /// Ends the calls for `owner`.
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
