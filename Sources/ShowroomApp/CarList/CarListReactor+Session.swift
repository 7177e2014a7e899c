import ShowroomCatalog
import ShowroomSettings

extension CarListReactor.State {
  /// Creates the state with which a session begins.
  init(_ restored: SessionState) {
    self.init()
    query = CarQuery.parse(restored.query)
    sort = restored.sort
    isFolded = restored.isFolded
    history = restored.history.reversed()
    restoredCar = restored.selectedCar
    marked = restored.marked
    if !restored.columns.isEmpty {
      columns = restored.columns.filter(\.isInRow).map { ListColumn($0, width: restored.columnWidths[$0]) }
    }
  }

  /// Saves the state with which the next session begins.
  func save(to session: inout SessionState) {
    session.query = searchedText
    session.sort = sort
    session.isFolded = isFolded
    session.marked = marked
    session.columns = columns?.map(\.column) ?? []
    session.columnWidths = Dictionary(
      uniqueKeysWithValues: (columns ?? []).compactMap { choice in choice.width.map { (choice.column, $0) } })
    // Compared first, because this method is called after every change of the list.
    if !session.history.elementsEqual(history.reversed()) {
      for text in history { session.remember(query: text) }
    }
  }
}
