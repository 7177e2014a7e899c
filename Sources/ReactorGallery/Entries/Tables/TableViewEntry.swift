import ReactorTerminal

extension GalleryEntry {
  static let tableView = GalleryEntry(
    .tables, "TableView", "A list of rows in columns.",
    states: [
      GalleryState("Focused", isFocused: true) {
        let table = TableView(columns: TableColumn<Car>.all, rows: TableRows(Car.all))
        table.sort = TableSort("year", ascending: false)
        table.selectedIndex = 2
        return table
      },
      GalleryState("Unfocused") { TableView(columns: TableColumn<Car>.all, rows: TableRows(Car.all)) },
      GalleryState("Sections", isFocused: true) {
        TableView(columns: TableColumn<Car>.all, rows: TableRows(Car.all, heading: \.make))
      },
      GalleryState("Rows of two lines", isFocused: true) {
        let column = TableColumn<Car>(id: "car", title: "Car") { car in
          var cell = TableCell("\(car.make) \(car.model)")
          cell.below = [TableCell("\(car.range) miles", role: .secondary)]
          return cell
        }
        let table = TableView(columns: [column], rows: TableRows(Car.all))
        table.rowHeight = .fixed(2)
        return table
      },
      GalleryState("Marks", isFocused: true) {
        let table = TableView(columns: TableColumn<Car>.all, rows: TableRows(Car.all))
        table.allowsMarking = true
        table.marked = [1, 3]
        return table
      },
      GalleryState("Bars, signs and repeated values", isFocused: true) {
        let table = TableView(columns: TableColumn<Car>.rich, rows: TableRows(Car.all))
        table.rowSign = { $0.range > 300 ? Span("*", .mark) : nil }
        table.sort = TableSort("range", ascending: false)
        return table
      },
      GalleryState("Columns arranged by the user", isFocused: true) {
        TableView(
          columns: TableColumn<Car>.all.arranged(by: [
            TableColumnSetting("year"), TableColumnSetting("make", isShown: false),
            TableColumnSetting("model", width: 12),
          ]), rows: TableRows(Car.all))
      },
      GalleryState("Out of date") {
        let table = TableView(columns: TableColumn<Car>.all, rows: TableRows(Car.all))
        table.isStale = true
        return table
      },
      GalleryState("Empty") {
        let table = TableView(columns: TableColumn<Car>.all)
        table.placeholder = EmptyState(.init(.empty, title: "No cars yet"))
        return table
      },
      GalleryState("Many rows", isFocused: true) {
        let table = TableView(
          columns: TableColumn<Car>.all,
          rows: TableRows(
            count: 1_000_000, stamp: 1,
            row: { Car(id: $0, make: "Make \($0 / 1_000)", model: "Model \($0)", year: 2025, range: 200) },
            index: { $0 }))
        table.selectedIndex = 500_000
        return table
      },
    ])
}

private struct Car: Identifiable, Sendable {
  let id: Int
  let make: String
  let model: String
  let year: Int
  let range: Int

  static let all = [
    Car(id: 1, make: "Kia", model: "Niro EV", year: 2024, range: 253),
    Car(id: 2, make: "Kia", model: "EV6 Long Range RWD", year: 2025, range: 319),
    Car(id: 3, make: "기아", model: "레이 EV 🚗", year: 2025, range: 127),
    Car(id: 4, make: "Hyundai", model: "Ioniq 6", year: 2024, range: 361),
    Car(id: 5, make: "Hyundai", model: "Kona Electric", year: 2023, range: 258),
    Car(id: 6, make: "현대", model: "캐스퍼 일렉트릭", year: 2025, range: 196),
    Car(id: 7, make: "Volvo", model: "EX30 Single Motor", year: 2025, range: 275),
    Car(id: 8, make: "Volvo", model: "EX90", year: 2025, range: 310),
    Car(id: 9, make: "Polestar", model: "2 Dual Motor", year: 2024, range: 247),
  ]
}

extension TableColumn<Car> {
  /// The model is shortened for a sign, the year appears when the others have their widths, and the range has a bar.
  @MainActor fileprivate static let rich = [
    TableColumn(id: "make", title: "Make", width: .flexible(min: 4, ideal: 8, weight: 0), repeatedValues: .dimmed) {
      TableCell($0.make)
    },
    TableColumn(id: "model", title: "Model", width: .flexible(min: 8, ideal: 16), priority: 2) { car in
      var cell = TableCell(car.model)
      if car.year == 2025 { cell.suffix = [Span("new", .accent)] }
      return cell
    },
    TableColumn(id: "year", title: "Year", width: .fixed(4), requires: .ideals) { TableCell("\($0.year)") },
    TableColumn(
      id: "range", title: "Range", shortTitle: "mi", unit: "mi", width: .flexible(min: 4, ideal: 16, weight: 0),
      alignment: .trailing, priority: 1, textWidth: 3
    ) { TableCell("\($0.range)", fraction: Double($0.range) / 400) },
  ]
  @MainActor fileprivate static let all = [
    TableColumn(id: "make", title: "Make", width: .flexible(min: 4, ideal: 8, weight: 1), isSortable: true) {
      TableCell($0.make)
    },
    TableColumn(id: "model", title: "Model", width: .flexible(min: 8, ideal: 16, weight: 3), priority: 2) {
      TableCell($0.model)
    },
    TableColumn(id: "year", title: "Year", width: .fixed(6), alignment: .trailing, isSortable: true) {
      TableCell("\($0.year)")
    },
    TableColumn(id: "range", title: "Range", width: .fixed(8), alignment: .trailing) {
      TableCell("\($0.range) mi", role: $0.range > 300 ? .good : nil)
    },
  ]
}
