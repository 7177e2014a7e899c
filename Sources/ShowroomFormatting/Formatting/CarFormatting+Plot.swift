import ShowroomCatalog
import ShowroomText

/// The axes of a plot of cars.
extension CarFormatting {
  /// Returns the position on an axis of a number by which cars are compared. Fuel economy is converted to the displayed
  /// unit, because consumption has a different scale; other units differ only in their labels.
  package func plotted(_ value: Double, _ field: CarField) -> Double {
    switch field.definition.unit {
    case .economy: equivalentValue(value) ?? .nan
    case .electricEconomy: consumptionValue(value, fuel: .electric) ?? .nan
    default: value
    }
  }

  /// Returns the label of a position on an axis, without its unit.
  package func axisLabel(_ value: Double, of field: CarField) -> String {
    if field.definition.unit == .economy || field.definition.unit == .electricEconomy {
      return decimal(value, digits: consumptionDigits)
    }
    if field == .year { return Int(exactly: value.rounded()).map(String.init) ?? unknown }
    return number(of: field, in: value...value, fuels: [], isBlended: false)
  }

  /// Returns the name of an axis, with its unit: `Fuel economy (mpg or MPGe)`. If a cost is not the source's, the name
  /// says so.
  ///
  /// - Parameters:
  ///   - fuels: The fuels of the cars whose fuel economy applies to one fuel.
  ///   - hasBlendedEconomy: Whether there are plug-in hybrids whose fuel economy applies to both fuels.
  package func axisTitle(of field: CarField, fuels: Set<Fuel>, hasBlendedEconomy: Bool) -> String {
    if field.isCost, !costs.areAnnualCostsOfSource { return heading(of: field) }
    let unit = field.definition.unit == .economy ? plottedUnit(fuels, hasBlendedEconomy) : unit(of: field)
    return name(of: field) + (unit.map { " (\($0))" } ?? "")
  }

  /// Returns the unit of fuel economy on an axis; `nil` without cars. Miles per gallon and MPGe have the same scale. A
  /// value that applies to both fuels of a plug-in hybrid is in MPGe.
  private func plottedUnit(_ fuels: Set<Fuel>, _ hasBlendedEconomy: Bool) -> String? {
    if units == .metric { return equivalentUnit }
    var all = Set(fuels.map(consumptionUnit))
    if hasBlendedEconomy { all.insert(equivalentUnit) }
    return all.isEmpty ? nil : all.sorted { $0.count < $1.count }.joined(separator: " or ")
  }

  /// Returns the value that determines a car's position on an axis, with its unit. For a plug-in hybrid, it applies to
  /// both fuels if that value is known.
  package func plottedText(of field: CarField, in row: CarRow) -> String {
    guard field == .economy else { return text(of: field, in: row) }
    let value = row.comparedMPG
    return row[.blendedMPG] == nil ? consumption(value, fuel: row.fuel) : "b \(equivalentConsumption(value))"
  }
}
