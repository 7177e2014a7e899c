import ReactorFiles
import ShowroomCatalog

/// Descriptions of the changes made by refreshes.
extension CarFormatting {
  /// Returns the values of a field before and after a change, with a common unit: `20 → 22 mpg`.
  package func change(of field: CarField, from old: Car, to new: Car) -> String {
    let arrow = isASCII ? "->" : "→"
    let (before, after) = (value(of: field, in: old), value(of: field, in: new))
    if before == after, let (before, after) = exact(field, old, new) { return "\(before) \(arrow) \(after)" }
    let parts = before.split(separator: " ", maxSplits: 1)
    let others = after.split(separator: " ", maxSplits: 1)
    let isShared = field.isNumeric && parts.count == 2 && others.count == 2 && parts[1] == others[1]
    return "\(isShared ? String(parts[0]) : before) \(arrow) \(after)"
  }

  private func value(of field: CarField, in car: Car) -> String {
    var car = car
    // The fuel economy on electricity is a separate field.
    if field == .economy { car[.electricMPG] = nil }
    if field.isFlag { return fact(field, of: car) }
    return unmarkedText(of: field, in: car, UserData())
  }

  /// Returns the numbers in US units if they differ only in decimals that are not displayed.
  private func exact(_ field: CarField, _ old: Car, _ new: Car) -> (String, String)? {
    guard case .number(let old?) = field.value(of: old), case .number(let new?) = field.value(of: new), old != new,
      let before = JSONText.number(old), let after = JSONText.number(new)
    else { return nil }
    let unit = CarFormatting(units: .us, ascii: isASCII).unit(of: field).map { " \($0)" } ?? ""
    return (before, after + unit)
  }

  /// Returns the changed fields of a car: `Fuel economy 20 → 22 mpg`, `Drive – → AWD`.
  package func changedFields(of change: CarChange) -> [String] {
    guard let old = change.old else { return [] }
    return change.fields.map { "\(name(of: $0)) \(self.change(of: $0, from: old, to: change.car))" }
  }
}

extension CatalogChanges {
  /// The numbers of cars on one line, as after a refresh (``ShowroomCatalog/RefreshOutcome/summary``); `nil` if there
  /// are none.
  package var summary: String? {
    guard !cars.isEmpty || repriced > 0 else { return nil }
    let counts = RefreshCounts(
      added: count(.new), changed: count(.changed), repriced: repriced, removed: count(.gone),
      withdrawn: cars.count { $0.kind == .gone && $0.car.isWithdrawn })
    return RefreshOutcome.applied(counts).summary
  }
}
