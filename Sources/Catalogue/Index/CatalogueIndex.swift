/// The whole catalogue in memory, made for searching on every keystroke: about 5 MB for the EPA's 49,582 cars.
/// Immutable; usable from any thread.
///
/// An *ordinal* is a car's place in the order of make, model, year (newest first), id; it is valid for this index and
/// those made from it by ``updatingUserData(_:_:)``.
public final class CatalogueIndex: Sendable {
  let columns: CatalogueColumns
  let favourites: Bitmap
  let notes: Bitmap
  /// The state of the database that the index shows; what ``CatalogueStore/changes()`` counts from.
  let revision: CatalogueRevision

  init(columns: CatalogueColumns, favourites: Bitmap, notes: Bitmap, revision: CatalogueRevision) {
    self.columns = columns
    self.favourites = favourites
    self.notes = notes
    self.revision = revision
  }

  /// How many cars there are, withdrawn ones included.
  public var count: Int { columns.count }

  /// How many cars the user follows.
  public var favouriteCount: Int { favourites.population }

  /// The row of a car, decoded now: ask for visible rows only. The ordinal must be less than ``count``.
  public func row(at ordinal: Int) -> CarRow {
    let name = Int(columns.name[ordinal])
    return CarRow(
      id: columns.ids[ordinal], make: columns.makes.string(at: columns.names.make[name]),
      model: columns.models.string(at: columns.names.model[name]), year: Int(columns.year[ordinal]),
      vehicleClass: CatalogueColumns.text(columns.classes, columns.vehicleClass[ordinal]),
      fuel: Fuel(rawValue: columns.fuel[ordinal]) ?? .unknown, combinedMPG: known(columns.combinedMPG[ordinal]),
      co2: known(columns.co2[ordinal]), annualFuelCost: known(columns.annualFuelCost[ordinal]).map { Int($0) },
      electricRange: known(columns.electricRange[ordinal]), isFavourite: favourites[ordinal],
      hasNote: notes[ordinal], isWithdrawn: columns.isWithdrawn[ordinal])
  }

  /// The identity of the car at an ordinal.
  public func id(at ordinal: Int) -> Car.ID { columns.ids[ordinal] }

  /// Where a car is; `nil` when the catalogue does not have it. Logarithmic.
  public func ordinal(of id: Car.ID) -> Int? { columns.ordinal(of: id) }

  /// The same catalogue with other user data on one car. Shares everything else; the index itself when there is no
  /// such car.
  public func updatingUserData(_ id: Car.ID, _ data: UserData) -> CatalogueIndex {
    updatingUserData([id: data])
  }

  /// The same catalogue with other user data on some cars.
  public func updatingUserData(_ changes: [Car.ID: UserData]) -> CatalogueIndex {
    var (favourites, notes) = (favourites, notes)
    for (id, data) in changes {
      guard let ordinal = ordinal(of: id) else { continue }
      favourites[ordinal] = data.isFavourite
      notes[ordinal] = data.note != nil
    }
    return CatalogueIndex(columns: columns, favourites: favourites, notes: notes, revision: revision)
  }

  private func known(_ value: Double) -> Double? { value.isNaN ? nil : value }
}

/// Counters by which readers tell what changed in the database.
struct CatalogueRevision: Sendable, Hashable {
  /// Counts refreshes that changed a car.
  var cars: Int64 = 0
  /// Counts changes of user data.
  var user: Int64 = 0
}
