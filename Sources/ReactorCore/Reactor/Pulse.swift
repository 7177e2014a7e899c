import Synchronization

/// A property of the state that is an event: it fires on every assignment, also of an equal value.
///
/// ```swift
/// struct State { @Pulse var alert: String? }
/// reactor.pulse(unwrapping: \.$alert).bind { … }
/// ```
///
/// Each assignment gets a stamp of its own, unique in the process, so that the event is not lost when the whole state is
/// replaced and the pulse assigned inside one reduce. The value that a state is made with is not an event.
@propertyWrapper
public struct Pulse<Value: Sendable>: Sendable {
  /// The value of the latest assignment.
  public var value: Value {
    didSet { stamp = PulseStamp.next() }
  }
  /// Identifies the latest assignment; 0 for the value that the state was made with.
  public private(set) var stamp: UInt64 = 0

  /// - Parameter wrappedValue: the value before any event.
  public init(wrappedValue: Value) {
    value = wrappedValue
  }

  /// The value; assigning it is the event.
  public var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }

  /// The pulse itself: `\.$alert`.
  public var projectedValue: Pulse { self }
}

/// Tells one assignment from another, also of an equal value: `state(\.$alert)` and `distinctUntilChanged()` lose no
/// event. Pulses that were never assigned are equal if their values are. A test compares `alert`, not `$alert`; the test
/// store compares values by itself.
extension Pulse: Equatable where Value: Equatable {
  /// Whether both are the same assignment.
  public static func == (left: Pulse, right: Pulse) -> Bool {
    left.stamp == right.stamp && (left.stamp != 0 || left.value == right.value)
  }
}

/// A pulse whose value's type is unknown; for the test store, which tells an event from a change.
package protocol ErasedPulse {
  /// The value of the latest assignment.
  var erasedValue: Any { get }
  /// Identifies the latest assignment.
  var stamp: UInt64 { get }
}

extension Pulse: ErasedPulse {
  package var erasedValue: Any { value }
}

/// Hands out the stamps of assignments, from any thread.
enum PulseStamp {
  private static let counter = Atomic<UInt64>(0)

  static func next() -> UInt64 {
    following(counter.wrappingAdd(1, ordering: .relaxed).newValue)
  }

  /// 0 means "never assigned", so a counter that has wrapped around skips it.
  static func following(_ stamp: UInt64) -> UInt64 {
    stamp == 0 ? counter.wrappingAdd(1, ordering: .relaxed).newValue : stamp
  }
}

/// What a subscriber of a pulse is told when it subscribes.
public enum PulseReplay: Sendable {
  /// Only assignments from now on: a toast does not come back when a view binds again.
  case none
  /// The value that stands, also the one that the state was made with, as ReactorKit does.
  case latest
}

extension Reactor {
  /// The value of each assignment of a pulse, equal or not.
  public func pulse<Value: Sendable>(
    _ keyPath: KeyPath<State, Pulse<Value>>, replay: PulseReplay = .latest
  ) -> Observable<Value> {
    let states = state
    return Observable<Value> { observer in
      var last: UInt64?
      states.connect(
        observer.upstream(next: { state in
          let pulse = state[keyPath: keyPath]
          let isFirst = last == nil
          let isAssigned = pulse.stamp != 0 && pulse.stamp != last
          last = pulse.stamp
          if isFirst ? replay == .latest : isAssigned { observer.next(pulse.value) }
        }))
    }
  }

  /// The value of each assignment of a pulse that is not nil. What stands before is not told again unless asked for.
  public func pulse<Value: Sendable>(
    unwrapping keyPath: KeyPath<State, Pulse<Value?>>, replay: PulseReplay = .none
  ) -> Observable<Value> {
    pulse(keyPath, replay: replay).unwrapped()
  }
}
