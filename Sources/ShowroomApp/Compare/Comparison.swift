import Catalog
import ShowroomSettings

/// The facts of several cars, with their differences and best values.
struct Comparison: Hashable {
  /// One fact of all cars.
  struct Row: Hashable {
    var fact: CarFact
    var label: String
    var cells: [Cell]
    /// Whether the displayed values differ.
    var differs: Bool
  }

  /// One fact of one car.
  struct Cell: Hashable {
    var text: String
    /// Whether no other car is better and at least one is worse.
    var isBest: Bool
  }

  /// The facts in their order.
  var rows: [Row]

  /// Creates a comparison of `cars`. A car that has been removed is `nil`, and its cells are empty.
  ///
  /// Values are equal if they are displayed alike, because a sign of difference between "28 mpg" and "28 mpg" would be
  /// confusing.
  init(_ cars: [Car?], _ formatting: CarFormatting, onlyDifferences: Bool = false) {
    // IDs are not worth comparing.
    let facts = CarFact.allCases.filter { $0 != .id }
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

  /// Returns the displayed best value, or `nil` if fewer than two values are known or all are displayed alike.
  private static func best(of fact: CarFact, _ cars: [Car?], _ formatting: CarFormatting) -> String? {
    guard let direction = fact.better else { return nil }
    let known = cars.compactMap { car in car.flatMap { car in fact.number(of: car).map { (value: $0, car: car) } } }
    let ranked = known.sorted { direction == .larger ? $0.value > $1.value : $0.value < $1.value }
    guard let first = ranked.first, let last = ranked.last else { return nil }
    let best = fact.text(of: first.car, formatting)
    return best == fact.text(of: last.car, formatting) ? nil : best
  }
}
