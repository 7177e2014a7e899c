import Foundation
import ReactorCore
import ReactorTesting
import Testing

/// Attempts to fool the test store: changes of every kind of value, at every place in a state, that no test states.
@MainActor
@Suite struct UnstatedChangeTests {
  /// A reactor whose only mutation replaces a value of its state.
  private final class Holder: Reactor {
    typealias Action = Shape
    struct State {
      var unrelated = 0
      var shape: Shape
    }
    let store: Store<Holder>

    init(_ shape: Shape) { store = Store(State(shape: shape)) }

    func reduce(into state: inout State, mutation: Shape) { state.shape = mutation }
  }

  /// A place of a value in a state.
  enum Shape: Sendable {
    case direct(any Sendable)
    case labeled(first: Int, value: any Sendable)
    case optional((any Sendable)?)
    case array([any Sendable])
    case dictionary([String: any Sendable])
    case keyed([Key: any Sendable])
    case tuple((Int, any Sendable))
    case nested(Nested)
    case described(Described)
    case secret(Secret<any Sendable>)
    case result(Result<any Sendable, any Error>)
    case failure(any Error)
    case slice(ArraySlice<any Sendable>)

    struct Nested: Sendable {
      var name = "nested"
      var inner: Wrapper
    }
    struct Wrapper: Sendable { var value: any Sendable }
    struct Described: Sendable, CustomStringConvertible, CustomDebugStringConvertible {
      var value: any Sendable
      var description: String { "described" }
      var debugDescription: String { "described" }
    }
    struct Failed: Error { var reason: any Sendable }
    enum Key: Hashable { case a, b(Int) }

    static let all: [@Sendable (any Sendable) -> Shape] = [
      { .direct($0) },
      { .labeled(first: 1, value: $0) },
      { .optional($0) },
      { .array([1, $0, "last"]) },
      { .dictionary(["a": 1, "b": $0, "c": "last"]) },
      { .keyed([.a: 1, .b(1): $0, .b(2): "last"]) },
      { .tuple((1, $0)) },
      { .nested(Nested(inner: Wrapper(value: $0))) },
      { .described(Described(value: $0)) },
      { .secret(Secret($0)) },
      { .result(.success($0)) },
      { .failure(Failed(reason: $0)) },
      { .slice([0, $0, 2][1...]) },
    ]
  }

  /// A kind of value: two values that differ, created again by each call.
  struct Kind: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let old: @Sendable () -> any Sendable
    let new: @Sendable () -> any Sendable
    /// Whether a newly created value equals the earlier one.
    var hasEquality = true

