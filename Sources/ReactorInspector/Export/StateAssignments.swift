import ReactorCore

/// The assignments that turn a state into the next one, property by property: `$0.value = 1`.
@MainActor
enum StateAssignments {
  /// - Parameter literal: The writer of the values, which records their modules.
  static func between(
    _ before: Any, and after: Any, _ literal: inout SwiftLiteral
  ) throws(SwiftLiteral.Failure) -> [String] {
    try assignments(before, after, isStorage: false, target: "$0", path: "state", &literal)
  }

  /// - Parameter isStorage: Whether the values belong to a property wrapper.
  private static func assignments(
    _ before: Any, _ after: Any, isStorage: Bool, target: String, path: String, _ literal: inout SwiftLiteral
  ) throws(SwiftLiteral.Failure) -> [String] {
    if let old = before as? any ErasedPulse, let new = after as? any ErasedPulse {
      guard new.stamp != old.stamp else { return [] }
      return ["\(target) = \(try literal.text(of: new.erasedValue, path: path))"]
    }
    // A pulse is assigned separately, because a pulse inside a literal would not be an event.
    let hasEvent = !PulseStamps(of: after).fired(since: PulseStamps(of: before)).isEmpty
    if !hasEvent, areSame(before, after) { return [] }
    if isStorage { throw SwiftLiteral.Failure(type: "\(type(of: after))", path: path) }
    let parts = Parts(before, after, target: target, path: path)
    if let parts, hasEvent || parts.isWorthwhile, !(after is Duration) {
      literal.use(type(of: after))
      var lines: [String] = []
      for part in parts.pairs {
        lines += try assignments(
          part.old, part.new, isStorage: part.isStorage, target: part.target, path: part.path, &literal)
      }
      return lines
    }
    if hasEvent { throw SwiftLiteral.Failure(type: "\(type(of: after))", path: path) }
    return ["\(target) = \(try literal.text(of: after, path: path))"]
  }

  /// Returns whether two values are equal and have the same text.
  static func areSame(_ left: Any, _ right: Any) -> Bool {
    func isEqual<Value: Equatable>(_ left: Value) -> Bool { (right as? Value) == left }
    if let left = left as? any Equatable, !isEqual(left) { return false }
    return ValueEquality.areEqual(left, right) && ValueTree(left) == ValueTree(right)
  }

  /// The parts of two values that can be assigned individually.
  @MainActor
  private struct Parts {
    struct Pair {
      let old: Any
      let new: Any
      var isStorage = false
      let target: String
      let path: String
    }

    var pairs: [Pair] = []
    /// Whether individual assignments are easier to read than an assignment of the whole value.
    var isWorthwhile = false

    init?(_ before: Any, _ after: Any, target: String, path: String) {
      let (old, new) = (Mirror(reflecting: before), Mirror(reflecting: after))
      guard type(of: before) == type(of: after), old.displayStyle == new.displayStyle,
        old.children.count == new.children.count
      else { return nil }
      for (index, (old, new)) in zip(old.children, new.children).enumerated() {
        add(old, new, index, target: target, path: path, after)
      }
      switch new.displayStyle {
      case .struct:
        let isState = target == "$0"
        isWorthwhile = isState || pairs.count > 1 && pairs.contains { StateAssignments.areSame($0.old, $0.new) }
      case .optional where !pairs.isEmpty, .collection where after is any MutableCollection: break
      default: return nil
      }
    }

    private mutating func add(
      _ old: Mirror.Child, _ new: Mirror.Child, _ index: Int, target: String, path: String, _ whole: Any
    ) {
      switch Mirror(reflecting: whole).displayStyle {
      case .optional:
        pairs.append(Pair(old: old.value, new: new.value, target: "\(target)?", path: path))
      case .collection:
        pairs.append(
          Pair(old: old.value, new: new.value, target: "\(target)[\(index)]", path: "\(path)[\(index)]"))
      default:
        let name = PulseStamps.name(new.label)
        pairs.append(
          Pair(
            old: old.value, new: new.value, isStorage: new.label != name, target: "\(target).\(name)",
            path: "\(path).\(name)"))
      }
    }
  }
}
