/// A condition on one field of a car.
package struct FieldFilter: Sendable, Hashable {
  /// A condition on the value of a field.
  package enum Condition: Sendable, Hashable {
    /// The value equals one of the folded texts, or contains one that is not itself a value of the field.
    case contains([String])
    /// The value equals one of the folded texts.
    case equals([String])
    /// The number lies between the bounds.
    case between(lower: Double, includesLower: Bool, upper: Double, includesUpper: Bool)
    /// The number is one of these.
    case oneOf([Double])
    /// The flag has this value.
    case flag(Bool)
  }

  package var field: CarField
  package var condition: Condition
  /// Whether matching cars are excluded. An unknown number matches in neither case.
  package var isExcluded: Bool

  package init(_ field: CarField, _ condition: Condition, isExcluded: Bool = false) {
    self.field = field
    self.condition = condition
    self.isExcluded = isExcluded
  }
}
