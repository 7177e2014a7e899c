/// A resource that can be released explicitly: a subscription, an effect, a registration.
///
/// Only the first call to `dispose()` has an effect. Isolated to the main actor.
@MainActor
public protocol Disposable: AnyObject, Sendable {
  /// Releases the resource. A subscription delivers nothing after this method returns.
  func dispose()
}

extension Disposable {
  /// Adds the disposable to `bag`, which disposes of it when the bag is disposed of or released.
  public func disposed(by bag: DisposeBag) {
    bag.insert(self)
  }
}

/// A disposable without a resource. It has no state, so one instance is enough.
@MainActor
public final class EmptyDisposable: Disposable {
  /// The shared instance.
  public static let instance = EmptyDisposable()

  private init() {}

  /// Does nothing.
  public func dispose() {}
}

/// A disposable that runs a closure once, when it is disposed of.
@MainActor
public final class ActionDisposable: Disposable {
  private var action: (@MainActor () -> Void)?

  /// Creates a disposable from a closure.
  ///
  /// - Parameter action: The closure that the first `dispose()` runs and releases.
  public init(_ action: @escaping @MainActor () -> Void) {
    self.action = action
  }

  /// Runs the closure on the first call.
  public func dispose() {
    guard let action else { return }
    self.action = nil
    action()
  }
}

/// A disposable that holds one other disposable at a time and disposes of it when another replaces it.
@MainActor
public final class SerialDisposable: Disposable {
  private var current: (any Disposable)?
  /// Whether `dispose()` was called. After that, every disposable that is set is disposed of immediately.
  public private(set) var isDisposed = false

  /// Creates an empty disposable.
  public init() {}

  /// Replaces the current disposable and disposes of it.
  public func set(_ disposable: (any Disposable)?) {
    if isDisposed {
      disposable?.dispose()
      return
    }
    let old = current
    current = disposable
    old?.dispose()
  }

  /// Disposes of the current disposable, and of every one that is set later.
  public func dispose() {
    guard !isDisposed else { return }
    isDisposed = true
    let old = current
    current = nil
    old?.dispose()
  }
}

/// A collection of disposables that are disposed of together, in the order of insertion.
///
/// A view keeps one bag for its bindings and replaces the bag to end them.
@MainActor
public final class DisposeBag {
  private var disposables: [any Disposable] = []
  private var isDisposed = false

  /// The bag that new bindings join.
  @usableFromInline static var collecting: DisposeBag?

  /// Creates an empty bag.
  public init() {}

  /// Adds every binding that `body` makes, so that none needs `disposed(by:)`. Work caused by an element that is
  /// delivered during the call is not added, because it belongs to the receiver of the element.
  ///
  /// ```swift
  /// bag.collect { reactor.state(\.title).bind(to: screen, \.title) }
  /// ```
  @discardableResult
  public func collect<Result>(_ body: () throws -> Result) rethrows -> Result {
    let outer = Self.collecting
    Self.collecting = self
    defer { Self.collecting = outer }
    return try body()
  }

  /// Adds a subscription to the collecting bag and connects it. No bag collects while the subscription connects.
  @usableFromInline
  static func join(_ lifetime: Lifetime, _ connect: () -> Void) {
    collecting?.insert(lifetime)
    withoutCollecting(connect)
  }

  /// Runs work that must not be collected, such as the work caused by an action.
  @usableFromInline
  package static func withoutCollecting<Result>(_ body: () -> Result) -> Result {
    let bag = collecting
    collecting = nil
    defer { collecting = bag }
    return body()
  }

  /// Adds a disposable. If the bag was disposed of, the disposable is disposed of immediately.
  public func insert(_ disposable: any Disposable) {
    if isDisposed {
      disposable.dispose()
    } else {
      disposables.append(disposable)
    }
  }

  /// Disposes of the contents and of everything inserted later.
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
