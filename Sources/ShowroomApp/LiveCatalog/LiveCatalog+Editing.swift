import ReactorCore
import ShowroomCatalog

extension LiveCatalog {
  /// An edit of user data that every screen shows, and that is being written.
  typealias Edit = Task<Result<Void, CatalogError>, Never>

  /// Adds a car to the favorites, or removes it from them, and waits until that is written.
  ///
  /// Canceling the caller does not cancel the write, so that closing a screen loses no edit.
  ///
  /// - Throws: ``CatalogError`` if the write fails, for example because a refresh has assigned the ID to another car.
  package func setFavorite(_ isFavorite: Bool, for car: Car) async throws(CatalogError) {
    try await beginFavorite(isFavorite, for: car).value.get()
  }

  /// Begins to add a car to the favorites, or to remove it from them.
  ///
  /// Every screen shows the change when this method returns, so that the next key applies to the new value. The write
  /// follows off the main actor, in the order of the calls. If it fails, the screens show the stored value again.
  func beginFavorite(_ isFavorite: Bool, for car: Car) throws(CatalogError) -> Edit {
    try begin("favorite", \.isFavorite, isFavorite, for: car) { (store, isFavorite) throws(CatalogError) in
      try store.setFavorite(isFavorite, id: car.id, of: car)
    }
  }

  /// Saves the note on a car, in the same way as ``setFavorite(_:for:)``. A note that is `nil` or blank is removed.
  package func setNote(_ note: String?, for car: Car) async throws(CatalogError) {
    let edit = try begin("note", \.note, UserData.storedNote(note), for: car) {
      (store, note) throws(CatalogError) in try store.setNote(note, id: car.id, of: car)
    }
    try await edit.value.get()
  }

  /// Sets the price of a car in US dollars, in the same way as ``setFavorite(_:for:)``. `nil` removes the price.
  package func setPrice(_ price: Int?, for car: Car) async throws(CatalogError) {
    let edit = try begin("price", \.price, price, for: car) {
      (store, price) throws(CatalogError) in try store.setPrice(price, id: car.id, of: car)
    }
    try await edit.value.get()
  }

  /// Begins to change a value of the user data. The change can be undone immediately, even before it is written.
  ///
  /// - Parameters:
  ///   - what: The name of the value.
  ///   - write: A closure that writes the new value or, to undo the change, the former one.
  private func begin<Value: Equatable & Sendable>(
    _ what: String, _ property: WritableKeyPath<UserData, Value> & Sendable, _ new: Value, for car: Car,
    _ write: @escaping @Sendable (CatalogStore, Value) throws(CatalogError) -> Void
  ) throws(CatalogError) -> Edit {
    var data = try userData(id: car.id)
    let old = data[keyPath: property]
    data[keyPath: property] = new
    let number = undoStack.push("\(what) change for \(car.name)") { [weak self] in
      guard let self else { return }
      var data = try userData(id: car.id)
      guard data[keyPath: property] == new else { throw ChangedSinceError() }
      data[keyPath: property] = old
      try await edit(car.id, data) { (store) throws(CatalogError) in try write(store, old) }.value.get()
    }
    return edit(car.id, data, undoneBy: number) { (store) throws(CatalogError) in try write(store, new) }
  }

  /// Waits until all edits have been written or have failed. Called before the program ends.
  package func finishWriting() async {
    await lastWrite?.value
  }

  /// Shows user data, and begins to write it when the previous edits have been written.
  ///
  /// - Parameter number: The number of the change in ``undoStack``, from which it is removed if the write fails; `nil`
  ///   for none.
  private func edit(
    _ id: Car.ID, _ data: UserData, undoneBy number: Int? = nil,
    _ write: @escaping @Sendable (CatalogStore) throws(CatalogError) -> Void
  ) -> Edit {
    pending.begin(id, data)
    show([id: data])
    let previous = lastWrite
    let store = store
    let task = Task.immediate(executorPreference: EffectExecutor.current) { () -> Result<Void, CatalogError> in
      await previous?.value
      do throws(CatalogError) {
        try await Self.perform(write, in: store)
        await self.settle(id)
        return .success(())
      } catch {
        self.logger.error("could not write user data", metadata: ["car": "\(id)", "error": "\(error)"])
        await self.settle(id)
        if let number { self.undoStack.remove(number) }
        return .failure(error)
      }
    }
    lastWrite = Task.immediate(executorPreference: EffectExecutor.current) { _ = await task.value }
    return task
  }

  /// Shows the stored value after a write: the edited value, or the former one if the write failed.
  private func settle(_ id: Car.ID) async {
    guard pending.finishWrite(of: id) else { return }
    var stored = await Self.stored(id, in: store)
    while let reported = pending.takeReport(of: id), reported != stored {
      stored = await Self.stored(id, in: store) ?? reported
    }
    guard let data = pending.end(id, stored: stored) else { return }
    show([id: data])
  }

  /// Performs a write on a thread of the preferred executor, because Dispatch threads would keep an idle program awake.
  @concurrent
  static func perform<Value: Sendable>(
    _ write: @Sendable (CatalogStore) throws(CatalogError) -> Value, in store: CatalogStore
  ) async throws(CatalogError) -> Value {
    try write(store)
  }

  /// Merges changes reported by the database. A value that was read before the last write may be reported after it, so
  /// it is read again if it differs.
  func merge(_ changes: [Car.ID: UserData]) async {
    var changes = changes
    for (id, reported) in changes where pending.mayBeOutdated(reported, of: id) {
      changes[id] = await Self.stored(id, in: store) ?? reported
    }
    show(pending.withholding(changes))
  }

  @concurrent
  private static func stored(_ id: Car.ID, in store: CatalogStore) async -> UserData? {
    try? store.userData(id: id)
  }
}

extension Observable {
  /// Returns an effect that begins an edit when it starts, emits nothing, and ends when the edit has been written.
  static func editing(_ begin: @escaping @MainActor () throws -> LiveCatalog.Edit) -> Observable {
    .deferred {
      let edit = try begin()
      return .run { _ in try await edit.value.get() }
    }
  }
}
