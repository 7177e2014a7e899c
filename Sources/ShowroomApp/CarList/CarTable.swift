import ReactorCore
import ReactorTerminal
import ShowroomCatalog
import ShowroomFormatting
import ShowroomSettings
import ShowroomText

/// The rows of a listing: cars, and models whose variants are folded. Commands act on the selected car; for a model,
/// this is its first variant.
final class CarTable: TableView<ListRow> {
  let cells: CarCells
  /// The listing that is shown.
  private(set) var listing = CarListing.empty
  /// Emits the changes that the user has seen whenever there are more of them.
  let changesSeen = Relay<SeenChanges>()
  /// The columns that the user has chosen; `nil` for those that fit the width.
  var chosenColumns: [ListColumn]? {
    didSet { updateColumns() }
  }
  /// The order that the headings show.
  var order = Sort.standard {
    didSet { updateColumns() }
  }
  /// The origin of the listing whose cars were used to measure the columns.
  private var measured: Int?
  private var selection = TableSelectionPolicy<ListRow.ID, CarQuery.Conditions, Sort>()

  init(formatting: CarFormatting) {
    cells = CarCells(formatting: formatting)
    super.init(columns: cells.columns(nil, sortedBy: .standard))
    allowsMarking = true
    movesOnAfterMarking = true
    rowSign = { [cells] in cells.sign($0) }
  }

  /// The format of numbers.
  var formatting: CarFormatting {
    get { cells.formatting }
    set {
      cells.formatting = newValue
      updateColumns()
      show(listing)
    }
  }

  var selectedCar: Car.ID? {
    get { selectedID?.car }
    set { if let newValue { selectedID = .car(newValue) } }
  }

  /// Whether the selected row is an unfolded model or one of its variants; `nil` for a car without variants in the
  /// list.
  var isSelectionUnfolded: Bool? {
    listing.isFolded ? selectedIndex.flatMap(listing.isUnfolded) : nil
  }

  /// Selects a car that the user has not selected in the list.
  func reveal(_ car: Car.ID) {
    cells.changes.leaveSelection()
    selectedCar = car
  }

  /// Selects the model of the selected variant, and returns one of its cars.
  func selectModel() -> Car.ID? {
    guard let car = selectedCar else { return nil }
    selectedID = .model(of: car)
    return car
  }

  // MARK: Rows

  /// Shows the rows of a listing, and the marks of cars and of models with a marked variant.
  func show(_ listing: CarListing, marked: [Car.ID]) {
    show(listing)
    show(marked: marked)
  }

  /// Shows the marks of cars and of models with a marked variant.
  func show(marked ids: [Car.ID]) { marked = listing.rows(marked: ids) }

  /// Returns the car whose mark a row toggles. For a model, this is its first marked variant or, if none is marked, its
  /// first variant.
  func carToMark(_ id: ListRow.ID) -> Car.ID {
    guard case .model(let car) = id else { return id.car }
    return listing.variants(ofModelOf: car).first { marked.contains(.car($0)) } ?? car
  }

  private func show(_ listing: CarListing) {
    cells.changes.leaveSelection()
    self.listing = listing
    if listing.isFolded {
      opening = { [weak self] row in self?.enterCommand(for: row) }
    } else {
      opening = nil
    }
    cells.highlightMatches(in: listing)
    cells.changes.follow(listing)
    cells.barScale = listing.economyScale
    let rows = TableRows(
      count: listing.rowCount, stamp: listing.stamp, row: { listing.listRow(at: $0) }, id: { listing.rowID(at: $0) },
      index: { listing.position(ofRow: $0) })
    let query = listing.query.isEmpty ? nil : listing.query.conditions
    show(rows, selecting: selection.selection(for: query, sortedBy: listing.sort, from: anchor))
    followSelection()
  }

  /// Removes the change sign from the row that the user has moved the selection away from.
  func followSelection() {
    guard let row = cells.changes.select(selectedID, in: listing) else { return }
    redrawRow(row)
    changesSeen.send(cells.changes.seen)
  }

