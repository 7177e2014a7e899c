import ReactorCore

/// A subscriber that writes down what it is told: `let values = Recorder(reactor.state(\.value))`.
///
/// Releasing it ends the subscription.
@MainActor
public final class Recorder<Element: Sendable> {
  /// What was delivered, in order.
  public private(set) var elements: [Element] = []
  /// How the stream ended; nil while it goes on.
  public private(set) var completion: Completion?
  private let subscription = SerialDisposable()

  /// Subscribes at once.
  public init(_ stream: Observable<Element>) {
    subscription.set(
      stream.subscribe(
        Observer(
          next: { [weak self] in self?.elements.append($0) },
          end: { [weak self] in self?.completion = $0 })))
  }

  isolated deinit {
    subscription.dispose()
  }

  /// Whether the stream delivered everything and ended.
  public var isFinished: Bool {
    if case .finished = completion { return true }
    return false
  }

  /// Whether the stream was cancelled by id.
  public var isCancelled: Bool {
    if case .cancelled = completion { return true }
    return false
  }

  /// What the stream failed with.
  public var error: (any Error)? {
    if case .failed(let error) = completion { return error }
    return nil
  }

  /// What was delivered since the last time.
  public func takeElements() -> [Element] {
    defer { elements = [] }
    return elements
  }

  /// Ends the subscription.
  public func dispose() {
    subscription.dispose()
  }
}
