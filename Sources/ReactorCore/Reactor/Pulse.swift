import Synchronization

/// A property of the state that represents an event. It fires on every assignment, even of an equal value.
///
/// ```swift
/// struct State { @Pulse var alert: String? }
/// reactor.pulse(unwrapping: \.$alert).bind { … }
/// ```
///
/// Each assignment has a stamp that is unique in the process, so the event is not lost when a single reduce replaces
/// the whole state and assigns the pulse. The initial value of a state is not an event.
@propertyWrapper
public struct Pulse<Value: Sendable>: Sendable {
  /// The most recently assigned value.
  public var value: Value {
    didSet { stamp = PulseStamp.next() }
  }
  /// A number that identifies the most recent assignment, or 0 for the initial value.
  package private(set) var stamp: UInt64 = 0

  /// Creates a pulse with an initial value, which is not an event.
  public init(wrappedValue: Value) {
    value = wrappedValue
  }

  /// The value. Every assignment is an event.
  public var wrappedValue: Value {
    get { value }
    set { value = newValue }
  }

  /// The pulse: `\.$alert`.
  public var projectedValue: Pulse { self }
}

/// Pulses are equal if they result from the same assignment, so `state(\.$alert)` and `distinctUntilChanged()` lose no
/// event. Pulses that were never assigned are equal if their values are equal. In a test, compare `alert`, not
/// `$alert`; the test store compares the values.
extension Pulse: Equatable where Value: Equatable {
  /// Returns whether both result from the same assignment.
  public static func == (left: Pulse, right: Pulse) -> Bool {
    left.stamp == right.stamp && (left.stamp != 0 || left.value == right.value)
  }
}

/// A pulse with an erased value type, for the test store.
package protocol ErasedPulse {
  /// The most recently assigned value.
  var erasedValue: Any { get }
  /// A number that identifies the most recent assignment.
  var stamp: UInt64 { get }
}

extension Pulse: ErasedPulse {
  package var erasedValue: Any { value }
}

/// The generator of assignment stamps, for use from any thread.
enum PulseStamp {
  private static let counter = Atomic<UInt64>(0)

  static func next() -> UInt64 {
    following(counter.wrappingAdd(1, ordering: .relaxed).newValue)
  }

  /// Returns `stamp`, or the next one if the counter has wrapped to 0, which means "never assigned".
  static func following(_ stamp: UInt64) -> UInt64 {
    stamp == 0 ? counter.wrappingAdd(1, ordering: .relaxed).newValue : stamp
  }
}

/// The element that a subscriber to a pulse receives when it subscribes.
public enum PulseReplay: Sendable {
  /// None: only later assignments are delivered, so a toast does not reappear when a view binds again.
  case none
  /// The current value, even the initial one, as in ReactorKit.
  case latest
}

extension Reactor {
  /// Returns a stream of the values assigned to a pulse, whether equal or not.
  ///
  /// - Parameters:
  ///   - keyPath: The key path to the pulse: `\.$alert`.
  ///   - replay: The element that a new subscriber receives; by default, the current value.
  public func pulse<Value: Sendable>(
    _ keyPath: KeyPath<State, Pulse<Value>>, replay: PulseReplay = .latest
  ) -> Observable<Value> {
    let states = state
    return Observable<Value> { [weak store] observer in
      var last: UInt64?
      states.connect(
        observer.upstream(next: { state in
          // A past state is shown, but its events must not happen again.
          if last != nil, store?.past?.isShown == true { return }
          let pulse = state[keyPath: keyPath]
          let isFirst = last == nil
          let isAssigned = pulse.stamp != 0 && pulse.stamp != last
          // Without replay, what was assigned before the subscription must not be delivered with the present, either.
          let known = isFirst && replay == .none ? store?.stateWithKnownPulses ?? state : state
          last = known[keyPath: keyPath].stamp
          guard isFirst ? replay == .latest : isAssigned else { return }
          // Waits until nothing that is sent in response is dropped.
          if !isFirst, let past = store?.past {
            past.pulses.append { observer.next(pulse.value) }
          } else {
            observer.next(pulse.value)
          }
        }))
    }
  }

  /// Returns a stream of the non-`nil` values assigned to a pulse.
  ///
  /// - Parameters:
  ///   - keyPath: The key path to the pulse: `\.$alert`.
  ///   - replay: The element that a new subscriber receives; by default, none.
  public func pulse<Value: Sendable>(
    unwrapping keyPath: KeyPath<State, Pulse<Value?>>, replay: PulseReplay = .none
  ) -> Observable<Value> {
    pulse(keyPath, replay: replay).unwrapped()
  }
}
