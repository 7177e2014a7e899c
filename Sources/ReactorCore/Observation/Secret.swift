/// A value that is never shown in text, such as a password in a state or an action.
///
/// Descriptions, differences, traces and generated tests contain `••••` in its place.
///
/// ```swift
/// struct State { var password = Secret("") }
/// ```
public struct Secret<Value> {
  /// The value itself.
  public var value: Value

  /// Protects a value.
  public init(_ value: Value) {
    self.value = value
  }
}

extension Secret: Sendable where Value: Sendable {}
extension Secret: Equatable where Value: Equatable {}
extension Secret: Hashable where Value: Hashable {}

/// A secret with an erased value type, for comparisons.
package protocol ErasedSecret {
  /// The value itself.
  var erasedValue: Any { get }
}

extension Secret: ErasedSecret {
  package var erasedValue: Any { value }
}

extension Secret: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The text shown in place of every secret.
  public static var mask: String { "••••" }
  /// The mask.
  public var description: String { Self.mask }
  /// The mask.
  public var debugDescription: String { Self.mask }
  /// A mirror without children.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
