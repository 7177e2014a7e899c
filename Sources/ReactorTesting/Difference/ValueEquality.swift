import ReactorCore

/// Returns whether two values of one type are equal: with `==` if they are `Equatable`, and by their descriptions
/// otherwise.
///
/// Pulses are compared by their values, because `==` distinguishes two assignments of equal values, one of which is the
/// test's. Reactors are compared by their types and states, because one of them is the test's.
@MainActor
func areEqual<Value>(_ left: Value, _ right: Value) -> Bool {
  func compare<T: Equatable>(_ left: T) -> Bool { (right as? T) == left }
  guard let equatable = left as? any Equatable else { return ValueTree(left) == ValueTree(right) }
  return compare(equatable) || containsPulseOrReactor(left) && haveEqualParts(left, right)
}

/// Returns whether two values have equal pulses, reactors, or children.
@MainActor
private func haveEqualParts(_ left: Any, _ right: Any) -> Bool {
  if let left = left as? any ErasedPulse, let right = right as? any ErasedPulse {
    return areEqual(left.erasedValue, right.erasedValue)
  }
  if let left = left as? any Reactor, let right = right as? any Reactor {
    return type(of: left) == type(of: right) && ValueTree(left) == ValueTree(right)
  }
  let (left, right) = (Mirror(reflecting: left), Mirror(reflecting: right))
  guard left.children.count == right.children.count else { return false }
  return zip(left.children, right.children).allSatisfy { $0.label == $1.label && areEqual($0.value, $1.value) }
}

/// Returns whether a value has a pulse or a reactor in it. Searches structs, optionals, tuples, enums, and arrays.
@MainActor
private func containsPulseOrReactor(_ value: Any) -> Bool {
  if value is any ErasedPulse || value is any Reactor { return true }
  let mirror = Mirror(reflecting: value)
  switch mirror.displayStyle {
  case .struct, .optional, .tuple, .enum, .collection:
    return mirror.children.contains { containsPulseOrReactor($0.value) }
  default: return false
  }
}
