import ShowroomCatalog

/// The facts of several cars, with their differences and best values.
package struct Comparison: Sendable, Hashable {
  /// One fact about all cars, or another line about them.
  package struct Row: Sendable, Hashable {
    package var label: String
    package var cells: [Cell]
    /// Whether the displayed values differ.
    package var differs: Bool
  }

  /// One fact of one car.
  package struct Cell: Sendable, Hashable {
    package var text: String
    /// Whether no other car is better and at least one is worse.
    package var isBest: Bool
    /// The ratio of the number to the largest one in the row or, for a score, to 10; `nil` without a number. It is at
    /// most 1. Fuel economy is compared in miles per gallon even in metric units, so that a longer bar is better, as in
    /// the list.
    package var share: Double? = nil
  }

  /// The facts in order, without those that are unknown for all cars, and without equipment that no car has.
  package var rows: [Row]
  /// Whether the model years differ.
  package let yearsDiffer: Bool

  /// The number of differences, including one for the model year.
  package var differenceCount: Int { rows.count(where: \.differs) + (yearsDiffer ? 1 : 0) }

  /// Creates a comparison of `cars`. A car that has been removed is `nil`, and its cells are empty.
  ///
  /// Values are equal if they are displayed in the same way, because marking a difference between "28 mpg" and
  /// "28 mpg" would be confusing.
  ///
  /// - Parameter includesID: Whether to include a row with the IDs, which are not worth comparing.
  package init(_ cars: [Car?], _ formatting: CarFormatting, onlyDifferences: Bool = false, includesID: Bool = false) {
    yearsDiffer = Set(cars.compactMap { $0?.year }).count > 1
    rows = CarField.facts.filter { $0 != .id || includesID }.compactMap { fact in
      let texts = cars.map { car in car.map { formatting.fact(fact, of: $0) } }
      let isKnown = zip(cars, texts).contains { car, text in
        text.map { $0 != formatting.unknown } ?? false && car.map { fact.value(of: $0) != .flag(false) } ?? false
      }
      guard isKnown else { return nil }
      let isComparable = Self.isComparable(fact, cars, formatting)
      let hasNumbers = isComparable && fact.definition.better != nil
      let numbers = cars.map { car in hasNumbers ? car.flatMap(fact.comparedNumber) : nil }
      // Bars begin at zero, so numbers with different signs have none.
      let hasBars = numbers.allSatisfy { $0 ?? 0 >= 0 }
      let largest: Double = fact.definition.unit == .score ? 10 : numbers.compactMap(\.self).max() ?? 0
      let differs = Set(texts.compactMap { $0 }).count > 1
      let best = differs && isComparable ? Self.best(of: fact, cars, formatting) : nil
      return Row(
        label: formatting.label(of: fact),
        cells: zip(cars, zip(texts, numbers)).map { car, shown in
          let (text, number) = shown
          // The same number is displayed differently if it applies to both fuels of a plug-in hybrid.
          let isEqual = best != nil && car.flatMap(fact.comparedNumber) == best?.number
          return Cell(
            text: text ?? "", isBest: best != nil && text == best?.text || isEqual,
            share: number.flatMap { hasBars && largest > 0 ? min(1, $0 / largest) : nil })
        }, differs: differs)
    }
    rows += Self.costs(of: cars, formatting)
    if onlyDifferences { rows.removeAll { !$0.differs } }
  }

  /// Returns the costs of the cars over the years for which they are kept, and the time after which the more expensive
  /// cars have paid for themselves compared with the one with the lowest price. The last row contains the assumptions.
  /// It is never marked as different, because the assumptions differ only with the fuel.
  private static func costs(of cars: [Car?], _ formatting: CarFormatting) -> [Row] {
    let costs = formatting.costs
    func row(_ label: String, best: Int? = nil, _ text: (Car) -> String?) -> Row? {
      guard cars.contains(where: { $0.flatMap(text) != nil }) else { return nil }
      let texts = cars.map { car in car.map { text($0) ?? formatting.unknown } }
      let cells = texts.enumerated().map { place, text in Cell(text: text ?? "", isBest: place == best) }
      return Row(label: label, cells: cells, differs: Set(texts.compactMap(\.self)).count > 1)
    }
    let totals = cars.map { $0.flatMap(costs.total) }
    let least = totals.compactMap(\.self).min()
    let isUnique = totals.count { $0 == least } == 1 && totals.contains { $0 ?? 0 > least ?? 0 }
    let cheapest = cars.compactMap(\.self).filter { $0[.price] != nil }.min { $0[.price] ?? 0 < $1[.price] ?? 0 }
    var breakEven = row("Pays for itself") { car in
      cheapest.flatMap { formatting.breakEven(of: car, comparedWith: $0) }
    }
    // The time compares the cars with each other, even if it is known for only one of them.
    breakEven?.differs = true
    var assumptions = row("Costs assume") { formatting.assumptions(for: $0) }
    assumptions?.differs = false
    return [
      row(formatting.totalLabel, best: isUnique ? totals.firstIndex { $0 == least } : nil) { formatting.total(of: $0) },
      breakEven, assumptions,
    ].compactMap(\.self)
  }

  /// Returns whether every known value has a number that can be compared. A plug-in hybrid has none in the city, so no
  /// other car is marked as best there, either.
  private static func isComparable(_ fact: CarField, _ cars: [Car?], _ formatting: CarFormatting) -> Bool {
    cars.compactMap(\.self).allSatisfy { car in
      fact.comparedNumber(of: car) != nil || formatting.fact(fact, of: car) == formatting.unknown
    }
  }

  /// Returns the best value and its displayed form, or `nil` if fewer than two values are known or all are equal.
  private static func best(
    of fact: CarField, _ cars: [Car?], _ formatting: CarFormatting
  ) -> (number: Double, text: String)? {
    guard let direction = fact.definition.better else { return nil }
    let known = cars.compactMap { car in
      car.flatMap { car in fact.comparedNumber(of: car).map { (number: $0, text: formatting.fact(fact, of: car)) } }
    }
    let ranked = known.sorted { direction == .larger ? $0.number > $1.number : $0.number < $1.number }
    guard let first = ranked.first, let last = ranked.last, first.number != last.number, first.text != last.text else {
      return nil
    }
    return first
  }
}
