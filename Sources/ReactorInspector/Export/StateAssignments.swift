import ReactorCore

/// The assignments that turn a state into the next one, property by property: `$0.value = 1`.
@MainActor
enum StateAssignments {
  static func between(_ before: Any, and after: Any) throws(SwiftLiteral.Failure) -> [String] {
    let (old, new) = (Mirror(reflecting: before), Mirror(reflecting: after))
    guard new.displayStyle == .struct, type(of: before) == type(of: after) else {
      return areSame(before, after) ? [] : ["$0 = \(try SwiftLiteral.text(of: after, path: "state"))"]
    }
    return try properties(old, new, target: "$0", path: "state")
  }

  private static func properties(
    _ old: Mirror, _ new: Mirror, target: String, path: String
  ) throws(SwiftLiteral.Failure) -> [String] {
    var lines: [String] = []
    for (old, new) in zip(old.children, new.children) {
      let name = PulseStamps.name(new.label)
      lines += try assignments(
        old.value, new.value, isStorage: new.label != name, target: "\(target).\(name)", path: "\(path).\(name)")
    }
    return lines
  }

  /// - Parameter isStorage: Whether the values are those of a property wrapper.
  private static func assignments(
    _ before: Any, _ after: Any, isStorage: Bool, target: String, path: String
  ) throws(SwiftLiteral.Failure) -> [String] {
    if let old = before as? any ErasedPulse, let new = after as? any ErasedPulse {
      guard new.stamp != old.stamp else { return [] }
      return ["\(target) = \(try SwiftLiteral.text(of: new.erasedValue, path: path))"]
    }
    if areSame(before, after) { return [] }
    if isStorage { throw SwiftLiteral.Failure(type: "\(type(of: after))", path: path) }
    let (old, new) = (Mirror(reflecting: before), Mirror(reflecting: after))
    if new.displayStyle == .struct, type(of: before) == type(of: after), new.children.count > 1,
      zip(old.children, new.children).contains(where: { areSame($0.value, $1.value) }), !(after is Duration)
    {
      return try properties(old, new, target: target, path: path)
    }
    return ["\(target) = \(try SwiftLiteral.text(of: after, path: path))"]
  }

  /// Whether two values are equal and read the same.
  static func areSame(_ left: Any, _ right: Any) -> Bool {
    func isEqual<Value: Equatable>(_ left: Value) -> Bool { (right as? Value) == left }
    if let left = left as? any Equatable, !isEqual(left) { return false }
    return ValueEquality.areEqual(left, right) && ValueTree(left) == ValueTree(right)
  }
}
