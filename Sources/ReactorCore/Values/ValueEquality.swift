/// The equality of two values of any type.
///
/// `Equatable` values are compared with `==`. Other values are compared part by part, and never by their text, which
/// may not show a difference. Objects are compared by identity. A value that can be neither compared nor inspected,
/// such as a closure, is compared by its bytes, so it equals only copies of itself.
///
/// There are three exceptions. Pulses are compared by their values, because `==` distinguishes two assignments of equal
/// values, and one of the two assignments is made by the test. Reactors are compared by their types and states, because
/// one of them is created by the test. Two numbers that are both NaN are equal, because otherwise a value would differ
/// from itself.
@MainActor
package struct ValueEquality {
  /// The pairs of reactors being compared, so that cycles end.
  private var reactors: [(any Reactor, any Reactor)] = []
  /// Whether parts were equal only because of an exception.
  private var usedException = false

  private init() {}

  /// Returns whether two values are equal.
  package static func areEqual<Value>(_ left: Value, _ right: Value) -> Bool {
    var equality = ValueEquality()
    return equality.areEqual(left as Any, right as Any)
  }

  private mutating func areEqual(_ left: Any, _ right: Any) -> Bool {
    let (left, right) = (Self.unwrapped(left), Self.unwrapped(right))
    guard type(of: left) == type(of: right) else { return false }
    if let left = left as? any ErasedPulse, let right = right as? any ErasedPulse {
      return isException(areEqual(left.erasedValue, right.erasedValue))
    }
    if let left = left as? any ErasedSecret, let right = right as? any ErasedSecret {
      return areEqual(left.erasedValue, right.erasedValue)
    }
    if let left = left as? any Reactor, let right = right as? any Reactor {
      return isException(areEqual(left, right))
    }
    if let left = left as? any BinaryFloatingPoint, let right = right as? any BinaryFloatingPoint, left.isNaN {
      return isException(right.isNaN)
    }
    // The type is cast rather than the value, because casting an optional value would unwrap it.
    guard let equatable = type(of: left) as? any Equatable.Type else { return haveEqualParts(left, right) }
    func isEqual<Value: Equatable>(_ type: Value.Type) -> Bool {
      guard let left = left as? Value, let right = right as? Value else { return false }
      return left == right
    }
    if isEqual(equatable) { return true }
    // `==` found a difference although all parts are equal. That counts, unless a part was equal only because of an
    // exception.
    let outer = usedException
    usedException = false
    let isExcused = haveEqualParts(left, right) && usedException
    usedException = outer || isExcused
    return isExcused
  }

  private mutating func isException(_ areEqual: Bool) -> Bool {
    if areEqual { usedException = true }
    return areEqual
  }

  private mutating func areEqual(_ left: any Reactor, _ right: any Reactor) -> Bool {
    func state<R: Reactor>(_ reactor: R) -> Any { reactor.currentState }
    if left === right || reactors.contains(where: { $0 === left && $1 === right }) { return true }
    reactors.append((left, right))
    defer { reactors.removeLast() }
    return areEqual(state(left), state(right))
  }

  /// Compares values of one type by reflection.
  private mutating func haveEqualParts(_ left: Any, _ right: Any) -> Bool {
    if type(of: left) is AnyClass { return (left as AnyObject) === (right as AnyObject) }
    let parts = ValueParts(left, right)
    guard let pairs = parts.pairs, pairs.allSatisfy({ areEqual($0.left, $0.right) }) else { return false }
    return parts.areComplete || Self.bytes(of: left) == Self.bytes(of: right)
  }

  /// Returns a value without its existential container, which it has if the property's type is, for example, `any
  /// Sendable`.
  fileprivate static func unwrapped(_ value: Any) -> Any {
    // A generic function, because the compiler would omit a cast between types that it knows.
    func cast<Value, Result>(_ value: Value, to type: Result.Type) -> Result? { value as? Result }
    func unwrap<Value>(_ value: Value) -> Any {
      type(of: value as Any) == Value.self ? value : cast(value, to: Any.self) ?? value
    }
    return _openExistential(value, do: unwrap)
  }

  private static func bytes(of value: Any) -> [UInt8] {
    func bytes<Value>(of value: Value) -> [UInt8] { withUnsafeBytes(of: value) { Array($0) } }
    return _openExistential(value, do: bytes)
  }

  // MARK: Differences that a text does not show

  /// Returns a line for each part that differs between two values although both parts have the same text: its path,
  /// such as `.user.password`, and the text.
  package static func unreadableDifferences<Value>(_ left: Value, _ right: Value) -> [String] {
    var search = UnreadableDifferences()
    search.compare(left as Any, right as Any, path: "")
    return search.lines
  }
}

