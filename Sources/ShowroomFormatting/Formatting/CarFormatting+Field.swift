import ShowroomCatalog
import ShowroomText

/// The names and values of fields, as shown on screens and on the command line.
extension CarFormatting {
  private func text(_ words: CarField.Words) -> String {
    let text = units == .us ? words.us : words.metric
    return isASCII ? text.replacing("₂", with: "2").replacing("★", with: "*") : text
  }

  /// Returns the name of a field.
  package func name(of field: CarField) -> String { text(field.definition.title) }

  /// Returns the name of the order by a field, or of the best match.
  package func name(ofOrder field: CarField?) -> String { field.map(name(of:)) ?? "Best match" }

  /// Returns the heading of a column, which may be shorter than the name of the field.
  package func heading(of field: CarField) -> String { mine(field) + text(field.definition.heading) }

  /// Returns a prefix that marks a cost as not being the source's.
  private func mine(_ field: CarField) -> String { field.isCost && !costs.areAnnualCostsOfSource ? "My " : "" }

  /// Returns the label of a fact on a page.
  package func label(of field: CarField) -> String { text(field.definition.label) }

  /// Returns the unit that follows a column heading; `nil` if the heading contains it, as `$/year` does, or there is
  /// none.
  package func unit(afterHeadingOf field: CarField) -> String? {
    let words = heading(of: field).split { $0 == " " || $0 == "/" }
    return unit(of: field).flatMap { unit in words.contains { $0 == unit } ? nil : unit }
  }

  /// Returns the unit of a field; `nil` if the values have no unit or different ones.
  package func unit(of field: CarField) -> String? {
    switch field.definition.unit {
    case .economy: units == .us ? "mpg" : nil
    case .electricEconomy: consumptionUnit(.electric)
    case .electricity: units == .us ? "kWh/100 mi" : "kWh/100 km"
    case .gramsPerMile: units == .us ? "g/mi" : "g/km"
    case .dollars, .savings: "$"
    case .hours: "h"
    case .volume: units == .us ? "cu ft" : "L"
    case .miles: units == .us ? "mi" : "km"
    case .liters: "L"
    case .plain, .blendedEconomy, .share, .score, nil: nil
    }
  }

  /// Returns whether the displayed values increase from row to row, or `nil` if the order has no direction.
  package func numbersAscend(in sort: Sort) -> Bool? {
    sort.field.map { sort.ascending != isReversed($0) }
  }

  /// Returns whether the displayed values run opposite to the stored ones, as metric consumption does, because fewer
  /// liters mean more miles per gallon.
  private func isReversed(_ field: CarField) -> Bool {
    units == .metric && (field.definition.unit == .economy || field.definition.unit == .electricEconomy)
  }

  // MARK: Values

  /// Returns the value in a row, with its unit. Fields that the row does not contain are unknown.
  package func text(of field: CarField, in row: CarRow) -> String {
    switch field {
    case .favorite: row.isFavorite ? heading(of: .favorite) : ""
    case .note: row.hasNote ? "yes" : ""
    case .files: row.hasFiles ? "yes" : ""
    case .new, .changed: row.change == field ? "yes" : ""
    default: field.isInRow ? text(of: field, in: row.car, UserData()) : unknown
    }
  }

  /// Returns text with the mark of a number that applies to both fuels of a plug-in hybrid: `b 1,100`. The mark comes
  /// first, so that the digits of a column line up.
  private func marked(_ text: String, _ field: CarField, of car: Car) -> String {
    field.isBlended(of: car) ? "b \(text)" : text
  }

  /// Returns the value of a car for a column, with its unit.
  package func text(of field: CarField, in car: Car, _ user: UserData) -> String {
    marked(unmarkedText(of: field, in: car, user), field, of: car)
  }

  func unmarkedText(of field: CarField, in car: Car, _ user: UserData) -> String {
    // The ID has more digits than a floating-point number.
    if field == .id { return String(car.id) }
    switch field.value(of: car, user) {
    case .text(let text): return text ?? (field == .note ? "" : unknown)
    case .flag(let flag): return flag != true ? "" : field == .favorite ? heading(of: .favorite) : "yes"
    case .number(let value):
      switch field.definition.unit {
      case .plain, nil: return value.flatMap { Int(exactly: $0) }.map(String.init) ?? unknown
      case .economy:
        return consumption(value, electric: field == .economy ? car[.electricMPG] : nil, fuel: car.fuel)
      case .electricEconomy: return consumption(value, fuel: .electric)
      case .blendedEconomy: return equivalentConsumption(value)
      case .electricity: return electricConsumption(value, addedGasoline: car[.addedGasoline])
      case .share: return value.map { "\(decimal($0 * 100, digits: 0))%" } ?? unknown
      case .gramsPerMile: return co2(value)
      case .dollars: return cost(value.flatMap { Int(exactly: $0) })
      case .miles: return distance(value)
      case .hours: return hours(value)
      case .liters: return displacement(value)
      case .volume: return volume(value)
      case .score: return value.map { "\(decimal($0, digits: 0)) of 10" } ?? unknown
      case .savings: return value.map { ($0 < 0 ? "-" : "") + cost(Int($0.magnitude)) } ?? unknown
      }
    }
  }

