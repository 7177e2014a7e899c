extension UploadScheduler {
  /// Moves an upload up (negative) or down among the pending uploads.
  ///
  /// The order changes before the first suspension, so that consecutive moves build on each other. The database follows
  /// with one write at a time.
  package func move(_ id: Upload.ID, by offset: Int) async throws(UploadFailure) {
    let movable = rows.pending.filter { $0.ownership != .others }
    guard let from = movable.firstIndex(where: { $0.id == id }) else { return }
    let positions = movable.map(\.position)
    var order = movable.map(\.id)
    // A larger distance could overflow.
    let distance = min(max(offset, -order.count), order.count)
    order.insert(order.remove(at: from), at: min(max(from + distance, 0), order.count))
    for (id, position) in zip(order, positions) where row(id)?.position != position { moved[id] = position }
    guard !moved.isEmpty else { return }
    applyMoves()
    publish()
    try await saveMoves()
  }

  /// Moves rows to positions that are not in the database yet.
  func applyMoves() {
    for (id, position) in moved { rows[id: id]?.position = position }
  }

  private func saveMoves() async throws(UploadFailure) {
    guard !isSavingMoves else { return }
    isSavingMoves = true
    defer { isSavingMoves = false }
    while !moved.isEmpty {
      let places = moved
      do throws(UploadFailure) {
        try await queue.reorder(places.map { (id: $0.key, position: $0.value) })
      } catch {
        moved = [:]
        try? refresh()
        throw error
      }
      moved = moved.filter { places[$0.key] != $0.value }
    }
    try refresh()
  }
}
