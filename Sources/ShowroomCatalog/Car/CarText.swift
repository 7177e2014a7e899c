/// A text that is stored for a car in the source's words, besides the make, the model and the model family. The name of the
/// case is that of its column in the database.
package enum CarText: Int, Sendable, Hashable, CaseIterable {
  /// The size or body class.
  case vehicleClass
  /// The fuel, such as `Premium Gasoline`.
  case fuelName
  /// The driven axles.
  case drive
  case transmission

  /// The column of the table `car`.
  var column: String { "\(self)" }

  /// The column of the EPA's table that has the text; `nil` if it depends on several columns.
  var epaColumn: String? {
    switch self {
    case .vehicleClass: "VClass"
    case .fuelName: nil
    case .drive: "drive"
    case .transmission: "trany"
    }
  }

  /// The version of the importer that first read the text.
  var since: Int { 1 }
}

/// The texts of a car. An unknown text is `nil`.
package struct CarTexts: Sendable, Hashable {
  private var values = [String?](repeating: nil, count: CarText.allCases.count)

  package init() {}

  package subscript(text: CarText) -> String? {
    get { values[text.rawValue] }
    set { values[text.rawValue] = newValue }
  }
}

/// A value with the texts of a car, and names for those that are used most.
package protocol CarTexted {
  var texts: CarTexts { get set }
}

extension CarTexted {
  package subscript(text: CarText) -> String? {
    get { texts[text] }
    set { texts[text] = newValue }
  }

  package var vehicleClass: String? {
    get { self[.vehicleClass] }
    set { self[.vehicleClass] = newValue }
  }

  package var fuelName: String? {
    get { self[.fuelName] }
    set { self[.fuelName] = newValue }
  }

  package var drive: String? {
    get { self[.drive] }
    set { self[.drive] = newValue }
  }

  package var transmission: String? {
    get { self[.transmission] }
    set { self[.transmission] = newValue }
  }
}
