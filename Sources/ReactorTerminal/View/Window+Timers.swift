import ReactorCore

extension Window {
  /// Calls `action` once `delay` has passed on the window's clock, unless the result is disposed before.
  public func after(_ delay: Duration, _ action: @escaping @MainActor () -> Void) -> any Disposable {
    let task = Task { [clock] in
      guard (try? await clock.sleep(for: delay)) != nil, !Task.isCancelled else { return }
      action()
    }
    return ActionDisposable { task.cancel() }
  }
}