  /// The commands of Enter and the arrow keys for a model in a folded list.
  nonisolated static let fold = RowCommand("Fold", help: "Hides the variants of the selected model.")
  nonisolated static let unfold = RowCommand("Unfold", help: "Shows the variants of the selected model.")

  /// Returns the command of Enter for a row of a folded list.
  private func enterCommand(for row: ListRow?) -> RowCommand? {
    guard let row, row.model != nil else { return RowCommand("Open") }
    return isSelectionUnfolded == true ? Self.fold : Self.unfold
  }

  /// Returns the action of opening a row, which opens a car, or unfolds or folds a model. A model is selected first.
  func action(opening id: ListRow.ID) -> CarListReactor.Action {
    guard case .model(let car) = id else { return .open(id.car) }
    // A variant that was selected before the models were folded would be selected again.
    _ = selectModel()
    return .setUnfolded(car, isSelectionUnfolded == false)
  }

  /// Returns the position of the selection, such as `3/120`, or of its model in a folded list.
  func position(total: Int) -> String {
    if let models = listing.modelCount, let number = selectedIndex.flatMap(listing.modelNumber) {
      return "\(grouped(number))/\(counted(models, "model")), \(counted(listing.count, "car"))"
    }
    return positionText.isEmpty ? "0/\(grouped(total))" : positionText
  }

  // MARK: Columns

  private func updateColumns() {
    columns = cells.columns(chosenColumns, sortedBy: order)
    sort = cells.tableSort(order)
    secondarySort = order.secondary.flatMap { cells.tableSort(Sort($0.field, ascending: $0.ascending)) }
    // Whether the list has space for the preview depends on the columns.
    preferredSizeChanged()
  }

  /// Adapts the widths of the columns to the listed cars, unless they have not changed since the last time.
  func measureColumns() {
    guard listing.count > 0, measured != listing.origin else { return }
    measured = listing.origin
    cells.sample = listing.widthSample
    updateColumns()
  }

  /// Returns whether models are shown just as completely in a narrower table.
  func showsModelsEqually(inWidth narrow: Int, asIn wide: Int) -> Bool {
    func modelWidth(_ tableWidth: Int) -> Int {
      let width = width(ofColumn: CarField.model.id, inTableOfWidth: tableWidth) ?? 0
      return min(width, cells.contentWidth(of: .model))
    }
    return modelWidth(narrow) >= modelWidth(wide)
  }

  /// Lets the user choose, order and resize the columns. The list follows each change, and restores its columns if the
  /// user cancels. If the user chooses the default columns, the list again shows those that fit the width.
  func chooseColumns() async -> CarListReactor.Action? {
    let standard = settings(of: nil)
    let chooser = ColumnChooser(
      columns: CarCells.choices.map { column in
        ColumnChooser.Column(
          id: column.id, title: formatting.name(of: column), width: width(ofColumn: column.id),
          isRequired: column == .model)
      },
      settings: settings(of: chosenColumns), standard: standard)
    return await window?.answer(of: chooser, chooser.chosen)
      .map { .setColumns($0 == standard ? nil : Self.columns(of: $0)) }
  }

  /// Returns a setting for each column, starting with the shown ones.
  private func settings(of chosen: [ListColumn]?) -> [TableColumnSetting] {
    let shown = chosen ?? CarCells.choices.filter { width(ofColumn: $0.id) != nil }.map { ListColumn($0) }
    return shown.map { TableColumnSetting($0.column.id, width: $0.width) }
      + CarCells.choices.filter { column in !shown.contains { $0.column == column } }
      .map { TableColumnSetting($0.id, isShown: false) }
  }

  private static func columns(of settings: [TableColumnSetting]) -> [ListColumn] {
    settings.filter(\.isShown).compactMap { setting in
      CarField(columnNamed: setting.id).map { ListColumn($0, width: setting.width) }
    }
  }
}