    init<Value: Sendable>(
      _ name: String, hasEquality: Bool = true, old: @autoclosure @escaping @Sendable () -> Value,
      new: @autoclosure @escaping @Sendable () -> Value
    ) {
      (testDescription, self.old, self.new, self.hasEquality) = (name, old, new, hasEquality)
    }
  }

  struct Rounded: Hashable, CustomStringConvertible {
    var value: Double
    var description: String { "\(Int(value))" }
  }
  struct RoundedParts: CustomStringConvertible, Sendable {
    var value: Double
    var description: String { "\(Int(value))" }
  }
  struct Plain: Sendable { var number: Int; var text = "text" }
  struct Hiding: Sendable, CustomReflectable {
    var shown = 1
    var hidden: Int
    var customMirror: Mirror { Mirror(self, children: ["shown": shown]) }
  }
  struct Opaque: Sendable, CustomReflectable {
    var hidden: Int
    var customMirror: Mirror { Mirror(self, children: []) }
  }
  struct HidingEquatable: Equatable, CustomReflectable, CustomStringConvertible {
    var hidden: Int
    var description: String { "hidden" }
    var customMirror: Mirror { Mirror(self, children: []) }
  }
  enum Mode: Sendable { case first, second, third(Plain), fourth(Plain), fifth(since: Int, by: Plain), sixth(Noticing) }
  enum DescribedMode: Sendable, CustomStringConvertible {
    case first, second, third(Plain)
    var description: String { "mode" }
  }
  indirect enum Tree: Sendable { case leaf(Rounded), node(Tree, Tree) }
  final class Engine: Sendable, CustomStringConvertible {
    var description: String { "engine" }
  }
  struct Noticing: Sendable {
    @Pulse var notice: String?

    init() {}

    /// Copies the value, not the assignment.
    init(_ other: Noticing) { _notice = Pulse(wrappedValue: other.notice) }
  }
  final class Row: Reactor {
    typealias Action = NoAction
    struct State: Sendable { var title: String }
    let store: Store<Row>
    init(_ title: String) { store = Store(State(title: title)) }
  }
  struct Generic<Value: Sendable>: Sendable { var value: Value }
  struct Failure: LocalizedError, CustomStringConvertible {
    var code: Int
    var description: String { "It failed." }
  }
  nonisolated static let engines = [Engine(), Engine()]
  nonisolated static let closures: [@Sendable () -> Int] = (0..<2).map { number in { number } }

  /// Returns a value whose pulse has been assigned.
  nonisolated static func noticing(_ notice: String?) -> Noticing {
    var value = Noticing()
    value.notice = notice
    return value
  }

  nonisolated static func row(_ title: String) -> Row { MainActor.assumeIsolated { Row(title) } }

  /// Pulses that are assigned an equal value: events, though nothing else has changed.
  nonisolated static let events: [Kind] = [
    Kind("pulse of an equal value", old: noticing("a"), new: noticing("a")),
    Kind("pulse of an equal value in an array", old: [Noticing(), noticing("a")], new: [Noticing(), noticing("a")]),
    Kind("pulse of an equal value in a dictionary", old: [1: noticing("a")], new: [1: noticing("a")]),
    Kind("pulse of an equal value in a secret", old: Secret(noticing("a")), new: Secret(noticing("a"))),
    Kind("pulse of an equal value in a case", old: Optional(Mode.sixth(noticing("a"))), new: .sixth(noticing("a"))),
    Kind(
      "one of many pulses", old: (0..<30).map { _ in Generic(value: [[noticing("a")]]) },
      new: (0..<30).map { _ in Generic(value: [[noticing("a")]]) }),
  ]

  nonisolated static let kinds: [Kind] = [
    Kind("pulse", old: noticing("a"), new: noticing("b")),
    Kind("pulse in an array", old: [noticing("a")], new: [noticing("b")]),
    Kind("reactor", old: row("a"), new: row("b")),
    Kind("reactor in an array", old: [row("a"), row("b")], new: [row("a"), row("c")]),
    Kind("Secret", old: Secret("a"), new: Secret("b")),
    Kind("Secret of a value without ==", old: Secret(Plain(number: 1)), new: Secret(Plain(number: 2))),
    Kind("Data of equal length", old: Data([1, 2, 3]), new: Data([1, 2, 4])),
    Kind("Date within a second", old: Date(timeIntervalSince1970: 10.1), new: Date(timeIntervalSince1970: 10.2)),
    Kind("rounding description", old: Rounded(value: 1.2), new: Rounded(value: 1.4)),
    Kind("rounding description without ==", old: RoundedParts(value: 1.2), new: RoundedParts(value: 1.4)),
    Kind("the last digit of a Double", old: 0.1, new: (0.1).nextUp),
    Kind("Float", old: Float(1), new: Float(1).nextUp),
    Kind("a number and one that is not", old: Double.nan, new: 1.0),
    Kind("types of numbers", old: Int32(1) as any Sendable, new: Int64(1) as any Sendable),
    Kind("optional and its value", old: Optional(1) as any Sendable, new: 1 as any Sendable),
    Kind("nil and its text", old: Optional<Int>.none as any Sendable, new: Optional<String>.none as any Sendable),
    Kind("optional", old: Optional(Plain(number: 1)), new: nil),
    Kind("optional of an optional", old: Optional<Int?>.some(nil), new: nil),
    Kind("String", old: "a", new: "a\u{200B}"),
    Kind("String and Substring", old: "a" as any Sendable, new: Substring("a") as any Sendable),
    Kind("struct", old: Plain(number: 1), new: Plain(number: 2)),
    Kind("array", old: [Plain(number: 1), Plain(number: 2)], new: [Plain(number: 1), Plain(number: 3)]),
    Kind("order", old: [Rounded(value: 1.2), Rounded(value: 1.4)], new: [Rounded(value: 1.4), Rounded(value: 1.2)]),
    Kind("array and slice", old: [1] as any Sendable, new: [1][...] as any Sendable),
    Kind("dictionary", old: ["a": Plain(number: 1)], new: ["a": Plain(number: 2)]),
    Kind("keys", old: [Rounded(value: 1.2): 1], new: [Rounded(value: 1.4): 1]),
    Kind("set", old: Set([Rounded(value: 1.2)]), new: Set([Rounded(value: 1.4)])),
    Kind("case", old: Mode.first, new: .second),
    Kind("case with a payload", old: Mode.third(Plain(number: 1)), new: .fourth(Plain(number: 1))),
    Kind("payload", old: Mode.third(Plain(number: 1)), new: .third(Plain(number: 2))),
    Kind(
      "labeled payload", old: Mode.fifth(since: 1, by: Plain(number: 1)), new: .fifth(since: 1, by: Plain(number: 2))),
    Kind("case with a description", old: DescribedMode.first, new: .second),
    Kind("payload with a description", old: DescribedMode.third(Plain(number: 1)), new: .third(Plain(number: 2))),
    Kind(
      "indirect case", old: Tree.node(.leaf(Rounded(value: 1.2)), .leaf(Rounded(value: 2))),
      new: .node(.leaf(Rounded(value: 1.4)), .leaf(Rounded(value: 2)))),
    Kind("object", hasEquality: false, old: engines[0], new: engines[1]),
    Kind("closure", hasEquality: false, old: closures[0], new: closures[1]),
    Kind("closure in a struct", hasEquality: false, old: Generic(value: closures[0]), new: Generic(value: closures[1])),
    Kind("type", old: Generic<Any.Type>(value: Int.self), new: Generic<Any.Type>(value: String.self)),
    Kind("mirror that hides a property", hasEquality: false, old: Hiding(hidden: 1), new: Hiding(hidden: 2)),
    Kind("mirror without children", hasEquality: false, old: Opaque(hidden: 1), new: Opaque(hidden: 2)),
    Kind("mirror of an Equatable", old: HidingEquatable(hidden: 1), new: HidingEquatable(hidden: 2)),
    Kind("error", old: Failure(code: 1), new: Failure(code: 2)),
    Kind("generic wrapper", old: Generic(value: Rounded(value: 1.2)), new: Generic(value: Rounded(value: 1.4))),
    Kind(
      "UUID", old: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16)),
      new: UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17))),
    Kind("URL", old: URL(filePath: "/a"), new: URL(filePath: "/b")),
    Kind("key path", old: \Plain.number as any Sendable, new: \Plain.text as any Sendable),
    Kind("range", old: 1..<2, new: 1..<3),
    Kind("Duration", old: Duration.seconds(1), new: .seconds(1) + .nanoseconds(1)),
    Kind("Substring", old: Substring("a"), new: Substring("b")),
    Kind("Character", old: Character("a"), new: "á"),
  ]

  @MainActor
  final class Reports {
    var messages: [String] = []
  }

  /// Returns the failures of a test that sends a mutation and states a change.
  private func failures(from old: Shape, to new: Shape, stating change: (inout Holder.State) -> Void) -> [String] {
    let reports = Reports()
    let store = TestStore(Holder(old), exhaustivity: .on) { message, _ in reports.messages.append(message) }
    store.send(new) { expect in expect(new, change) }
    return reports.messages
  }

  @Test(arguments: kinds + events) func `a change of a value that is not stated fails`(_ kind: Kind) {
    for shape in Shape.all {
      let (old, new) = (shape(kind.old()), shape(kind.new()))

      for (before, after) in [(old, new), (new, old)] {
        let unstated = failures(from: before, to: after) { _ in }

        #expect(unstated.count == 1, "\(before)")
        #expect(unstated.first?.hasPrefix("The state after") == true)
      }
    }
  }

  @Test(arguments: kinds + events) func `a change that is stated passes, and one that is stated incorrectly fails`(
    _ kind: Kind
  ) {
    for shape in Shape.all {
      let (old, new) = (shape(kind.old()), shape(kind.new()))
      let again = kind.hasEquality ? shape(kind.new()) : new

      #expect(failures(from: old, to: new) { $0.shape = new } == [])
      #expect(failures(from: old, to: old) { _ in } == [])
      #expect(failures(from: old, to: new) { $0.shape = old }.count == 1)
      #expect(failures(from: old, to: new) { $0.shape = again } == [], "\(new)")
    }
  }

  @Test(arguments: kinds) func `a mutation other than the stated one fails`(_ kind: Kind) {
    for shape in Shape.all {
      let (old, new) = (shape(kind.old()), shape(kind.new()))
      let reports = Reports()
      let store = TestStore(Holder(old)) { message, _ in reports.messages.append(message) }

      store.send(new) { expect in expect(old) { $0.shape = new } }

      #expect(reports.messages.count == 1)
      #expect(reports.messages.first?.hasPrefix("A different mutation arrived") == true)
    }
  }

  /// A reactor whose only action is answered with an output.
  private final class Speaker: Reactor {
    enum Action { case say(Shape) }
    typealias Output = Shape
    struct State {}
    let store = Store<Speaker>(State())

    func mutate(action: Action) -> Observable<Action> {
      switch action {
      case .say(let shape): output(shape)
      }
    }
  }

  @Test(arguments: kinds) func `an output other than the stated one fails, and the stated one passes`(_ kind: Kind) {
    for shape in Shape.all {
      let (old, new) = (shape(kind.old()), shape(kind.new()))
      #expect(outputFailures(stating: old, saying: new).count == 1, "\(new)")
      #expect(outputFailures(stating: new, saying: old).count == 1, "\(old)")
      #expect(outputFailures(stating: new, saying: new) == [], "\(new)")
    }
  }

  private func outputFailures(stating stated: Shape, saying said: Shape) -> [String] {
    let reports = Reports()
    let store = TestStore(Speaker()) { message, _ in reports.messages.append(message) }
    store.send(.say(said)) { expect in expect(output: stated) }
    return reports.messages
  }

  @Test func `an element that moves with its pulse is not an event`() {
    let (first, second) = (Self.noticing("a"), Self.noticing("b"))
    let (old, new) = (Shape.array([first, second]), Shape.array([Noticing(), second, first]))

    #expect(failures(from: old, to: new) { $0.shape = .array([Noticing(), Noticing(second), Noticing(first)]) } == [])
  }

  @Test func `the message names a pulse that was assigned an equal value`() {
    let (old, new) = (Self.noticing("a"), Self.noticing("a"))

    let shown = failures(from: .array([1, old]), to: .array([1, new])) { _ in }
    #expect(shown.first?.contains("notice: \"a\" (fired)") == true)
    let hidden = failures(from: .secret(Secret(old)), to: .secret(Secret(new))) { _ in }
    #expect(hidden.first?.contains("  .shape.secret.notice: was assigned\n") == true, "\(hidden)")
  }
}