  /// Returns the value in a row without its unit, for a column whose heading contains the unit. In metric units, fuel
  /// economy keeps its unit, because it depends on the car.
  package func number(of field: CarField, in row: CarRow) -> String {
    guard field.isInRow, case .number(let value) = field.value(of: row.car) else { return text(of: field, in: row) }
    if field == .economy { return economy(row) }
    return number(value, of: field).map { marked($0, field, of: row.car) } ?? text(of: field, in: row)
  }

  /// Returns a number without its unit; `nil` if the unit depends on the car.
  private func number(_ value: Double?, of field: CarField) -> String? {
    func number(_ value: Double?, digits: Int) -> String {
      value.flatMap { $0.isFinite ? decimal($0, digits: digits) : nil } ?? unknown
    }
    switch field.definition.unit {
    case .liters: return number(value, digits: 1)
    case .economy where units == .us: return number(value, digits: 0)
    case .electricEconomy: return number(consumptionValue(value, fuel: .electric), digits: consumptionDigits)
    case .gramsPerMile: return number(co2Value(value), digits: 0)
    case .dollars, .score, .savings: return number(value, digits: 0)
    case .miles: return number(distanceValue(value), digits: 0)
    case .hours: return value.map(Self.shortNumber) ?? unknown
    case .volume: return number(volumeValue(value), digits: 0)
    default: return nil
    }
  }

  /// Returns the smallest and the largest number of several cars: `23–29`, or a single number if both look the same. In
  /// metric units, fuel economy includes its unit, which is a common one if the cars use several fuels: `6.4–7.9 L/100
  /// km`.
  ///
  /// - Parameters:
  ///   - range: The numbers by which the cars are compared, in the units of ``Car``.
  ///   - fuels: The fuels of the cars.
  ///   - isBlended: Whether the numbers apply to both fuels of plug-in hybrids.
  package func number(
    of field: CarField, in range: ClosedRange<Double>, fuels: Set<Fuel>, isBlended: Bool
  ) -> String {
    let numbers = numbers(of: field, in: range, fuels: fuels, isBlended: isBlended)
    if field.definition.unit == .economy, units == .metric {
      return "\(numbers) \(consumptionUnit(fuels, isBlended: isBlended))"
    }
    return marked(numbers, field, isBlended: isBlended)
  }

  /// Returns the smallest and the largest number without a unit or a mark.
  private func numbers(
    of field: CarField, in range: ClosedRange<Double>, fuels: Set<Fuel>, isBlended: Bool
  ) -> String {
    let bounds = isReversed(field) ? [range.upperBound, range.lowerBound] : [range.lowerBound, range.upperBound]
    if field.definition.unit == .economy, units == .metric {
      let unit = consumptionUnit(fuels, isBlended: isBlended)
      let fuel = unit == equivalentUnit ? .gasoline : fuels.first ?? .gasoline
      return joined(
        bounds.map { mpg in
          consumptionValue(mpg, fuel: fuel).map { decimal($0, digits: consumptionDigits) } ?? unknown
        })
    }
    return joined(
      bounds.map { value in
        number(value, of: field) ?? decimal(value, digits: field.isWhole ? 0 : 1)
      })
  }

  private func marked(_ text: String, _ field: CarField, isBlended: Bool) -> String {
    (field == .co2 || field == .cost) && isBlended ? "b \(text)" : text
  }

  /// Returns the numbers of a model as ``number(of:in:fuels:isBlended:)`` does; `nil` if all variants have the same
  /// number in the same unit, or none has one.
  package func number(of field: CarField, in model: ModelVariants) -> String? {
    differing(field, in: model).map {
      number(of: field, in: $0, fuels: model.fuels, isBlended: model.areBlended)
    }
  }

  /// Returns the range of a model's numbers; `nil` if all variants have the same number in the same unit, or none has
  /// one.
  private func differing(_ field: CarField, in model: ModelVariants) -> ClosedRange<Double>? {
    // Equal fuel economies for different fuels may have different units.
    let isSame =
      model.numberOfValues(of: field) == 1 && (model.fuels.count == 1 || field.definition.unit != .economy)
    return isSame ? nil : model.range(of: field)
  }

  /// Returns the value of a model with its unit: `23–29 mpg`, `Minivan +2` if two variants have other values, `some` if
  /// only some variants have a property, and the name with the number of variants.
  ///
  /// - Parameter first: The first variant.
  package func text(of field: CarField, in model: ModelVariants, first: CarRow) -> String {
    if field == .model { return "\(model.name) (\(counted(model.count, "variant")))" }
    guard field.isNumeric else {
      let others = model.numberOfValues(of: field) - 1
      if others > 0, field.isFlag { return "some" }
      return text(of: field, in: first) + (others > 0 ? " +\(others)" : "")
    }
    guard let range = differing(field, in: model) else { return text(of: field, in: first) }
    let (fuels, isBlended) = (model.fuels, model.areBlended)
    let numbers = numbers(of: field, in: range, fuels: fuels, isBlended: isBlended)
    let unit = field.definition.unit == .economy ? consumptionUnit(fuels, isBlended: isBlended) : unit(of: field)
    let text =
      switch unit {
      case "$"?: numbers.hasPrefix("-") ? "-$\(numbers.dropFirst())" : "$\(numbers)"
      case let unit?: "\(numbers) \(unit)"
      case nil: numbers
      }
    return marked(text, field, isBlended: isBlended)
  }

