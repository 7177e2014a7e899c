import ReactorCore
import ShowroomTestSupport
import Testing

/// Streams written as marble diagrams, as in the documentation of the operators, on a virtual clock.
///
/// Each character is one second:
///
/// - `-`: nothing happens; a letter or digit: an element
/// - `|`: the stream finishes; `#`: it fails; `!`: it is canceled
/// - `(ab|)`: events at the same instant, that of the parenthesis
@MainActor
struct Marbles {
  let clock = VirtualClock()

  /// Returns a stream that begins with each subscription.
  func stream(_ diagram: String) -> Observable<String> {
    let events = Marbles.events(diagram)
    return Observable<StreamEvent<String>>.run { [clock] emit in
      var now = 0
      for (second, event) in events {
        if second > now { try await clock.sleep(for: .seconds(second - now)) }
        now = second
        emit(event)
      }
    }.concat(.never).dematerialize()
  }

  /// Subscribes to a stream, lets the time of the expected diagram pass, and compares the events.
  ///
  /// - Parameters:
  ///   - stream: The stream.
  ///   - expected: The diagram.
  ///   - disposal: The second in which the subscription is disposed of; `nil` for the end of the diagram.
  func expect(
    _ stream: Observable<String>, _ expected: String, disposedAt disposal: Int? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async {
    let line = record(stream)
    await clock.advance(by: .seconds(disposal ?? expected.count + 5))
    line.dispose()
    if let disposal { await clock.advance(by: .seconds(max(expected.count - disposal, 0) + 5)) }

    #expect(line.diagram(length: expected.count) == expected, sourceLocation: sourceLocation)
    #expect(clock.sleeperCount == 0, "a timer is left", sourceLocation: sourceLocation)
  }

  /// Subscribes to a stream and records its events with their times.
  func record(_ stream: Observable<String>) -> MarbleLine {
    MarbleLine(stream, clock)
  }

  /// Returns the stream, whose subscriptions are appended to a log as pairs of seconds: `1-4`.
  func logged(_ stream: Observable<String>, in log: Box<[String]>) -> Observable<String> {
    .create { [clock] observer in
      let start = clock.now.offset.components.seconds
      let subscription = stream.subscribe(observer)
      return ActionDisposable {
        log.value.append("\(start)-\(clock.now.offset.components.seconds)")
        subscription.dispose()
      }
    }
  }

  private static func events(_ diagram: String) -> [(second: Int, event: StreamEvent<String>)] {
    var events: [(Int, StreamEvent<String>)] = []
    var group: Int?
    for (column, character) in diagram.enumerated() {
      let second = group ?? column
      switch character {
      case "-": break
      case "(": group = column
      case ")": group = nil
      case "|": events.append((second, .ended(.finished)))
      case "#": events.append((second, .ended(.failed(Failure("#")))))
      case "!": events.append((second, .ended(.canceled)))
      default: events.append((second, .next(String(character))))
      }
    }
    return events
  }
}

/// The recorded events of a stream.
@MainActor
final class MarbleLine {
  private var marbles: [(second: Int, mark: String)] = []
  /// The second and the mark of the end: `6|`.
  private(set) var end: String?
  private let subscription = SerialDisposable()
  /// A closure that is called after each element.
  var onElement: @MainActor (String) -> Void = { _ in }

  init(_ stream: Observable<String>, _ clock: VirtualClock) {
    let start = clock.now
    let append: @MainActor (String) -> Void = { [self] in
      marbles.append((Int(start.duration(to: clock.now).components.seconds), $0))
    }
    subscription.set(
      stream.subscribe(
        Observer(
          next: { [self] in
            append($0)
            onElement($0)
          },
          end: { [self] completion in
            switch completion {
            case .finished: append("|")
            case .failed: append("#")
            case .canceled: append("!")
            }
            end = marbles.last.map { "\($0.second)\($0.mark)" }
          })))
  }

  func dispose() {
    subscription.dispose()
  }

  /// The diagram of the events, continued to `length` if the stream has not ended.
  func diagram(length: Int = 0) -> String {
    var diagram = ""
    var index = 0
    while index < marbles.count {
      let second = marbles[index].second
      let marks = marbles[index...].prefix { $0.second == second }.map(\.mark)
      index += marks.count
      diagram += String(repeating: "-", count: max(0, second - diagram.count))
      // An instant that a group of the previous one covers.
      if diagram.count > second { diagram += "[\(second)]" }
      diagram += marks.count == 1 ? marks[0] : "(" + marks.joined() + ")"
    }
    if end != nil { return diagram }
    return diagram + String(repeating: "-", count: max(0, length - diagram.count))
  }
}
