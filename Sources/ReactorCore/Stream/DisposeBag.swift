/// Ends everything it holds when it is released, in the order in which it was put in.
///
/// A view keeps one bag for each binding: replacing the bag is how the old bindings end.
@MainActor
public final class DisposeBag {
  private var disposables: [any Disposable] = []
  private var isDisposed = false

  /// An empty bag.
  public init() {}

  /// Keeps `disposable` until the bag is released or emptied.
  public func insert(_ disposable: any Disposable) {
    if isDisposed {
      disposable.dispose()
    } else {
      disposables.append(disposable)
    }
  }

  /// Ends everything held, now; what is inserted later ends at once.
  public func dispose() {
    isDisposed = true
    let held = disposables
    disposables = []
    for disposable in held { disposable.dispose() }
  }

  isolated deinit {
    for disposable in disposables { disposable.dispose() }
  }
}
