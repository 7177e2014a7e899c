extension CarRecord {
  /// Returns an error for the first field with an impossible value, or one that is too large to store.
  func error(within budget: SourceBudget, place: () -> String) -> SourceError? {
    for text in Text.allCases where range(of: text).count > budget.fieldBytes {
      return .excessive(
        "bytes in \(text.rawValue < Text.makeKey.rawValue ? "\(text)" : "a name")", limit: budget.fieldBytes,
        place: place())
    }
    func bad(_ field: String, _ value: Any) -> SourceError {
      .badValue(place: place(), field: field, value: "\(value)")
    }
    if id <= 0 { return bad("id", id) }
    if !Car.years.contains(year) { return bad("year", year) }
    if let cylinders, !(1...100).contains(cylinders) { return bad("cylinders", cylinders) }
    if let cost = annualFuelCost, cost < 0 || Double(cost) > budget.largestNumber { return bad("annualFuelCost", cost) }
    let numbers = [
      ("displacement", displacement), ("cityMPG", cityMPG), ("highwayMPG", highwayMPG), ("combinedMPG", combinedMPG),
      ("electricConsumption", electricConsumption), ("co2", co2), ("electricRange", electricRange),
      ("chargeHours", chargeHours),
    ]
    for (field, value) in numbers {
      if let value, !(0...budget.largestNumber).contains(value) { return bad(field, value) }
    }
    return nil
  }
}
