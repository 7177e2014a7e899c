import Catalogue

/// Cars side by side: what is known of each, where they differ, and which is the better one.
struct Comparison: Hashable {
  /// One fact of every car.
  struct Row: Hashable {
    var fact: CarFact
    var label: String
    var cells: [Cell]
    /// Whether not all cars read the same.
    var differs: Bool
  }

  /// One fact of one car.
  struct Cell: Hashable {
    var text: String
    /// Whether no other car is better, and at least one is worse.
    var isBest: Bool
  }

  /// The facts in order.
  var rows: [Row]

  /// Compares `cars`; `nil` stands for one that is gone, whose cells are empty.
  ///
  /// Values are equal when they read the same: a sign of difference between "28 mpg" and "28 mpg" would only puzzle.
  init(_ cars: [Car?], _ formatting: CarFormatting, onlyDifferences: Bool = false) {
    // The source's number tells nothing about a car that its name does not.
    let facts = CarFact.allCases.filter { $0 != .number }
    rows = facts.map { fact in
      let texts = cars.map { car in car.map { fact.text(of: $0, formatting) } }
      let differs = Set(texts.compactMap { $0 }).count > 1
      let best = differs ? Self.best(of: fact, cars, formatting) : nil
      return Row(
        fact: fact, label: fact.label(formatting),
        cells: texts.map { Cell(text: $0 ?? "", isBest: best != nil && $0 == best) }, differs: differs)
    }
    if onlyDifferences { rows.removeAll { !$0.differs } }
  }

  /// How the best value reads, unless only one is known or all read alike.
  private static func best(of fact: CarFact, _ cars: [Car?], _ formatting: CarFormatting) -> String? {
    guard let direction = fact.better else { return nil }
    let known = cars.compactMap { car in car.flatMap { car in fact.number(of: car).map { (value: $0, car: car) } } }
    let ranked = known.sorted { direction == .larger ? $0.value > $1.value : $0.value < $1.value }
    guard let first = ranked.first, let last = ranked.last else { return nil }
    let best = fact.text(of: first.car, formatting)
    return best == fact.text(of: last.car, formatting) ? nil : best
  }
}
