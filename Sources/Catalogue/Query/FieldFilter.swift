/// A condition on one field of a car.
public struct FieldFilter: Sendable, Hashable {
  /// The fields that filters know.
  public enum Field: String, Sendable, Hashable, CaseIterable {
    /// Texts.
    case make, model, vehicleClass = "class", fuel, drive, transmission = "trany"
    /// Numbers.
    case year, mpg, co2, cost, range, cylinders = "cyl", displacement = "displ"
    /// Yes or no.
    case favourite = "fav", note, withdrawn
  }

  /// What must hold.
  public enum Condition: Sendable, Hashable {
    /// The field contains one of the folded texts.
    case contains([String])
    /// The field's number lies between the bounds, each included or not.
    case between(lower: Double, includesLower: Bool, upper: Double, includesUpper: Bool)
    /// The field is so.
    case flag(Bool)
  }

  /// The field.
  public var field: Field
  /// What must hold.
  public var condition: Condition
  /// True when it must not hold; a car whose field is unknown answers neither way for numbers.
  public var isExcluded: Bool

  /// Makes a filter.
  public init(_ field: Field, _ condition: Condition, isExcluded: Bool = false) {
    self.field = field
    self.condition = condition
    self.isExcluded = isExcluded
  }

  /// Other names that people type.
  static let aliases: [String: Field] = [
    "brand": .make, "name": .model, "type": .vehicleClass, "transmission": .transmission, "trans": .transmission,
    "gearbox": .transmission, "consumption": .mpg, "price": .cost, "fuelcost": .cost, "cylinders": .cylinders,
    "displacement": .displacement, "litres": .displacement, "liters": .displacement, "favourite": .favourite,
    "favorite": .favourite, "star": .favourite, "notes": .note, "gone": .withdrawn,
  ]

  var isNumeric: Bool { field.isNumeric }
}

extension FieldFilter.Field {
  init?(typed name: String) {
    let name = Folding.fold(name)
    guard let field = Self(rawValue: name) ?? FieldFilter.aliases[name] else { return nil }
    self = field
  }

  var isNumeric: Bool {
    switch self {
    case .year, .mpg, .co2, .cost, .range, .cylinders, .displacement: true
    default: false
    }
  }

  var isFlag: Bool { self == .favourite || self == .note || self == .withdrawn }
}
