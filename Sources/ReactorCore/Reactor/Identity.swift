/// An object that is equal only to itself, such as a reactor inside the `Equatable` state of another.
public protocol IdentityEquatable: AnyObject, Equatable {}

extension IdentityEquatable {
  /// Returns whether both are the same object.
  public static func == (left: Self, right: Self) -> Bool { left === right }
}

/// An object hashed by identity, such as a reactor in a set or as a key.
public protocol IdentityHashable: IdentityEquatable, Hashable {}

extension IdentityHashable {
  /// Hashes the identity of the object.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
