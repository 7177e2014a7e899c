import Catalogue
import ReactorCore

extension LiveCatalogue {
  /// Follows a car, or no longer: shown everywhere before this suspends, then written off the main actor.
  ///
  /// When the write fails, what is stored is shown again and the error is thrown. Cancelling the caller does not stop the
  /// write, so a screen that is left at once loses nothing. Writes happen in the order of the calls.
  public func setFavourite(_ isFavourite: Bool, for id: Car.ID) async throws(CatalogueError) {
    var data = try userData(id: id)
    data.isFavourite = isFavourite
    try await edit(id, data) { store throws(CatalogueError) in try store.setFavourite(isFavourite, id: id) }
  }

  /// Writes the note on a car, or removes it (nil, or nothing but spaces); otherwise as ``setFavourite(_:for:)``.
  public func setNote(_ note: String?, for id: Car.ID) async throws(CatalogueError) {
    var data = try userData(id: id)
    let isBlank = note?.allSatisfy(\.isWhitespace) ?? true
    data.note = isBlank ? nil : note
    try await edit(id, data) { store throws(CatalogueError) in try store.setNote(note, id: id) }
  }

  /// Returns when everything edited so far is stored, or has failed to be. A program that ends waits for it.
  public func finishWriting() async {
    await lastWrite?.value
  }

  private func edit(
    _ id: Car.ID, _ data: UserData,
    _ write: @escaping @Sendable (CatalogueStore) throws(CatalogueError) -> Void
  ) async throws(CatalogueError) {
    pending.begin(id, data)
    show([id: data])
    let previous = lastWrite
    let store = store
    let task = Task.immediate(executorPreference: EffectExecutor.current) { () -> Result<Void, CatalogueError> in
      await previous?.value
      do throws(CatalogueError) {
        try await Self.perform(write, in: store)
        await self.settle(id)
        return .success(())
      } catch {
        self.logger.error("writing user data failed", metadata: ["car": "\(id)", "error": "\(error)"])
        await self.settle(id)
        return .failure(error)
      }
    }
    lastWrite = Task.immediate(executorPreference: EffectExecutor.current) { _ = await task.value }
    try await task.value.get()
  }

  /// A write ended: shows what the database holds now, which is the edit itself, or after a failure what was there.
  private func settle(_ id: Car.ID) async {
    guard pending.written(id) else { return }
    let stored = await Self.stored(id, in: store)
    guard let data = pending.end(id, stored: stored) else { return }
    show([id: data])
  }

  /// Waits on a thread of the executor, not on one of the database's own queue, which Dispatch would lend.
  @concurrent
  static func perform<Value: Sendable>(
    _ write: @Sendable (CatalogueStore) throws(CatalogueError) -> Value, in store: CatalogueStore
  ) async throws(CatalogueError) -> Value {
    try write(store)
  }

  @concurrent
  private static func stored(_ id: Car.ID, in store: CatalogueStore) async -> UserData? {
    try? store.userData(id: id)
  }
}
