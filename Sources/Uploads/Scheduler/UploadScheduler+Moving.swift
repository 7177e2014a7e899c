extension UploadScheduler {
  /// Moves an upload up (negative) or down by so many places among those that are waiting.
  ///
  /// The order changes before anything is awaited, so that each of several moves in a row starts from the one before; the
  /// database follows, one write at a time.
  public func move(_ id: UploadItem.ID, by offset: Int) async throws(UploadFailure) {
    let indices = rows.indices.filter { rows[$0].state == .pending && rows[$0].ownership != .others }
    guard let from = indices.firstIndex(where: { rows[$0].id == id }) else { return }
    let positions = indices.map { rows[$0].position }
    var order = indices.map { rows[$0].id }
    // More than there are places would overflow.
    let distance = min(max(offset, -order.count), order.count)
    order.insert(order.remove(at: from), at: min(max(from + distance, 0), order.count))
    for (id, position) in zip(order, positions) where row(id)?.position != position { moved[id] = position }
    guard !moved.isEmpty else { return }
    sortMoved()
    publish()
    try await saveMoves()
  }

  /// Puts rows where they were moved to, also when they were read from the database before it was told.
  func sortMoved() {
    for (id, position) in moved { setRow(id) { $0.position = position } }
    rows.sort { ($0.position, $0.id) < ($1.position, $1.id) }
  }

  private func saveMoves() async throws(UploadFailure) {
    guard !isSavingMoves else { return }
    isSavingMoves = true
    defer { isSavingMoves = false }
    let queue = queue
    while !moved.isEmpty {
      let places = moved
      do throws(UploadFailure) {
        try await away { () throws(UploadFailure) in
          try queue.reorder(places.map { (id: $0.key, position: $0.value) })
        }
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
