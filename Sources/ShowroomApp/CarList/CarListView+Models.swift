import ReactorTerminal
import ShowroomCatalog

/// The handling of models in a folded list.
extension CarListView {
  /// The car of the selected row, on which commands act. For a model, this is its first variant.
  var selectedCar: Car.ID? {
    get { table.selectedID?.car }
    set { if let newValue { table.selectedID = .car(newValue) } }
  }

  /// Whether the selected row is an unfolded model or one of its variants; `nil` for a car without variants in the
  /// list.
  var isSelectionUnfolded: Bool? {
    guard let listing = reactor?.currentState.shownListing, listing.isFolded else { return nil }
    return table.selectedIndex.flatMap(listing.isUnfolded)
  }

  /// Opens a car, or shows or hides the variants of a model.
  func open(_ id: ListRow.ID) {
    switch id {
    case .car(let car): reactor?.action.send(.open(car))
    case .model(let car): reactor?.action.send(.setUnfolded(car, isSelectionUnfolded == false))
    }
  }

  /// Selects the model of the selected variant, and hides its variants.
  func foldSelected() -> CarListReactor.Action? {
    guard let car = selectedCar else { return nil }
    table.selectedID = .model(of: car)
    return .setUnfolded(car, false)
  }

  /// Sets the title of Enter's command to what it does with a row of a folded list.
  func setOpening(folded isFolded: Bool) {
    guard isFolded else { return table.opening = nil }
    table.opening = { [weak self] row in self?.enterCommand(for: row) }
  }

  private func enterCommand(for row: ListRow?) -> RowCommand? {
    guard let row, row.model != nil else { return RowCommand("Open") }
    return isSelectionUnfolded == true
      ? RowCommand("Fold", help: "Hides the variants of the selected model.")
      : RowCommand("Unfold", help: "Shows the variants of the selected model.")
  }

  /// Compares the marked cars or, if no car is marked, the variants of the selected model.
  func comparison(_ state: CarListReactor.State) -> CarListReactor.Action {
    if state.marked.isEmpty, case .model(let car) = table.selectedID { return .compareVariants(of: car) }
    return .compare(selected: selectedCar)
  }

  /// Marks the first variant of a model, or unmarks the first marked variant.
  func toggleMark(_ id: ListRow.ID) {
    guard let state = reactor?.currentState else { return }
    var car = id.car
    if case .model = id, let marked = state.listing.variants(ofModelOf: car).first(where: state.marked.contains) {
      car = marked
    }
    reactor?.action.send(.toggleMark(car))
  }

  /// Shows the marks of cars and of models with a marked variant.
  func showMarks() {
    guard let state = reactor?.currentState else { return }
    table.marked = state.shownListing.rows(marked: state.marked)
  }
}
