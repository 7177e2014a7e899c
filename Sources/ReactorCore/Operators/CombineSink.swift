/// The elements of one stream that an operator has not yet combined with those of other streams.
@MainActor
protocol Parts<Part>: AnyObject {
  associatedtype Part: Sendable

  /// Whether there is no element.
  var isEmpty: Bool { get }
  /// Whether the stream has ended.
  var hasEnded: Bool { get set }

  func append(_ part: Part)
}

/// The latest element of a stream, for `combineLatest`.
@MainActor
final class LatestPart<Part: Sendable>: Parts {
  private(set) var element: Part?
  var hasEnded = false

  var isEmpty: Bool { element == nil }

  func append(_ part: Part) {
    element = part
  }
}

/// The elements of a stream that wait for those of other streams, for `zip`.
@MainActor
final class WaitingParts<Part: Sendable>: Parts {
  private var queue = WorkQueue<Part>()
  private var count = 0
  var hasEnded = false

  var isEmpty: Bool { count == 0 }

  func append(_ part: Part) {
    queue.append(part)
    count += 1
  }

  func takeFirst() -> Part? {
    count -= 1
    return queue.popFirst()
  }
}

/// The subscriptions to the streams of a `combineLatest` or `zip`. Ends when all streams have ended, or when one
/// without a pending element has ended.
@MainActor
final class CombineSink<Combined: Sendable> {
  private let observer: Observer<Combined>
  /// Whether combining removes the elements, as in `zip`.
  private let usesUp: Bool
  /// Combines one element of each stream. Called only when every stream has one.
  private let combine: @MainActor () -> Combined?
  private var streams: [any Parts] = []
  private var connections: [@MainActor () -> Void] = []
  private var missingCount = 0
  private var open = OpenStreams(0)

  init(_ observer: Observer<Combined>, usesUp: Bool, combine: @escaping @MainActor () -> Combined?) {
    self.observer = observer
    self.usesUp = usesUp
    self.combine = combine
  }

  /// Adds a stream, which is subscribed to by ``connect()``.
  func add<Part: Sendable>(_ stream: Observable<Part>, _ parts: some Parts<Part>) {
    streams.append(parts)
    missingCount += 1
    open.add()
    connections.append { [self] in
      stream.connect(
        observer.child(next: { [self] in receive($0, parts) }, end: { [self] in ended($0, parts) }))
    }
  }

  /// Subscribes to the streams, in order.
  func connect() {
    if streams.isEmpty { observer.end(.finished) }
    let connections = connections
    self.connections = []
    for connect in connections { connect() }
  }

  private func receive<Part: Sendable>(_ part: Part, _ parts: some Parts<Part>) {
    if parts.isEmpty { missingCount -= 1 }
    parts.append(part)
    guard missingCount == 0, let combined = combine() else { return }
    guard usesUp else { return observer.next(combined) }
    missingCount = streams.count { $0.isEmpty }
    observer.next(combined)
    if streams.contains(where: { $0.hasEnded && $0.isEmpty }) { observer.end(open.end) }
  }

  private func ended(_ completion: Completion, _ parts: some Parts) {
    parts.hasEnded = true
    if let completion = open.ended(completion, isLast: parts.isEmpty) { observer.end(completion) }
  }
}

/// Returns the elements if none of them is `nil`.
func allPresent<each Element>(_ elements: repeat (each Element)?) -> (repeat each Element)? {
  try? (repeat present(each elements))
}

private func present<Element>(_ element: Element?) throws -> Element {
  guard let element else { throw MissingElement() }
  return element
}

private struct MissingElement: Error {}
