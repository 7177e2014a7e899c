/// The executor of effects that run off the main actor.
public enum EffectExecutor {
  /// The executor that effects prefer when they leave the main actor, and when they return to it after a suspension. If
  /// `nil`, the concurrency library chooses.
  ///
  /// Bind it around the whole program; tasks inherit it.
  @TaskLocal public static var current: (any TaskExecutor)?
}

/// The output of an asynchronous effect: `emit(.setProgress(0.5))` in the body of ``Observable/run(priority:_:)``,
/// which is isolated to the main actor, and `await emit(…)` in a child task elsewhere.
public struct Emitter<Element: Sendable>: Sendable {
  let sink: RunSink<Element>

  /// Delivers an element before it returns. The element is dropped if the effect was canceled or its reactor released.
  @MainActor
  public func callAsFunction(_ element: Element) {
    sink.next(element)
  }
}

extension Observable {
  /// Returns an effect written as an asynchronous function.
  ///
  /// The body starts on the main actor when the stream is subscribed to: elements that it emits before its first
  /// suspension have been delivered when `subscribe` (for an action, `send`) returns. If there is an
  /// ``EffectExecutor/current``, as in every program on a terminal, the body starts in a later turn of the main actor,
  /// and the nonisolated functions that it calls run on that executor. Disposal cancels the task, and later elements
  /// are dropped. An error that the body throws fails the stream; a `CancellationError` only ends it.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task.
  ///   - body: The function. It must not retain the reactor, because releasing the reactor cancels the effect.
  public static func run(
    priority: TaskPriority? = nil, _ body: @escaping @MainActor (Emitter<Element>) async throws -> Void
  ) -> Observable {
    Observable { observer in
      let sink = RunSink(observer)
      observer.lifetime.insert(sink)
      sink.started(
        Task.immediate(priority: priority, executorPreference: EffectExecutor.current) { @MainActor in
          do {
            try await body(Emitter(sink: sink))
            sink.end(.finished)
          } catch is CancellationError {
            sink.end(.finished)
          } catch {
            sink.end(.failed(error))
          }
        })
    }
  }

  /// Creates a stream of the elements of an asynchronous sequence. Disposal cancels the iteration.
  public init<Base: AsyncSequence & Sendable>(_ sequence: Base) where Base.Element == Element {
    self = .run { emit in
      for try await element in sequence { emit(element) }
    }
  }
}

extension ObservableConvertible {
  /// The stream as an asynchronous sequence. Subscribes immediately, and ending the iteration disposes of the
  /// subscription.
  ///
  /// No element is dropped: the buffer is unbounded.
  @MainActor
  public var values: AsyncThrowingStream<Element, any Error> {
    let (stream, continuation) = AsyncThrowingStream<Element, any Error>.makeStream()
    let lifetime = Lifetime()
    asObservable().connect(
      Observer(
        lifetime: lifetime,
        next: { continuation.yield($0) },
        end: { completion in
          if case .failed(let error) = completion {
            continuation.finish(throwing: error)
          } else {
            continuation.finish()
          }
        }))
    continuation.onTermination = { _ in
      Task { @MainActor in lifetime.dispose() }
    }
    return stream
  }
}

/// The link between a running task and its observer, until the stream ends or is disposed of.
@MainActor
final class RunSink<Element: Sendable>: Disposable {
  private var observer: Observer<Element>?
  private var task: Task<Void, Never>?
  private var isDisposed = false

  init(_ observer: Observer<Element>) {
    self.observer = observer
  }

  func started(_ task: Task<Void, Never>) {
    if isDisposed {
      task.cancel()
    } else if observer != nil {
      self.task = task
    }
  }

  /// Whether elements are still delivered.
  var isOpen: Bool { observer != nil }

  /// Delivers an element. The observer's lifetime needs no check, because its end removes the observer.
  func next(_ element: Element) {
    observer?.receive(element)
  }

  /// Ends the stream. Releases the task first, because subscribers run inside it and must not see it canceled.
  func end(_ completion: Completion) {
    task = nil
    observer.take()?.end(completion)
  }

  func dispose() {
    guard observer != nil else { return }
    isDisposed = true
    observer = nil
    task?.cancel()
    task = nil
  }
}