  private func joined(_ bounds: [String]) -> String {
    if bounds[0] == bounds[1] { return bounds[0] }
    // After a minus sign, a dash would look like another minus sign.
    return bounds.joined(separator: bounds[0].hasPrefix("-") ? " to " : isASCII ? "-" : "–")
  }

  /// Returns the unit of the fuel economy or consumption of several cars: the unit of their fuel, or a common unit if
  /// there are several fuels.
  package func consumptionUnit(_ fuels: Set<Fuel>, isBlended: Bool) -> String {
    let all = Set(fuels.map(consumptionUnit))
    return all.count == 1 && !isBlended ? all.first ?? equivalentUnit : equivalentUnit
  }

  /// Returns the fuel economy without its unit; for a plug-in hybrid, on gasoline and on electricity: `28`, `37/106`,
  /// `6.4 L/19.8 kWh`. Metric units are included.
  private func economy(_ row: CarRow) -> String {
    func number(_ mpg: Double?, _ fuel: Fuel) -> String {
      consumptionValue(mpg, fuel: fuel).flatMap { $0.isFinite ? decimal($0, digits: consumptionDigits) : nil }
        ?? unknown
    }
    switch (units, row[.electricMPG]) {
    case (.us, nil): return number(row.combinedMPG, row.fuel)
    case (.us, let electric): return "\(number(row.combinedMPG, row.fuel))/\(number(electric, .electric))"
    case (.metric, nil): return consumption(row.combinedMPG, fuel: row.fuel)
    case (.metric, let electric):
      return "\(number(row.combinedMPG, row.fuel)) L/\(number(electric, .electric)) kWh"
    }
  }

  // MARK: Facts

  /// Returns the value of a fact on a page, or a dash if it is unknown. For a plug-in hybrid, the text states to which
  /// of its fuels the value applies.
  package func fact(_ field: CarField, of car: Car) -> String {
    if case .flag(let flag) = field.value(of: car) { return flag.map { $0 ? "yes" : "no" } ?? unknown }
    let text = unmarkedText(of: field, in: car, UserData())
    switch field {
    case .economy:
      let hasRange = car[.electricMPG] != nil && car.electricRange != nil
      return text + (hasRange ? ", \(distance(car.electricRange)) electric" : "")
    case .cityMPG: return consumption(car.cityMPG, electric: car[.electricCityMPG], fuel: car.fuel)
    case .highwayMPG: return consumption(car.highwayMPG, electric: car[.electricHighwayMPG], fuel: car.fuel)
    case .blendedMPG:
      let share = car[.utilityFactor].map { ", \(decimal($0 * 100, digits: 0))% electric" }
      return text + (share ?? "")
    case .secondEconomy:
      // The source names both fuels: "Gasoline or E85".
      let fuel = car.fuelName?.split(separator: " or ").dropFirst().first
      return text + (text == unknown ? "" : fuel.map { " on \($0)" } ?? "")
    case .cost where car.isBlended:
      let alone = car[.gasolineCost].flatMap { Int(exactly: $0) }.map { "; \(cost($0)) on gasoline alone" }
      return text + (text == unknown ? "" : ", blended" + (alone ?? ""))
    case .savings:
      guard let savings = car[.fiveYearSavings].flatMap({ Int(exactly: $0) }) else { return unknown }
      return savings == 0
        ? "same as average"
        : "\(cost(abs(savings))) \(savings < 0 ? "more" : "less") than average"
          // The other costs on the page are based on the user's assumptions.
          + (costs.areAnnualCostsOfSource ? "" : " (EPA)")
    default: return briefFact(field, of: car)
    }
  }

  /// Returns the value of a fact without its details. For a plug-in hybrid, the text states whether it applies to both
  /// fuels.
  package func briefFact(_ field: CarField, of car: Car) -> String {
    unmarkedText(of: field, in: car, UserData()) + (field.isBlended(of: car) ? ", blended" : "")
  }

  /// A fact on a page: the value of a field, or another fact about costs.
  package struct Fact: Sendable, Hashable {
    package var field: CarField?
    package var label: String
    package var text: String
  }

  /// Returns the facts shown on a page, which are the known ones. Equipment is shown only if the car has it.
  package func facts(of car: Car) -> [Fact] {
    var facts = CarField.facts.compactMap { field -> Fact? in
      let text = fact(field, of: car)
      let isShown = text != unknown && field.value(of: car) != .flag(false)
      return isShown ? Fact(field: field, label: label(of: field), text: text) : nil
    }
    let place = facts.lastIndex { $0.field?.isCost == true || $0.field == .savings }
    facts.insert(contentsOf: costFacts(of: car), at: place.map { $0 + 1 } ?? facts.count)
    return facts
  }
}
