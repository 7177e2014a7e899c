/// A change to one property of a state. Actions and mutations can carry it, so that a form does not need a case for
/// each field.
///
/// ```swift
/// enum Action: Assigning { case set(Assignment<State>), submit }
/// enum Mutation: Assigning { case set(Assignment<State>), setSending(Bool) }
///
/// func mutate(action: Action) -> Observable<Mutation> {
///   switch action {
///   case .set(let assignment): .just(.set(assignment))
///   case .submit: submit(currentState)
///   }
/// }
///
/// func reduce(into state: inout State, mutation: Mutation) {
///   switch mutation {
///   case .set(let assignment): assignment.apply(to: &state)
///   case .setSending(let isSending): state.isSending = isSending
///   }
/// }
/// ```
///
/// A view binds a control to the property in both directions (`bind(name, to: \.name)`), and code sends `.set(\.name,
/// "Ada")`. To react to a particular property, a reactor compares ``keyPath``.
public struct Assignment<Root>: Sendable {
  private let property: PartialKeyPath<Root> & Sendable
  /// The new value.
  public let value: any Hashable & Sendable
  private let assign: @Sendable (inout Root) -> Void

  /// Creates the assignment of a value to a property.
  public init<Value: Hashable & Sendable>(_ keyPath: WritableKeyPath<Root, Value> & Sendable, _ value: Value) {
    property = keyPath
    self.value = value
    assign = { $0[keyPath: keyPath] = value }
  }

  /// The property.
  public var keyPath: PartialKeyPath<Root> { property }

  /// Assigns the value.
  public func apply(to root: inout Root) { assign(&root) }
}

extension Assignment: Hashable {
  /// Returns whether both assign the same value to the same property.
  public static func == (one: Assignment, other: Assignment) -> Bool {
    one.keyPath == other.keyPath && AnyHashable(one.value) == AnyHashable(other.value)
  }

  /// Adds the property and the value to a hash.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(keyPath)
    hasher.combine(AnyHashable(value))
  }
}

extension Assignment: CustomReflectable {
  /// The property and the value, with confidential values masked.
  public var customMirror: Mirror { Mirror(self, children: ["property": "\(keyPath)", "value": value]) }
}

/// An action or a mutation that may be the assignment of a property of the state.
public protocol Assigning<Root>: Sendable {
  /// The state.
  associatedtype Root
  /// Returns the action of an assignment.
  static func set(_ assignment: Assignment<Root>) -> Self
}

extension Assigning {
  /// Returns the assignment of a value to a property of the state.
  public static func set<Value: Hashable & Sendable>(
    _ keyPath: WritableKeyPath<Root, Value> & Sendable, _ value: Value
  ) -> Self {
    .set(Assignment(keyPath, value))
  }
}
