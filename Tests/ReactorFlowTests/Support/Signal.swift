/// A gate that suspends tasks until the test opens it.
@MainActor
final class Signal {
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private(set) var isOpen = false
  /// The number of tasks that have arrived.
  private(set) var arrivals = 0

  func wait() async {
    arrivals += 1
    if isOpen { return }
    await withCheckedContinuation { waiting.append($0) }
  }

  func open() {
    isOpen = true
    let waiting = waiting
    self.waiting = []
    for continuation in waiting { continuation.resume() }
  }
}
