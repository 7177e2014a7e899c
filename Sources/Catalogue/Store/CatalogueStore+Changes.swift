extension CatalogueStore {
  /// What changes from now on, by this store or by another program that has the database open. With the index that is
  /// shown, what changed since that was loaded is reported first, so that nothing falls between loading and watching.
  ///
  /// Changes that come close together are reported together. Nothing runs while nothing changes. The stream ends with the
  /// store, or with the task that reads it.
  public func changes(since index: CatalogueIndex? = nil) -> AsyncStream<CatalogueChange> {
    watcher.changes(since: index?.revision)
  }
}
