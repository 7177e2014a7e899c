import ShowroomCatalog
import ShowroomText

/// Short forms of the source's words, for narrow columns.
extension CarFormatting {
  /// Returns a short form of a class: `SUV` for `Small Sport Utility Vehicle 4WD`, `Compact` for `Compact Cars`.
  package static func shortClass(_ vehicleClass: String) -> String {
    let words = vehicleClass.lowercased()
    for (written, short) in shortClasses where words.contains(written) { return short }
    return vehicleClass.split(separator: " ").first.map(String.init) ?? vehicleClass
  }

  /// Returns text in which long words are shortened: `Small SUV 4WD` for `Small Sport Utility Vehicle 4WD`, `FWD` for
  /// `Front-Wheel Drive`.
  package static func compact(_ text: String) -> String {
    // Works byte by byte, because the standard library's `replacing` takes a hundred times as long.
    var (rest, compact) = (Array(text.utf8)[...], [UInt8]())
    while let byte = rest.first {
      if let word = compactWords.first(where: { rest.starts(with: $0.written) }) {
        compact += word.short
        rest = rest.dropFirst(word.written.count)
      } else {
        compact.append(byte)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: compact, as: UTF8.self)
  }

  private static let compactWords = [
    ("Sport Utility Vehicle", "SUV"), ("Special Purpose Vehicle", "Special Purpose"),
    ("Station Wagons", "Wagons"), ("Pickup Trucks", "Pickups"), ("4-Wheel or All-Wheel Drive", "4WD or AWD"),
    ("4-Wheel Drive", "4WD"), ("All-Wheel Drive", "AWD"), ("Front-Wheel Drive", "FWD"), ("Rear-Wheel Drive", "RWD"),
    ("2-Wheel Drive", "2WD"),
  ].map { (written: Array($0.utf8), short: Array($1.utf8)) }

  private static let shortClasses = [
    ("sport utility", "SUV"), ("suv", "SUV"), ("pickup", "Pickup"), ("minivan", "Minivan"), ("vans", "Van"),
    ("wagon", "Wagon"), ("estate", "Wagon"), ("two seater", "2-seater"), ("special purpose", "Special"),
  ]

  /// Returns a short form of a transmission: `S8` for `Automatic (S8)`, `M6` for `Manual, 6-speed`, `CVT` for variable
  /// ratios.
  package static func shortTransmission(_ transmission: String) -> String {
    if transmission.contains("variable") || transmission.contains("CVT") { return "CVT" }
    if let open = transmission.firstIndex(of: "("), let close = transmission.lastIndex(of: ")"), open < close {
      return String(transmission[transmission.index(after: open)..<close])
    }
    let digits = transmission.drop { !$0.isWholeNumber }.prefix { $0.isWholeNumber }
    let kind = transmission.first.map { $0 == "M" ? "M" : "A" } ?? ""
    if !digits.isEmpty { return kind + digits }
    return transmission.hasPrefix("Single") ? "A1" : transmission
  }

  /// The distance to which metric fuel economy refers, as the heading of a column with ``shortConsumption(_:)``.
  package static let consumptionDistance = "/100 km"

  /// Returns a short form of metric fuel economy: `8.7 L` for `8.7 L/100 km`, `6.4/19.8` for `6.4 L/19.8 kWh`.
  package static func shortConsumption(_ text: String) -> String {
    if text.hasSuffix(consumptionDistance) { return String(text.dropLast(consumptionDistance.count)) }
    return text.split(separator: "/").compactMap { $0.split(separator: " ").first }.joined(separator: "/")
  }
}

extension CarFormatting {
  /// Returns one line about a car with its most important known values: `Kia K5 2021 · Midsize Cars · Gasoline · 31 mpg
  /// · 286 g/mi CO₂ · $1,450/year`. Values that apply to both fuels of a plug-in hybrid say so: `84 g/mi CO₂, blended`.
  package func line(_ car: Car) -> String {
    func blended(_ field: CarField) -> String { field.isBlended(of: car) ? ", blended" : "" }
    let parts: [String?] = [
      car.name, car.vehicleClass, car.fuel == .unknown ? nil : car.fuel.label,
      car.combinedMPG.map { consumption($0, electric: car[.electricMPG], fuel: car.fuel) },
      car.co2.map { "\(co2($0)) \(name(of: .co2))\(blended(.co2))" },
      car.annualFuelCost.map { "\(cost($0))/year\(blended(.cost))" }, car.electricRange.map { "\(distance($0)) range" },
    ]
    return parts.compactMap(\.self).joined(separator: .partSeparator(isASCII: isASCII))
  }
}
