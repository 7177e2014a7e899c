import ReactorCore

extension Window {
  /// Time that has passed on the window's clock since the window was made: tells two key presses in quick succession
  /// apart from two that are not, without a timer for each.
  public var time: Duration { stopwatch() }

  static func stopwatch<C: Clock<Duration>>(_ clock: C) -> @MainActor () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  /// Calls `action` once `delay` has passed on the window's clock, unless the result is disposed before.
  public func after(_ delay: Duration, _ action: @escaping @MainActor () -> Void) -> any Disposable {
    let task = Task.immediate(executorPreference: EffectExecutor.current) { [clock] in
      guard (try? await clock.sleep(for: delay)) != nil, !Task.isCancelled else { return }
      action()
    }
    return ActionDisposable { task.cancel() }
  }
}
