/// The end of a stream.
public enum Completion: Sendable {
  /// The stream delivered all elements.
  case finished
  /// The stream delivered some elements and then failed.
  case failed(any Error)
  /// The stream was canceled by its ID (see ``ObservableConvertible/cancellable(id:whenRunning:)``). A `concat` that
  /// contains it also ends, because the elements after a canceled stream (such as "indicator off") belong to its
  /// successor.
  case canceled
}

/// The receiver of one subscription: any number of elements, then at most one ``Completion``. Isolated to the main
/// actor.
///
/// Events after the end, or after the disposal of the subscription, are dropped.
public struct Observer<Element: Sendable>: Sendable {
  @usableFromInline let lifetime: Lifetime
  @usableFromInline let receive: @MainActor (Element) -> Void
  @usableFromInline let finish: @MainActor (Completion) -> Void

  /// Creates an observer from closures.
  ///
  /// - Parameters:
  ///   - next: A closure that receives each element.
  ///   - end: A closure that receives the completion. By default, a failure is reported to ``UnhandledErrors``.
  public init(
    next: @escaping @MainActor (Element) -> Void,
    end: @escaping @MainActor (Completion) -> Void = { UnhandledErrors.report($0, "a subscription") }
  ) {
    self.init(lifetime: Lifetime(), next: next, end: end)
  }

  @inlinable
  init(
    lifetime: Lifetime, next: @escaping @MainActor (Element) -> Void, end: @escaping @MainActor (Completion) -> Void
  ) {
    self.lifetime = lifetime
    receive = next
    finish = end
  }

  /// Whether events are still delivered.
  @MainActor
  @inlinable
  var isOpen: Bool { lifetime.isOpen }

  /// Delivers an element.
  @MainActor
  @inlinable
  public func next(_ element: Element) {
    if lifetime.isOpen { receive(element) }
  }

  /// Ends the subscription.
  @MainActor
  @inlinable
  public func end(_ completion: Completion) {
    if lifetime.end() { finish(completion) }
  }

  /// Returns an observer of the upstream stage, with the same lifetime and the same end.
  @inlinable
  func upstream<Upstream>(next: @escaping @MainActor (Upstream) -> Void) -> Observer<Upstream> {
    Observer<Upstream>(lifetime: lifetime, next: next, end: finish)
  }

  /// Returns an observer of one of several upstream stages, with a child lifetime of this one.
  ///
  /// - Parameter context: The effect that the subscription belongs to; by default, that of this observer.
  @MainActor
  func child<Upstream>(
    context: EffectContext? = nil, next: @escaping @MainActor (Upstream) -> Void,
    end: @escaping @MainActor (Completion) -> Void
  ) -> Observer<Upstream> {
    let child = lifetime.makeChild(context: context ?? lifetime.context)
    return Observer<Upstream>(
      lifetime: child, next: next,
      end: { [lifetime, child] completion in
        end(completion)
        child.endDelivered()
        lifetime.childEnded()
      })
  }

  /// Disposes of a child before its end.
  @MainActor
  func dispose(_ child: Lifetime) {
    guard !child.hasEnded else { return }
    child.dispose()
    lifetime.childEnded()
  }
}

/// The destination of errors that no closure handles. Each error is reported once, and the reactor continues.
@MainActor
public enum UnhandledErrors {
  /// The closure that receives the errors; an app writes them to its log. The default closure prints a line to standard
  /// error.
  public static var handler: @MainActor (_ error: any Error, _ origin: String) -> Void = { error, origin in
    StandardError.write("unhandled error in \(origin): \(error)")
  }

  /// Reports an error that ended a stream.
  ///
  /// - Parameters:
  ///   - error: The error.
  ///   - origin: A description of the stream, such as the name of a reactor.
  public static func report(_ error: any Error, _ origin: String) {
    handler(error, origin)
  }

  /// Reports the error of a stream that failed.
  @usableFromInline
  static func report(_ completion: Completion, _ origin: String) {
    if case .failed(let error) = completion { report(error, origin) }
  }
}
