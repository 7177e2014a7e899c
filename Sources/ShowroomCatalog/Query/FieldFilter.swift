/// A condition on one field of a car.
package struct FieldFilter: Sendable, Hashable {
  /// A field that can be filtered.
  package enum Field: String, Sendable, Hashable, CaseIterable {
    // Texts.
    case make, model, vehicleClass = "class", fuel, fuelName = "fueltype", drive, transmission
    // Numbers.
    case year, mpg, co2, cost, range, cylinders = "cyl", displacement = "displ"
    // Yes or no.
    case favorite = "fav", note, files, withdrawn
  }

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

  package var field: Field
  package var condition: Condition
  /// Whether matching cars are excluded. An unknown number matches in neither case.
  package var isExcluded: Bool

  package init(_ field: Field, _ condition: Condition, isExcluded: Bool = false) {
    self.field = field
    self.condition = condition
    self.isExcluded = isExcluded
  }

  /// Alternative names of fields.
  static let aliases: [String: Field] = [
    "brand": .make, "name": .model, "type": .vehicleClass, "trany": .transmission, "trans": .transmission,
    "gearbox": .transmission, "consumption": .mpg, "price": .cost, "fuelcost": .cost, "cylinders": .cylinders,
    "displacement": .displacement, "litres": .displacement, "liters": .displacement, "favourite": .favorite,
    "favorite": .favorite, "star": .favorite, "notes": .note, "file": .files,
    "attachments": .files, "gone": .withdrawn,
  ]

  var isNumeric: Bool { field.isNumeric }
}

extension FieldFilter.Field {
  /// Creates the field with a name in the search language.
  package init?(typed name: String) {
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

  var isFlag: Bool { self == .favorite || self == .note || self == .files || self == .withdrawn }
}
