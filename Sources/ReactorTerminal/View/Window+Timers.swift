import ReactorCore

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
