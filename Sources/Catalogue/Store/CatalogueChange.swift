/// What changed in the catalogue since the last report, whoever changed it: this store or another program.
public enum CatalogueChange: Sendable, Hashable {
  /// What the user has on these cars; merge it with ``CatalogueIndex/updatingUserData(_:)``.
  case userData([Car.ID: UserData])
  /// Cars were added, changed or removed; load the index anew.
  case cars
}
