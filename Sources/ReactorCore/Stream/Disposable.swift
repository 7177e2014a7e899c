/// Something that can be ended: a subscription, an effect, a registration.
///
/// `dispose()` may be called any number of times; only the first has an effect. Main actor only.
@MainActor
public protocol Disposable: AnyObject, Sendable {
  /// Ends it. Nothing is delivered after this returns.
  func dispose()
}

extension Disposable {
  /// Hands the disposable to `bag`, which ends it when the bag itself is emptied or released.
  public func disposed(by bag: DisposeBag) {
    bag.insert(self)
  }
}

/// A disposable with nothing to end. One instance serves everybody: it holds no state.
@MainActor
public final class EmptyDisposable: Disposable {
  /// The instance.
  public static let instance = EmptyDisposable()

  private init() {}

  /// Does nothing.
  public func dispose() {}
}

/// Runs a closure once, when disposed.
@MainActor
public final class ActionDisposable: Disposable {
  private var action: (@MainActor () -> Void)?

  /// - Parameter action: runs at the first `dispose()` and is released with it.
  public init(_ action: @escaping @MainActor () -> Void) {
    self.action = action
  }

  /// Runs the closure, the first time.
  public func dispose() {
    guard let action else { return }
    self.action = nil
    action()
  }
}

/// Holds one disposable at a time and disposes the old one when a new one takes its place.
@MainActor
public final class SerialDisposable: Disposable {
  private var current: (any Disposable)?
  /// Whether `dispose()` was called; whatever is assigned afterwards is disposed at once.
  public private(set) var isDisposed = false

  /// Holds nothing yet.
  public init() {}

  /// Replaces what is held, disposing it.
  public func set(_ disposable: (any Disposable)?) {
    if isDisposed {
      disposable?.dispose()
      return
    }
    let old = current
    current = disposable
    old?.dispose()
  }

  /// Disposes what is held, and all that is set later.
  public func dispose() {
    guard !isDisposed else { return }
    isDisposed = true
    let old = current
    current = nil
    old?.dispose()
  }
}
