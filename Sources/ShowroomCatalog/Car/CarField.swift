/// A field of a car. Each property of a field is stated once, in its ``Definition``, and used by lists, pages,
/// comparisons, exports, the search, the facets, the orders and the command line. The order of the cases is that of the
/// exported fields.
package enum CarField: Int, Sendable, Hashable, CaseIterable, Identifiable {
  case id, make, model, baseModel, year, vehicleClass, fuel, fuelName, cylinders, displacement, drive, transmission
  case cityMPG, highwayMPG, economy, electricCityMPG, electricHighwayMPG, electricMPG, blendedMPG, utilityFactor
  case electricConsumption, co2, cost, price, range, chargeHours, totalRange
  case turbocharger, supercharger, startStop, engineDescription, transmissionDescription, electricMotor
  case luggage, passenger, greenhouseScore, economyScore, gasGuzzler, savings
  case secondEconomy, secondRange, secondCost
  case favorite, note, withdrawn, files, marked, new, changed, like

  /// The name in lists such as `make,model,year,mpg`, in the search language and in settings.
  package var id: String { definition.name }

  package var definition: Definition { Self.definitions[rawValue] }

  private static let definitions = allCases.map(\.defined)

  // MARK: Lists of fields

  /// The fields that can be columns of a list or an export.
  package static let columns = allCases.filter { ![.files, .marked, .like].contains($0) }
  /// The fields that state whether the latest refresh added or changed a car. Only an index has their values.
  package static let changes: [CarField] = [.new, .changed]
  /// The fields of an export without a choice of columns: those that do not depend on the latest refresh.
  package static let exported = columns.filter { !changes.contains($0) }
  /// The facts on a car's page and in comparisons, in order.
  package static let facts: [CarField] = [
    .vehicleClass, .fuel, .fuelName, .displacement, .cylinders, .turbocharger, .supercharger, .engineDescription,
    .electricMotor, .drive, .transmission, .transmissionDescription, .startStop, .baseModel, .economy, .cityMPG,
    .highwayMPG, .blendedMPG, .secondEconomy, .electricConsumption, .range, .totalRange, .secondRange, .chargeHours,
    .co2,
    .greenhouseScore, .economyScore, .price, .cost, .secondCost, .savings, .gasGuzzler, .luggage, .passenger, .id,
  ]
  /// The fields by which a car is ranked among others.
  package static let ranked: [CarField] = [.economy, .co2, .cost]
  /// The fields whose facets list values.
  package static let listed: [CarField] = [
    .make, .vehicleClass, .fuel, .drive, .transmission, .cylinders, .engineDescription, .transmissionDescription,
    .electricMotor, .greenhouseScore, .economyScore,
  ]
  /// The fields whose facets are histograms.
  package static let measured: [CarField] = [
    .year, .economy, .co2, .cost, .price, .range, .displacement, .luggage, .passenger, .chargeHours, .savings,
    .totalRange, .electricMPG, .secondEconomy, .secondRange, .secondCost,
  ]
  /// The fields whose numbers are in the index, and which can be the axes of a plot.
  package static let plotted = measured + indexed.filter { !measured.contains($0) }
  /// The yes-or-no fields, both from the source and from other data.
  package static let flags = storedFlags + [.favorite, .note, .files, .marked, .new, .changed, .withdrawn]
  static let storedFlags = allCases.filter { $0.number?.isFlag ?? false }
  /// The facets shown on screen, in order.
  package static let facets: [CarField] = [
    .make, .year, .vehicleClass, .fuel, .economy, .drive, .transmission, .cylinders, .displacement, .co2, .cost, .range,
    .turbocharger, .supercharger, .startStop, .luggage, .passenger, .chargeHours, .greenhouseScore, .gasGuzzler,
    .savings,
    .favorite, .note, .files, .marked, .new, .changed, .withdrawn,
  ]
  /// The fields of the search language: text, then numbers, then flags.
  package static let filtered = {
    let fields = allCases.filter { $0.definition.filter != nil }
    return fields.filter { !$0.isNumeric && !$0.isFlag } + fields.filter(\.isNumeric) + fields.filter(\.isFlag)
  }()
  /// The fields by which a list can be ordered.
  package static let sorted = allCases.filter { $0.definition.order != nil }

  /// The numbers that the index keeps in memory.
  static let indexed = allCases.filter { $0.isInRow && $0.number.map { !$0.isFlag } ?? false }
  /// The text fields that the index keeps in memory, except for the make and the model.
  static let indexedTexts = allCases.filter { $0.text != nil }
  /// The fields that every index contains.
  static let usual: Set<CarField> = [
    .vehicleClass, .fuelName, .drive, .transmission, .cylinders, .displacement, .economy, .co2, .cost, .range,
  ]
  /// The fields that list features. A filter finds a part of one, even if that part is the whole value of another car.
  static let described: Set<CarField> = [.engineDescription, .transmissionDescription, .electricMotor]
  /// The text fields that are searched for words, in addition to the make, the model, the year and the fuel category.
  static let searchedTexts: [CarField] = [.vehicleClass, .fuelName]

  /// The maximum number of cars that the filter ``like`` finds, including the car itself.
  static let likeLimit = 50

  // MARK: Properties

  /// Whether values are numbers, which are right-aligned.
  package var isNumeric: Bool { definition.unit != nil }
  /// Whether the field is a yes-or-no field in the search language.
  package var isFlag: Bool { Self.flags.contains(self) }
  /// Whether a ``CarRow`` contains the value, so that a screen can show it for any car without reading the database.
  package var isInRow: Bool { definition.isInRow }
  /// Whether the field can be filtered.
  package var isFiltered: Bool { definition.filter != nil }
  /// Whether a list can be ordered by the field.
  package var isSorted: Bool { definition.order != nil }
  /// Whether all values are whole numbers.
  package var isWhole: Bool { self == .year || self == .cylinders || definition.unit == .score }
  /// The stored text.
  var text: CarText? { definition.text }
  /// The stored number.
  var number: CarNumber? { definition.number }
  /// The SQL expression for the number by which cars are ordered and filtered; `nil` if no number is stored.
  var sql: String? { self == .economy ? "IFNULL(blendedMPG, combinedMPG)" : number?.column }

  /// Returns whether a car's only number in the field applies to both fuels of a plug-in hybrid, which text points out.
  package func isBlended(of car: Car) -> Bool {
    (self == .co2 || self == .cost) && car.isBlended && comparedNumber(of: car) != nil
  }

  /// A value of a field.
  package enum Value: Sendable, Hashable {
    case text(String?)
    case number(Double?)
    case flag(Bool?)
  }

  /// Returns the value of a car, in the units of ``Car``.
  package func value(of car: Car, _ user: UserData = UserData()) -> Value {
    switch self {
    case .id: .number(Double(car.id))
    case .make: .text(car.make)
    case .model: .text(car.model)
    case .baseModel: .text(car.baseModel)
    case .year: .number(Double(car.year))
    case .fuel: .text(car.fuel == .unknown ? nil : car.fuel.label)
    case .favorite: .flag(user.isFavorite)
    case .note: .text(user.note)
    case .price: .number(user.price.map(Double.init) ?? car[.price])
    case .withdrawn: .flag(car.isWithdrawn)
    case .files, .marked, .new, .changed: .flag(false)
    case .like: .text(nil)
    default:
      if let text {
        .text(car[text])
      } else if let number, number.isFlag {
        .flag(car[number].map { $0 != 0 })
      } else {
        .number(number.flatMap { car[$0] })
      }
    }
  }

  /// Returns the number by which cars are compared, in the units of ``Car``; `nil` for text and unknown values. For a
  /// plug-in hybrid, the number applies to both fuels. For city and highway, a plug-in hybrid has a separate number for
  /// each fuel, neither of which can be compared with other cars.
  package func comparedNumber(of car: Car) -> Double? {
    switch self {
    case .economy: return car.comparedMPG
    case .cityMPG, .highwayMPG: return car.isBlended ? nil : number.flatMap { car[$0] }
    default: if case .number(let number) = value(of: car) { return number } else { return nil }
    }
  }
}
