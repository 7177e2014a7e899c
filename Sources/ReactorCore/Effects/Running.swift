/// Tells a stream's observer from structured concurrency: `emit(.setProgress(0.5))` in the body of a
/// ``Observable/run(priority:_:)``, which is on the main actor, and `await emit(…)` from a child task elsewhere.
public struct Emitter<Element: Sendable>: Sendable {
  let sink: RunSink<Element>

  /// Delivers an element before it returns; dropped when the effect was cancelled or its reactor released.
  @MainActor
  public func callAsFunction(_ element: Element) {
    sink.next(element)
  }
}

extension Observable {
  /// An effect written as an asynchronous function.
  ///
  /// It starts when subscribed, on the main actor, without a hop: what it emits before its first real suspension is
  /// delivered before `subscribe` (for an action: before `send`) returns. Disposal cancels the task, and nothing that
  /// it emits afterwards is delivered. What it throws fails the stream; a `CancellationError` of its own merely ends it.
  /// What it calls away from the main actor runs on ``EffectExecutor/current``.
  public static func run(
    priority: TaskPriority? = nil, _ body: @escaping @MainActor (Emitter<Element>) async throws -> Void
  ) -> Observable {
    Observable { observer in
      let sink = RunSink(observer)
      observer.lifetime.insert(sink)
      sink.begun(
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

  /// The elements of an asynchronous sequence, such as one made with swift-async-algorithms. Disposal cancels it.
  public init<Base: AsyncSequence & Sendable>(_ sequence: Base) where Base.Element == Element {
    self = .run { emit in
      for try await element in sequence { emit(element) }
    }
  }

  /// The stream as an asynchronous sequence. Subscribes when made; ending the iteration disposes. Nothing is dropped:
  /// elements wait without bound for a slow reader.
  @MainActor
  public var values: AsyncThrowingStream<Element, any Error> {
    let (stream, continuation) = AsyncThrowingStream<Element, any Error>.makeStream()
    let lifetime = Lifetime()
    connect(
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

/// The link between a running task and its observer; cut by the end or the disposal.
@MainActor
final class RunSink<Element: Sendable>: Disposable {
  private var observer: Observer<Element>?
  private var task: Task<Void, Never>?
  private var isDisposed = false

  init(_ observer: Observer<Element>) {
    self.observer = observer
  }

  func begun(_ task: Task<Void, Never>) {
    if isDisposed {
      task.cancel()
    } else if observer != nil {
      self.task = task
    }
  }

  /// The observer's lifetime need not be asked: its end cuts the link.
  func next(_ element: Element) {
    observer?.receive(element)
  }

  /// Lets go of the task first: what follows runs inside of it, and must not find itself cancelled.
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
