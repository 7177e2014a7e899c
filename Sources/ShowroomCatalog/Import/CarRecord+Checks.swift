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
    for number in CarNumber.allCases {
      guard let value = self[number] else { continue }
      let range = number == .cylinders ? 1...100 : 0...budget.largestNumber
      if !range.contains(value) || number.isWhole && value.rounded() != value { return bad(number.column, value) }
    }
    return nil
  }
}
