/// A string that is stored for a car in the source's words, other than the make, the model and the base model. The name
/// of each case is that of its database column.
package enum CarText: Int, Sendable, Hashable, CaseIterable {
  /// The size or body class.
  case vehicleClass
  /// The fuel, such as `Premium Gasoline`.
  case fuelName
  /// The driven axles.
  case drive
  case transmission
  /// Features of the engine, such as `SIDI` for direct injection.
  case engineDescription
  /// Features of the transmission, such as `CLKUP` for a lockup torque converter.
  case transmissionDescription
  /// The electric motor or the battery of a car, if it has one.
  case electricMotor

  /// The column of the table `car`.
  var column: String { Self.columns[rawValue] }

  private static let columns = allCases.map { "\($0)" }

  /// The column of the EPA's table that contains the text; `nil` if it depends on several columns.
  var epaColumn: String? {
    switch self {
    case .vehicleClass: "VClass"
    case .fuelName: nil
    case .drive: "drive"
    case .transmission: "trany"
    case .engineDescription: "eng_dscr"
    case .transmissionDescription: "trans_dscr"
    case .electricMotor: "evMotor"
    }
  }

  /// The version of the importer that first read the text.
  var since: Int { rawValue < CarText.engineDescription.rawValue ? 1 : 3 }
}

/// The strings of a car. An unknown string is `nil`.
package struct CarTexts: Sendable, Hashable {
  private var values = [String?](repeating: nil, count: CarText.allCases.count)

  package init() {}

  package subscript(text: CarText) -> String? {
    get { values[text.rawValue] }
    set { values[text.rawValue] = newValue }
  }
}

/// A value that contains a car's strings, with names for the most frequently used ones.
package protocol CarTexted {
  var texts: CarTexts { get set }
}

extension CarTexted {
  package subscript(text: CarText) -> String? {
    get { texts[text] }
    set { texts[text] = newValue }
  }

  package var vehicleClass: String? { self[.vehicleClass] }
  package var fuelName: String? { self[.fuelName] }
  package var drive: String? { self[.drive] }
  package var transmission: String? { self[.transmission] }
}
