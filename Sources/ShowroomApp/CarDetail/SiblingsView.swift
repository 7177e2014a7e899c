import ReactorTerminal
import ShowroomCatalog
import ShowroomFormatting
import ShowroomText

/// The variants of a model in one model year, with their fuel economy. The shown variant is marked.
final class SiblingsView: PageListView<Sibling> {
  /// The model year.
  var year = 0 {
    didSet { if year != oldValue { setNeedsDisplay() } }
  }

  /// The minimum width for bars, and the width of a bar at that size.
  private static let barsFrom = 44
  private static let barWidth = 10

  init() { super.init(of: "variant") }

  override var heading: (title: String, summary: String) {
    ("Same model, \(year)", counted(rows.count, "variant"))
  }

  override func draw(_ row: Sibling, at y: Int, in canvas: Canvas, style: (Role) -> Style) {
    var right = bounds.width
    if bounds.width >= Self.barsFrom {
      right -= Self.barWidth
      if let share = row.share {
        canvas.bar(
          in: Rect(x: right, y: y, width: Self.barWidth, height: 1), fraction: share,
          role: row.isShown ? .mark : .barFilled)
      }
      right -= 1
    }
    right -= displayWidth(of: row.value)
    canvas.write(row.value, at: Point(x: right, y: y), style: style(row.isShown ? .accent : .text))
    let sign = row.isShown ? "\(canvas.glyphs.checked) " : "  "
    let x = 2 + canvas.write(sign, at: Point(x: 2, y: y), style: style(.mark))
    canvas.write(
      row.name, at: Point(x: x, y: y), style: style(.text), maxWidth: max(0, right - 1 - x), truncation: .ellipsis)
  }
}

/// A variant of a model in one model year.
struct Sibling: Identifiable, Hashable, Sendable {
  let id: Car.ID
  /// A name that distinguishes the variant from the others.
  let name: String
  /// The formatted fuel economy.
  let value: String
  /// The fuel economy in miles per gallon relative to the highest one, from 0 to 1; `nil` if it is unknown.
  let share: Double?
  /// Whether the variant is the shown car.
  let isShown: Bool

  /// Returns the variants in the order of `cars`.
  static func all(_ cars: [Car], shown: Car.ID, _ formatting: CarFormatting) -> [Sibling] {
    let numbers = cars.map(\.comparedMPG)
    let largest = numbers.compactMap(\.self).max() ?? 0
    return zip(cars, numbers).map { car, number in
      Sibling(
        id: car.id, name: name(of: car, among: cars, formatting),
        value: formatting.consumption(car.combinedMPG, electric: car[.electricMPG], fuel: car.fuel),
        share: number.flatMap { largest > 0 ? $0 / largest : nil }, isShown: car.id == shown)
    }
  }

  /// Returns the facts that differ between the variants.
  private static func name(of car: Car, among cars: [Car], _ formatting: CarFormatting) -> String {
    var parts: [String] = []
    func add<Value: Hashable>(_ value: (Car) -> Value, _ text: String?) {
      if let text, Set(cars.map(value)).count > 1 { parts.append(text) }
    }
    if car.model != car.baseModel { add(\.model, withoutBase(car)) }
    add(\.displacement, car.displacement.map { formatting.displacement($0) })
    add(\.cylinders, car.cylinders.map { "\($0) cyl" })
    add(\.drive, car.drive)
    add(\.transmission, car.transmission)
    add(\.fuelName, car.fuelName ?? (car.fuel == .unknown ? nil : car.fuel.label))
    guard parts.isEmpty else { return parts.joined(separator: ", ") }
    return Set(cars.map(\.model)).count > 1 ? car.model : "ID \(car.id)"
  }

  /// Returns the model without the name of its base model, which all variants share: `Hybrid LE` for `Camry Hybrid LE`.
  private static func withoutBase(_ car: Car) -> String {
    let base = car.baseModel + " "
    return car.model.hasPrefix(base) ? String(car.model.dropFirst(base.count)) : car.model
  }
}
