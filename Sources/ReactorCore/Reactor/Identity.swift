/// Equal only to itself. Lets a reactor stand inside another's `State` that is `Equatable`.
public protocol IdentityEquatable: AnyObject, Equatable {}

extension IdentityEquatable {
  /// Whether both are the same object.
  public static func == (left: Self, right: Self) -> Bool { left === right }
}

/// Hashed by identity. Lets reactors be kept in a set or as keys.
public protocol IdentityHashable: IdentityEquatable, Hashable {}

extension IdentityHashable {
  /// Feeds the object's identity.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
