import ReactorTerminal
import ShowroomCatalog
import ShowroomText

/// The axes of a plot of cars.
extension CarFormatting {
  /// Returns the place on an axis of a number by which cars are compared. Fuel economy is that of the displayed unit,
  /// because the scale of a consumption is another one; other units differ only in their labels.
  package func plotted(_ value: Double, _ field: CarField) -> Double {
    field.definition.unit == .economy ? equivalentValue(value) ?? .nan : value
  }

  /// Returns the label of a place on an axis, without its unit.
  package func axisLabel(_ value: Double, of field: CarField) -> String {
    if field.definition.unit == .economy { return decimal(value, digits: consumptionDigits) }
    if field == .year { return Int(exactly: value.rounded()).map(String.init) ?? unknown }
    return number(of: field, in: value...value, fuels: [], isBlended: false)
  }

  /// Returns the name of an axis, with its unit: `Fuel economy (mpg)`. A cost that is not the source's says so.
  package func axisTitle(of field: CarField) -> String {
    if field.isCost, !costs.areAnnualCostsOfSource { return heading(of: field) }
    let unit = unit(of: field) ?? (field.definition.unit == .economy ? equivalentUnit : nil)
    return name(of: field) + (unit.map { " (\($0))" } ?? "")
  }

  /// Returns the value by which a car is placed on an axis, with its unit. That of a plug-in hybrid is for both fuels.
  package func plottedText(of field: CarField, in row: CarRow) -> String {
    guard field == .economy, row.car.isBlended else { return text(of: field, in: row) }
    return "b \(equivalentConsumption(row.comparedMPG))"
  }
}
