/// The listed variants of a model. All properties are computed from the columns on each access, so use it only for
/// visible rows.
package struct ModelVariants: Sendable {
  private let ordinals: ArraySlice<Int32>
  private let index: CatalogIndex

  init(_ ordinals: ArraySlice<Int32>, in index: CatalogIndex) { (self.ordinals, self.index) = (ordinals, index) }

  /// The number of variants.
  package var count: Int { ordinals.count }

  /// The name of the model: the common name of all variants or, if they differ, the base model.
  package var name: String {
    guard let first = ordinals.first.map({ Int($0) }) else { return "" }
    let (columns, names) = (index.columns, index.columns.names)
    if numberOfValues(of: .model) == 1 { return columns.models.string(at: names.model[Int(columns.name[first])]) }
    return columns.families?[first] ?? columns.models.string(at: names.model[Int(columns.name[first])])
  }

  /// Returns the smallest and the largest number of the variants in a field, in the units of ``Car``; `nil` if all are
  /// unknown. For plug-in hybrids, the numbers apply to both fuels.
  package func range(of field: CarField) -> ClosedRange<Double>? {
    if field == .year { return ordinals.first.map { Double(index.columns.year[Int($0)]) }.map { $0...$0 } }
    guard let column = index.columns.numbers[field] else { return nil }
    // The codes have the same order as the numbers.
    var (smallest, largest) = (Int.max, 0)
    for car in ordinals {
      let code = column.code(at: Int(car))
      if code > 0 { (smallest, largest) = (min(smallest, code), max(largest, code)) }
    }
    return largest == 0 ? nil : column.values[smallest - 1]...column.values[largest - 1]
  }

  /// Returns the number of distinct values of the variants in a field. An unknown value counts as one.
  package func numberOfValues(of field: CarField) -> Int {
    let columns = index.columns
    func count<Value: Hashable>(_ value: (Int) -> Value) -> Int { Set(ordinals.map { value(Int($0)) }).count }
    switch field {
    case .make, .year, .baseModel: return 1
    case .model: return count { columns.names.model[Int(columns.name[$0])] }
    case .fuel: return count { columns.fuel[$0] }
    case .favorite: return count { index.favorites[$0] }
    case .note: return count { index.notes[$0] }
    default:
      if let texts = columns.texts[field] { return count { texts.numbers[$0] } }
      if let numbers = columns.numbers[field] { return count { numbers.code(at: $0) } }
      if let flags = columns.flags[field] { return count { flags[$0] } }
      return ordinals.count
    }
  }

  /// The fuels of the variants.
  package var fuels: Set<Fuel> { index.fuels(at: ordinals) }

  /// The ID of the first variant that is a favorite.
  package var firstFavorite: Car.ID? {
    ordinals.first { index.favorites[Int($0)] }.map { index.id(at: Int($0)) }
  }

  /// Whether a variant has a note.
  package var haveNote: Bool { ordinals.contains { index.notes[Int($0)] } }

  /// Whether a variant has attachments.
  package var haveFiles: Bool { ordinals.contains { index.files[Int($0)] } }

  /// Whether a variant is a plug-in hybrid with numbers for both fuels.
  package var areBlended: Bool { ordinals.contains { index.columns.plugIns[index.id(at: Int($0))] != nil } }

  /// The IDs of the variants.
  package var ids: [Car.ID] { ordinals.map { index.id(at: Int($0)) } }
}