/// The search for the innermost parts that are unequal but have the same text.
@MainActor
private struct UnreadableDifferences {
  /// The maximum number of differences that are shown.
  private static let most = 20
  private var found: [String] = []
  /// The number of unequal parts that were not inspected because enough differences are shown.
  private var rest = 0

  var lines: [String] { found.sorted() + (rest == 0 ? [] : ["… \(ShortText.grouped(rest)) more"]) }

  mutating func compare(_ left: Any, _ right: Any, path: String) {
    if ValueEquality.areEqual(left, right) { return }
    compareUnequal(left, right, path: path)
  }

  private mutating func compareUnequal(_ left: Any, _ right: Any, path: String) {
    guard found.count < Self.most else { return rest += 1 }
    let (left, right) = (ValueEquality.unwrapped(left), ValueEquality.unwrapped(right))
    if let left = left as? any ErasedPulse, let right = right as? any ErasedPulse {
      return compareUnequal(left.erasedValue, right.erasedValue, path: path)
    }
    let isMasked = left is any ErasedSecret || type(of: left) is AnyClass
    let parts = isMasked || type(of: left) != type(of: right) ? [] : ValueParts(left, right).unequalPairs
    let before = found.count + rest
    for part in parts { compareUnequal(part.left, part.right, path: path + part.path) }
    guard found.count + rest == before else { return }
    let (expected, actual) = (ValueTree(left), ValueTree(right))
    guard expected == actual else { return }
    let types = type(of: left) == type(of: right) ? "" : " (\(type(of: left)) and \(type(of: right)))"
    found.append((path.isEmpty ? "" : "\(path): ") + "both read \(actual.summary + types), but they are not equal")
  }
}

/// The corresponding parts of two values of one type.
@MainActor
private struct ValueParts {
  struct Pair {
    let path: String
    let left: Any
    let right: Any
  }

  /// The pairs, or `nil` if the values have different parts, such as different cases or numbers of elements.
  let pairs: [Pair]?
  /// Whether equal parts imply that the values are equal.
  let areComplete: Bool

  init(_ left: Any, _ right: Any) {
    let (old, new) = (Mirror(reflecting: left), Mirror(reflecting: right))
    let isContainer: Bool
    switch old.displayStyle {
    case .dictionary:
      (isContainer, pairs) = (true, Self.entries(old, new))
    case .collection, .set, .optional:
      (isContainer, pairs) = (true, Self.children(old, new))
    case .enum where old.children.isEmpty && new.children.isEmpty:
      // By default, the text of a case without a payload is its name. A type that describes itself may return another
      // text.
      let isDescribed = left is any CustomStringConvertible || left is any CustomDebugStringConvertible
      (isContainer, pairs) = (!isDescribed, isDescribed || "\(left)" == "\(right)" ? [] : nil)
    default:
      (isContainer, pairs) = (false, Self.children(old, new))
    }
    // A value without parts may be a closure or a C type. A custom mirror may omit parts.
    areComplete = isContainer || !(old.children.isEmpty || left is any CustomReflectable)
  }

  /// The pairs that differ, or none if the values have different parts.
  var unequalPairs: [Pair] {
    (pairs ?? []).filter { !ValueEquality.areEqual($0.left, $0.right) }
  }

  private static func children(_ old: Mirror, _ new: Mirror) -> [Pair]? {
    guard old.children.count == new.children.count else { return nil }
    var pairs: [Pair] = []
    for (index, (left, right)) in zip(old.children, new.children).enumerated() {
      guard left.label == right.label else { return nil }
      let path =
        switch old.displayStyle {
        case .optional: ""
        case .collection, .set: "[\(index)]"
        default: ".\(PulseStamps.name(left.label))"
        }
      pairs.append(Pair(path: path, left: left.value, right: right.value))
    }
    return pairs
  }

  /// Matches the entries of dictionaries by their keys, because equal dictionaries may have different orders.
  private static func entries(_ old: Mirror, _ new: Mirror) -> [Pair]? {
    func entries(_ mirror: Mirror) -> [AnyHashable: Any]? {
      var entries: [AnyHashable: Any] = [:]
      for child in mirror.children {
        let entry = Mirror(reflecting: child.value).children.map(\.value)
        guard entry.count == 2, let key = entry[0] as? AnyHashable else { return nil }
        entries[key] = entry[1]
      }
      return entries.count == mirror.children.count ? entries : nil
    }
    guard let left = entries(old), let right = entries(new) else { return children(old, new) }
    guard left.count == right.count else { return nil }
    var pairs: [Pair] = []
    for (key, value) in left {
      guard let other = right[key] else { return nil }
      pairs.append(Pair(path: "[\(key)]", left: value, right: other))
    }
    return pairs
  }
}
