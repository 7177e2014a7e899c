import ReactorCore
import ShowroomCatalog

extension LiveCatalog {
  /// Adds a car to the favorites, or removes it from them.
  ///
  /// Every screen shows the change before this method suspends. The write follows off the main actor, in the order of
  /// the calls. If it fails, the screens show the stored value again. Canceling the caller does not cancel the write,
  /// so that closing a screen loses no edit.
  ///
  /// - Throws: ``CatalogError`` if the write fails, also because a refresh has assigned the ID to another car.
  package func setFavorite(_ isFavorite: Bool, for car: Car) async throws(CatalogError) {
    let old = try userData(id: car.id).isFavorite
    try await undoable(
      "favorite", car, isCurrent: { $0.isFavorite == isFavorite },
      restore: { try await $0.write(isFavorite: old, for: car) }
    ) { () throws(CatalogError) in
      try await write(isFavorite: isFavorite, for: car)
    }
  }

  /// Saves the note on a car, in the same way as ``setFavorite(_:for:)``. A note that is `nil` or blank is removed.
  package func setNote(_ note: String?, for car: Car) async throws(CatalogError) {
    let old = try userData(id: car.id).note
    let new = UserData.storedNote(note)
    try await undoable(
      "note", car, isCurrent: { $0.note == new }, restore: { try await $0.write(note: old, for: car) }
    ) { () throws(CatalogError) in
      try await write(note: new, for: car)
    }
  }

  /// Sets the price of a car in US dollars, in the same way as ``setFavorite(_:for:)``. `nil` removes the price.
  package func setPrice(_ price: Int?, for car: Car) async throws(CatalogError) {
    let old = try userData(id: car.id).price
    try await undoable(
      "price", car, isCurrent: { $0.price == price }, restore: { try await $0.write(price: old, for: car) }
    ) { () throws(CatalogError) in
      try await write(price: price, for: car)
    }
  }

  private func write(isFavorite: Bool, for car: Car) async throws(CatalogError) {
    var data = try userData(id: car.id)
    data.isFavorite = isFavorite
    try await edit(car.id, data) { store throws(CatalogError) in
      try store.setFavorite(isFavorite, id: car.id, of: car)
    }
  }

  private func write(note: String?, for car: Car) async throws(CatalogError) {
    var data = try userData(id: car.id)
    data.note = note
    try await edit(car.id, data) { store throws(CatalogError) in try store.setNote(note, id: car.id, of: car) }
  }

  private func write(price: Int?, for car: Car) async throws(CatalogError) {
    var data = try userData(id: car.id)
    data.price = price
    try await edit(car.id, data) { store throws(CatalogError) in try store.setPrice(price, id: car.id, of: car) }
  }

  /// Makes a change to a car that can be undone immediately, even before it is written.
  ///
  /// - Parameter isCurrent: A closure that returns whether the user data contains the new value.
  private func undoable(
    _ what: String, _ car: Car, isCurrent: @escaping @MainActor (UserData) -> Bool,
    restore: @escaping @MainActor (LiveCatalog) async throws -> Void,
    _ change: () async throws(CatalogError) -> Void
  ) async throws(CatalogError) {
    let number = undoStack.push("\(what) change for \(car.name)") { [weak self] in
      guard let self else { return }
      guard try isCurrent(userData(id: car.id)) else { throw ChangedSinceError() }
      try await restore(self)
    }
    do throws(CatalogError) {
      try await change()
    } catch {
      undoStack.remove(number)
      throw error
    }
  }

  /// Waits until all edits have been written or have failed. Called before the program ends.
  package func finishWriting() async {
    await lastWrite?.value
  }

  private func edit(
    _ id: Car.ID, _ data: UserData,
    _ write: @escaping @Sendable (CatalogStore) throws(CatalogError) -> Void
  ) async throws(CatalogError) {
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
        return .failure(error)
      }
    }
    lastWrite = Task.immediate(executorPreference: EffectExecutor.current) { _ = await task.value }
    try await task.value.get()
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
