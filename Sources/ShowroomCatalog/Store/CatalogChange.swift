/// A change of the catalog, made by this store or by another program.
package enum CatalogChange: Sendable, Hashable {
  /// The user data of these cars changed. Merge it with ``CatalogIndex/updatingUserData(_:)``.
  case userData([Car.ID: UserData])
  /// These cars have attachments now, and no others. Merge it with ``CatalogIndex/updatingFiles(_:)``.
  case files(Set<Car.ID>)
  /// Cars were added, changed or removed. Load the index again.
  case cars
}

extension CatalogStore {
  /// Returns the stream of changes from now on, made by this store or by another program that has the database open.
  ///
  /// Changes in quick succession are reported together. Nothing runs while nothing changes. The stream ends with the
  /// store, or with the task that reads it.
  ///
  /// - Parameter index: the index that is shown. The changes since it was loaded come first, so that no change is lost
  ///   between loading and watching.
  package func changes(since index: CatalogIndex? = nil) -> AsyncStream<CatalogChange> {
    watcher.changes(since: index?.revision)
  }
}
