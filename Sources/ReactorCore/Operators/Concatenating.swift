extension Observable {
  /// Returns the elements of the streams one after another. Each stream is subscribed to when the previous one has
  /// finished.
  ///
  /// ```
  /// first               -a-b-|
  /// second                   -c-|
  /// concat              -a-b--c-|
  /// ```
  ///
  /// An element is fully delivered (a reactor has reduced it) before the next stream is subscribed to. A failure or a
  /// cancellation ends the sequence; use ``ObservableConvertible/bracketed(by:and:)`` for a last element that must be
  /// delivered even after a failure.
  public static func concat(_ streams: Observable...) -> Observable {
    concat(streams)
  }

  /// Returns the elements of the streams one after another. Each stream is subscribed to when the previous one has
  /// finished.
  public static func concat(_ streams: [Observable]) -> Observable {
    Observable { observer in
      ConcatSink(streams, observer).advance()
    }
  }
}

extension ObservableConvertible {
  /// Returns the elements of this stream, followed by those of another stream when this one has finished.
  ///
  /// ```
  /// self                -a-b-|
  /// other                    -c-|
  /// concat(other)       -a-b--c-|
  /// ```
  public func concat(_ other: Observable<Element>) -> Observable<Element> {
    .concat(asObservable(), other)
  }

  /// Returns this stream enclosed in two elements: `first` before it, and `last` when it finishes or fails. A failure
  /// is delivered after `last`.
  ///
  /// ```
  /// self                        -a-#
  /// bracketed(by: x, and: z)    xa-(z#)
  /// ```
  ///
  /// ```swift
  /// load().bracketed(by: .setLoading(true), and: .setLoading(false))
  ///   .catch { .just(.setFailure("\($0)")) }
  ///   .cancellable(id: Effect.load)
  /// ```
  ///
  /// An effect that is canceled by its ID does not emit `last`, because its successor has emitted `first` by then. To
  /// cancel without a successor, emit `last` explicitly:
  ///
  /// ```swift
  /// .concat(.cancel(id: Effect.load), .just(.setLoading(false)))
  /// ```
  public func bracketed(by first: Element, and last: Element) -> Observable<Element> {
    .concat(.just(first), self.catch { .concat(.just(last), .error($0)) }, .just(last))
  }

  /// Returns `elements`, then the elements of this stream.
  ///
  /// ```
  /// self                -a-b-|
  /// startWith(x)        xa-b-|
  /// ```
  public func startWith(_ elements: Element...) -> Observable<Element> {
    .concat(.from(elements), asObservable())
  }
}

/// The subscription to the current stream of a `concat`. Streams that end synchronously are handled in a loop rather
/// than by recursion, so any number of `.just` streams needs a constant amount of stack.
@MainActor
final class ConcatSink<Element: Sendable> {
  private let streams: [Observable<Element>]
  private let observer: Observer<Element>
  private var index = 0
  private var isWaiting = false
  private var isAdvancing = false

  init(_ streams: [Observable<Element>], _ observer: Observer<Element>) {
    self.streams = streams
    self.observer = observer
  }

  func advance() {
    guard !isAdvancing else { return }
    isAdvancing = true
    defer { isAdvancing = false }
    while !isWaiting {
      guard index < streams.count else { return observer.end(.finished) }
      let stream = streams[index]
      index += 1
      if case .just(let element) = stream.source {
        observer.next(element)
        continue
      }
      isWaiting = true
      stream.connect(observer.child(next: { [observer] in observer.next($0) }, end: { [self] in ended($0) }))
    }
  }

  private func ended(_ completion: Completion) {
    guard case .finished = completion else { return observer.end(completion) }
    isWaiting = false
    advance()
  }
}
